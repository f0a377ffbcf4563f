// Builds the answers of REST and MCP (service.md 2.1).
import type { GraphQLError } from 'graphql';
import { fromDatabase } from '../db/sqlstate.ts';
import { type ErrorBody, ServiceError } from '../errors.ts';
import { isAnnotation } from '../naming.ts';
import { assertTextFits, MAX_ANSWER_BYTES, MAX_TOOL_ANSWER_BYTES } from './answer-size.ts';
import type { PersistedOperation } from './catalogue.ts';
import type { OperationContext, Result } from './context.ts';
import { causeOf } from './execute.ts';

/** A complete answer: sent by HTTP, returned by MCP, and replayed for an idempotency key. */
export interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** The body as JSON text, if it was already serialized; then `body` is parsed from it on access. */
  text?: string;
}

interface Page {
  nodes?: unknown;
  [member: string]: unknown;
}

/**
 * Builds the answer of an operation that ran.
 * @throws ANSWER_TOO_LARGE, except for exports and for documents of the service itself
 */
export function success(operation: PersistedOperation, result: Result, ctx: OperationContext): Answer {
  const { value, errors, sqlJson } = result;
  const headers: Record<string, string> = {};
  // A write that returns a list has no version of its own.
  const version = operation.versioned && (value as { version?: number }).version;
  if (version) headers.etag = `"${version}"`;
  const status = statusOf(operation, value);
  if (operation.answer === 'raw' || operation.answer === 'document') return { status, body: value, headers };
  if (operation.annotated) dropEmptyAnnotations(value);
  for (const path of operation.omitsNull) dropNull(value, path);
  const { nodes, ...page } = (operation.isPage ? value : { nodes: value }) as Page;
  const meta = metaOf(errors, ctx);
  const members = { ...page, ...(meta && { meta: { ...(page.meta as object | undefined), ...meta } }) };
  const limit = ctx.surface === 'mcp' ? MAX_TOOL_ANSWER_BYTES : MAX_ANSWER_BYTES;
  if (!sqlJson) {
    const body = { success: true, data: nodes, ...members };
    if (operation.answer === 'export') return { status, body, headers };
    const text = JSON.stringify(body);
    assertTextFits(text, limit);
    return { status, body, headers, text };
  }
  const text = `{"success":true,"data":[${joinRecords(sqlJson, nodes as unknown[])}]${membersOf(members)}}`;
  assertTextFits(text, limit);
  return {
    status,
    headers,
    text,
    get body(): unknown {
      return JSON.parse(text);
    },
  };
}

/**
 * Joins records as JSON with commas.
 * @param sqlJson the part of each that the database has serialized
 * @param rest the remaining part of each, from GraphQL
 */
export function joinRecords(sqlJson: readonly string[], rest: readonly unknown[] = []): string {
  if (rest.length === 0) return sqlJson.join();
  return sqlJson.map((json, at) => `${json.slice(0, -1)}${membersOf(rest[at] as object)}}`).join();
}

/** Returns the members of an object as JSON to append to others. */
function membersOf(part: object): string {
  const json = JSON.stringify(part);
  return json === '{}' ? '' : `,${json.slice(1, -1)}`;
}

/** Returns the status; for an operation with `outcome`, only a creation has the status of the operation. */
function statusOf({ status, outcome }: PersistedOperation, value: unknown): number {
  if (!outcome) return status;
  const outcomeValue = outcome.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | null)?.[name],
    value,
  );
  return outcomeValue === 'created' || outcomeValue === true ? status : 200;
}

/** Removes a member that is null. */
function dropNull(value: unknown, [name, ...below]: string[]): void {
  if (value === null || typeof value !== 'object') return;
  const holder = value as Record<string, unknown>;
  if (below.length) dropNull(holder[name!], below);
  else if (holder[name!] === null) delete holder[name!];
}

/** Removes annotations that are null, because GraphQL cannot leave members out. */
function dropEmptyAnnotations(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  for (const [name, part] of Object.entries(value)) {
    if (part === null && isAnnotation(name)) delete (value as Record<string, unknown>)[name];
    else dropEmptyAnnotations(part);
  }
}

/** Returns what is missing from the data: redacted fields, and members that were refused or failed. */
function metaOf(errors: readonly GraphQLError[], ctx: OperationContext): object | undefined {
  if (ctx.redacted.size === 0 && errors.length === 0) return undefined;
  return {
    ...(ctx.redacted.size && { redacted_fields: [...ctx.redacted].sort() }),
    ...(errors.length && {
      errors: errors.map((error) => {
        const cause = causeOf(error);
        return {
          path: error.path?.slice(1).join('.') ?? '',
          code: cause instanceof ServiceError ? cause.code : 'INTERNAL_ERROR',
        };
      }),
    }),
  };
}

/** Builds the answer of a refusal. */
export function failure(refused: ServiceError, requestId: string): Answer {
  const body: { success: false; error: ErrorBody } = { success: false, error: refused.body(requestId) };
  return { status: refused.status, body, headers: refused.extras.headers ?? {} };
}

/** Converts any thrown value to an API error. */
export function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ServiceError('PAYLOAD_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode < 500) return new ServiceError('MALFORMED_REQUEST');
  return fromDatabase(error) ?? new ServiceError('INTERNAL_ERROR');
}
