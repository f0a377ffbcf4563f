// Reads and checks a request to /graphql, its document and its variables, before Apollo sees it.
import type { FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  Source,
  TokenKind,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { GRAPHQL_LIMITS } from '../access/cost.ts';
import { fail, invalid } from '../errors.ts';
import { persistedQuery } from './persisted-queries.ts';

export interface GraphQLRequest {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

/** A parsed document and the requested operation in it. */
export interface ParsedRequest {
  source: string;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

const documents = new LRUCache<string, DocumentNode>({
  max: 1000,
  maxSize: 20_000_000,
  sizeCalculation: (_, key) => key.length + 1,
});

/** Returns the members of a request. @throws VALIDATION_ERROR for a batch, or a member of the wrong type */
export function readRequest(request: FastifyRequest): GraphQLRequest {
  const sent = request.method === 'GET' ? fromQuery(request.query as Record<string, unknown>) : request.body;
  if (!isObject(sent)) {
    throw invalid(
      '',
      'type',
      'Send one JSON object with query and, if needed, variables and operationName; batches are not supported.',
    );
  }
  const { variables = null, operationName = null, extensions = null } = sent;
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value !== null && !isObject(value)) throw invalid(name, 'type', `${name} must be an object.`);
  const query = persistedQuery(sent, request.entryState!.principal.kind !== 'anonymous');
  if (typeof query !== 'string')
    throw invalid('query', 'type', 'query must be the GraphQL document as a string.');
  if (operationName !== null && typeof operationName !== 'string')
    throw invalid('operationName', 'type', 'operationName must be a string.');
  return { query, operationName, variables };
}

/** Reads the members from a query string, where variables and extensions are JSON. */
function fromQuery({ query, operationName, variables, extensions }: Record<string, unknown>): GraphQLRequest {
  const json = (name: string, text: unknown): unknown => {
    const value = typeof text === 'string' ? safeJson(text) : text;
    if (text !== undefined && !isObject(value))
      throw invalid(name, 'type', `${name} must be an object, as JSON.`);
    return value;
  };
  return {
    query,
    operationName,
    variables: json('variables', variables),
    ...(extensions !== undefined && { extensions: json('extensions', extensions) }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * Parses the document, or takes it from the cache. Returns no members on a syntax error, which Apollo then explains.
 * @throws GRAPHQL_LIMIT_EXCEEDED for too many bytes or tokens
 */
export function parseRequest({ query, operationName, variables }: GraphQLRequest): Partial<ParsedRequest> {
  if (typeof query !== 'string') return {};
  if (query.length > GRAPHQL_LIMITS.bytes) {
    fail('GRAPHQL_LIMIT_EXCEEDED', undefined, {
      details: { limit_name: 'bytes', limit: GRAPHQL_LIMITS.bytes, actual: query.length },
    });
  }
  let document = documents.get(query);
  if (!document) {
    try {
      document = parse(query, { maxTokens: GRAPHQL_LIMITS.tokens });
    } catch (error) {
      if (/more tha[tn] \d+ tokens/.test((error as Error).message)) {
        fail('GRAPHQL_LIMIT_EXCEEDED', undefined, {
          details: { limit_name: 'tokens', limit: GRAPHQL_LIMITS.tokens, actual: countTokens(query) },
        });
      }
      return {};
    }
    documents.set(query, document);
  }
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const operation =
    operations.length === 1 && !operationName
      ? operations[0]
      : operations.find(({ name }) => name?.value === operationName);
  if (operation?.operation === 'subscription')
    throw invalid(
      'query',
      'operation',
      'Subscriptions are not supported; send a query again, or use webhooks.',
    );
  return operation
    ? { source: query, document, operation, variables: (variables ?? {}) as Record<string, unknown> }
    : {};
}

/** Counts the tokens of a document up to its first syntax error; the parser itself stops at its limit. */
function countTokens(query: string): number {
  const lexer = new Lexer(new Source(query));
  let count = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count += 1;
  } catch {
    // A syntax error: the parser does not count the rest either.
  }
  return count;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
