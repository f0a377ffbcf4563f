// Loads the SDL of the service as one document: the files of schema/, and what the directives on their types imply.
import { readdirSync, readFileSync } from 'node:fs';
import { concatAST, type DefinitionNode, type DocumentNode, Kind, parse } from 'graphql';
import { withBulkMutations } from './bulk.ts';
import {
  connectionTypes,
  recordExtensions,
  recordUse,
  savedViewEnum,
  withListArguments,
  withRecordMembers,
} from './derive.ts';
import { filterInput, sortEnum } from './list-inputs.ts';
import { asNode, nodeDefinitions } from './nodes.ts';
import { isObjectNode, type ObjectType, objectTypes } from './object-types.ts';
import { type RequiredInput, withRequiredInputs } from './required-inputs.ts';

const FOLDER = new URL('../../schema/', import.meta.url);

interface Loaded {
  document: DocumentNode;
  types: ReadonlyMap<string, ObjectType>;
  requiredInputs: ReadonlyMap<string, RequiredInput>;
}

let loaded: Loaded | undefined;

/** Returns the whole SDL, read and derived once in a process. */
export function loadTypeDefs(): DocumentNode {
  return load().document;
}

/** Returns the object types of the SDL by name, each with its extensions and derived members. */
export function loadObjectTypes(): ReadonlyMap<string, ObjectType> {
  return load().types;
}

/** Returns the inputs that `@requires` derives, by name. */
export function loadRequiredInputs(): ReadonlyMap<string, RequiredInput> {
  return load().requiredInputs;
}

function load(): Loaded {
  loaded ??= derive(readFiles());
  return loaded;
}

function readFiles(): readonly DefinitionNode[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  return names.flatMap(
    (name) => parse(readFileSync(new URL(name, FOLDER), 'utf8'), { noLocation: true }).definitions,
  );
}

function derive(declared: readonly DefinitionNode[]): Loaded {
  const declaredTypes = objectTypes(declared);
  const records = [...declaredTypes.values()].filter(recordUse);
  const enumValues = (name: string) =>
    new Set(
      declared.flatMap((node) =>
        node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === name
          ? (node.values ?? []).map((value) => value.name.value)
          : [],
      ),
    );
  const definitions: DefinitionNode[] = [
    ...declared,
    ...parsed(recordExtensions(records, enumValues)),
    ...parsed(nodeDefinitions(records)),
  ].map((node) => {
    const type = node.kind === Kind.OBJECT_TYPE_DEFINITION && declaredTypes.get(node.name.value);
    return type && recordUse(type) ? asNode(withRecordMembers(type)) : node;
  });
  const types = objectTypes(definitions);
  const all = [...types.values()];
  const implied = [
    ...all.flatMap((type) => [filterInput(type, types), sortEnum(type)]),
    savedViewEnum(all),
    connectionTypes(all),
  ];
  const withArguments = definitions.map((node) =>
    isObjectNode(node)
      ? { ...node, fields: node.fields?.map((field) => withListArguments(field, types)) }
      : node,
  );
  const whole = withRequiredInputs(withArguments as DefinitionNode[]);
  const document = concatAST([
    { kind: Kind.DOCUMENT, definitions: withBulkMutations(whole.definitions, types) },
    { kind: Kind.DOCUMENT, definitions: parsed(implied.filter(Boolean).join('\n')) },
  ]);
  return { document, types, requiredInputs: whole.inputs };
}

function parsed(sdl: string): readonly DefinitionNode[] {
  return sdl.trim() ? parse(sdl, { noLocation: true }).definitions : [];
}
