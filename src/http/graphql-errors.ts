// Errors of /graphql as clients see them: the error body of every surface stands in `extensions`.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ERRORS, ServiceError } from '../errors.ts';
import type { OperationContext } from '../operations/context.ts';
import { causeOf } from '../operations/execute.ts';

/** Whether an error bears our body already; Apollo puts codes of its own over it where it refuses the document. */
export function isFormatted({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.request_id !== undefined && (extensions.code as string) in ERRORS;
}

/** An error of the execution as clients see it: made here, because Apollo's formatting forgets the cause. */
export function formatted(error: GraphQLError, ctx: OperationContext): GraphQLError {
  const { message, extensions } = present(error, ctx);
  const { path, locations } = error;
  return Object.assign(new GraphQLError(message, { path, extensions }), { locations });
}

/** One error as clients see it: message, place, and the error body of every surface in `extensions`. */
export function present(
  error: Error & { extensions?: { code?: string } },
  ctx: OperationContext,
): { message: string; extensions: Record<string, unknown> } {
  const cause = causeOf(error);
  if (cause instanceof ServiceError)
    return { message: cause.message, extensions: { ...cause.body(ctx.requestId) } };
  // Apollo's own codes mean that the document never ran; anything else is a fault of ours.
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
    // To nobody the schema is closed, and so is what it would have suggested.
    const message =
      ctx.principal.kind === 'anonymous' ? error.message.replace(/ ?Did you mean .+\?$/, '') : error.message;
    return { message, extensions: { ...new ServiceError('VALIDATION_ERROR', message).body(ctx.requestId) } };
  }
  ctx.log.error({ err: cause, request_id: ctx.requestId }, 'a resolver failed');
  const internal = new ServiceError('INTERNAL_ERROR');
  return { message: internal.message, extensions: { ...internal.body(ctx.requestId) } };
}
