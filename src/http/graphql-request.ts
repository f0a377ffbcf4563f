// What a request to /graphql carries: the document with its variables, read and held to its form before Apollo sees it.
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

export interface GraphQLRequest {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

/** A document that parses, and the operation in it that is asked for. */
export interface Prepared {
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

/** The members of a request. @throws VALIDATION_ERROR for a batch, or a member of another type */
export function readRequest(request: FastifyRequest): GraphQLRequest {
  const body = request.method === 'GET' ? fromQuery(request.query as Record<string, unknown>) : request.body;
  if (!isObject(body)) {
    throw invalid(
      '',
      'type',
      'Send one JSON object with query, and variables and operationName where needed; batches are not taken.',
    );
  }
  const { query, variables = null, operationName = null, extensions = null } = body;
  if (typeof query !== 'string') throw invalid('query', 'type', 'Give the document as a string.');
  if (operationName !== null && typeof operationName !== 'string')
    throw invalid('operationName', 'type', 'Give string.');
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value !== null && !isObject(value)) throw invalid(name, 'type', 'Give object.');
  return body as GraphQLRequest;
}

/** The members of a query string, of which two travel as JSON. */
function fromQuery({ query, operationName, variables, extensions }: Record<string, unknown>): GraphQLRequest {
  const json = (name: string, text: unknown): unknown => {
    const value = typeof text === 'string' ? safeJson(text) : text;
    if (text !== undefined && !isObject(value)) throw invalid(name, 'type', 'Give object, as JSON.');
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
 * Parses the document once; what does not parse is left to Apollo to explain.
 * @throws GRAPHQL_LIMIT_EXCEEDED for too many bytes or tokens
 */
export function prepare({ query, operationName, variables }: GraphQLRequest): Partial<Prepared> {
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
          details: { limit_name: 'tokens', limit: GRAPHQL_LIMITS.tokens, actual: tokensIn(query) },
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
    throw invalid('query', 'operation', 'Subscriptions are not offered; ask again, or take webhooks.');
  return operation
    ? { source: query, document, operation, variables: (variables ?? {}) as Record<string, unknown> }
    : {};
}

/** As the parser counts them, which stops at its limit; as far as the text can be read. */
function tokensIn(query: string): number {
  const lexer = new Lexer(new Source(query));
  let count = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count += 1;
  } catch {
    // What follows is no token, and was not counted by the parser either.
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
