// The files of the operations: read, and validated by the rules of GraphQL.
import { readdirSync, readFileSync } from 'node:fs';
import { concatAST, type GraphQLSchema, parse, Source, validate } from 'graphql';
import { bulkDocuments } from '../sdl/bulk.ts';
import { loadObjectTypes, loadTypeDefs } from '../sdl/type-defs.ts';

const FOLDER = new URL('../../rest-compat/operations/', import.meta.url);

/** Thrown when schema and operations are inconsistent; the message names the file and the operation. */
export class CatalogueError extends Error {}

/** Returns the operations files, text by name, and the documents that `@bulk` adds. */
export function readOperationFiles(): Map<string, string> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.graphql'));
  const files = names.sort().map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const);
  return new Map([
    ...files,
    ['@bulk in schema/', bulkDocuments(loadTypeDefs().definitions, loadObjectTypes())],
  ]);
}

/**
 * Validates the operations by the rules of GraphQL. `npm run generate` and the tests do so; at each start it would take a
 * tenth of the time.
 * @throws CatalogueError with the file and the line of the first fault
 */
export function validateOperations(schema: GraphQLSchema, files = readOperationFiles()): void {
  const documents = [...files].map(([file, text]) => parse(new Source(text, file)));
  const [fault] = validate(schema, concatAST(documents));
  if (fault) throw new CatalogueError(`${fault.source!.name}:${fault.locations![0]!.line}: ${fault.message}`);
}
