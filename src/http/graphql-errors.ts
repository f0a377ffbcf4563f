// Formats the errors of /graphql for clients: `extensions` holds the error body that all surfaces share.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ERRORS } from '../error-codes.ts';
import { ServiceError } from '../errors.ts';
import type { OperationContext } from '../operations/context.ts';
import { causeOf } from '../operations/execute.ts';

/** Returns whether an error already has our body; Apollo overwrites it with codes of its own when it refuses a document. */
export function isFormatted({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.request_id !== undefined && (extensions.code as string) in ERRORS;
}

/** Formats an error of the execution; done here, because Apollo's formatting drops the cause. */
export function formatExecutionError(error: GraphQLError, ctx: OperationContext): GraphQLError {
  const { message, extensions } = formatError(error, ctx);
  const { path, locations } = error;
  return Object.assign(new GraphQLError(message, { path, extensions }), { locations });
}

/** Returns an error's message for clients, with the error body that all surfaces share as `extensions`. */
export function formatError(
  error: Error & { extensions?: { code?: string } },
  ctx: OperationContext,
): { message: string; extensions: Record<string, unknown> } {
  const cause = causeOf(error);
  if (cause instanceof ServiceError)
    return { message: cause.message, extensions: { ...cause.body(ctx.requestId) } };
  // Apollo's own codes mean that the document never ran; any other error is a fault of this service.
  const refusedByApollo = [
    'GRAPHQL_PARSE_FAILED',
    'GRAPHQL_VALIDATION_FAILED',
    'BAD_USER_INPUT',
    'BAD_REQUEST',
    'OPERATION_RESOLUTION_FAILURE',
  ];
  if (
    refusedByApollo.includes(error.extensions?.code ?? '') ||
    (error as { path?: unknown }).path === undefined
  ) {
    // Anonymous callers may not read the schema, so suggestions from it are removed.
    const message =
      ctx.principal.kind === 'anonymous' ? error.message.replace(/ ?Did you mean .+\?$/, '') : error.message;
    return { message, extensions: { ...new ServiceError('VALIDATION_ERROR', message).body(ctx.requestId) } };
  }
  ctx.log.error({ err: cause, request_id: ctx.requestId }, 'a resolver failed');
  const internal = new ServiceError('INTERNAL_ERROR');
  return { message: internal.message, extensions: { ...internal.body(ctx.requestId) } };
}
