// The peer "dataloader": a hand-written GraphQL server on the same tables, without access control or limits. It parses
// documents once and prepares statements.
import Fastify from 'fastify';
import { type DocumentNode, execute, parse, validate } from 'graphql';
import pg from 'pg';
import { root, Session, schema } from './dataloader-schema.ts';
import { databaseUrl, POOL, serve } from './start.ts';

const pool = new pg.Pool({ connectionString: databaseUrl(), ...POOL });
const documents = new Map<string, DocumentNode>();

function documentOf(query: string): DocumentNode {
  let document = documents.get(query);
  if (!document) {
    document = parse(query);
    const [error] = validate(schema, document);
    if (error) throw error;
    documents.set(query, document);
  }
  return document;
}

const app = Fastify();
app.post('/graphql', (request) => {
  const { query, variables } = request.body as { query: string; variables: Record<string, unknown> };
  const contextValue = new Session(pool, request.headers['x-tenant-id'] as string);
  return execute({
    schema,
    document: documentOf(query),
    rootValue: root,
    contextValue,
    variableValues: variables,
  });
});
await app.ready();
await serve(app.server);
