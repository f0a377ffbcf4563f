// POST and GET /graphql: documents of front ends and developers, through Apollo Server.

import { createHash } from 'node:crypto';
import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import type { Cost } from '../access/cost.ts';
import { GRAPHQL_LIMITS, isIntrospecting, type Measure, measure } from '../access/cost.ts';
import { type ErrorBody, fail, invalid } from '../errors.ts';
import {
  assertTextFits,
  assertValueFits,
  MAX_ANSWER_BYTES,
  MAX_READ_BYTES,
} from '../operations/answer-size.ts';
import { contextOf, type Origin, visibilityOf } from '../operations/call.ts';
import { canonicalJson } from '../operations/canonical.ts';
import type { OperationContext } from '../operations/context.ts';
import { type Answer, refusalOf } from '../operations/envelope.ts';
import { assertReadsFit, DocumentRunner } from '../operations/execute.ts';
import { assertKey, isOutcome, runOnce, runOnceWithLease } from '../operations/idempotency.ts';
import { headersOf, POLICIES } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { formatted, isFormatted, present } from './graphql-errors.ts';
import { type Prepared, prepare, readRequest } from './graphql-request.ts';
import { introspect } from './introspection.ts';
import { admit } from './pipeline.ts';

/** What Apollo's hooks need of a request. */
interface ApolloContext {
  ctx: OperationContext;
  cost: Cost;
  /** Says why the answer is not sent; shared, because Apollo makes a copy of the context. */
  outcome: { refusal?: unknown };
}

/** Thrown to roll a transaction back though its answer is finished. */
class RolledBack {
  readonly answer: Answer;
  constructor(answer: Answer) {
    this.answer = answer;
  }
}

type Gateway = NonNullable<Extract<ApolloServerOptions<ApolloContext>, { gateway?: unknown }>['gateway']>;

/** Starts Apollo over the guarded schema and mounts the endpoint. */
export async function mountGraphql(
  app: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
): Promise<() => Promise<void>> {
  const runner = new DocumentRunner(schema);
  // A gateway's executor is how Apollo lets another engine run the validated document.
  const gateway: Gateway = {
    async load() {
      return {
        async executor(request) {
          const { ctx, outcome } = request.context as unknown as ApolloContext;
          const result = await runner.run(
            request.document,
            request.request.query ?? '',
            request.operationName ?? undefined,
            ctx,
            request.request.variables ?? {},
          );
          try {
            assertReadsFit(result.errors);
            // Before it is copied into text: aliases make many copies of one value.
            assertValueFits(result, MAX_ANSWER_BYTES);
          } catch (error) {
            outcome.refusal = error;
            return { data: null };
          }
          return {
            ...result,
            ...(result.errors && { errors: result.errors.map((error) => formatted(error, ctx)) }),
          } as never;
        },
      };
    },
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    async stop() {},
  };
  const apollo = new ApolloServer<ApolloContext>({
    gateway,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Credentials travel in a header that no form and no image can set, never in a cookie.
    csrfPrevention: false,
    hideSchemaDetailsFromClientErrors: false,
    parseOptions: { maxTokens: GRAPHQL_LIMITS.tokens },
    stopOnTerminationSignals: false,
    // Apollo's own is made to be read by people, and costs a quarter of a large answer.
    stringifyResult: (result) => JSON.stringify(result),
    // Cache hints would have Apollo look at every field that resolves.
    plugins: [answers, landingPageDisabled, ApolloServerPluginCacheControlDisabled()],
    logger: app.log as never,
  });
  await apollo.start();
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    handle(services, apollo, schema, request, reply);
  const config = { entry: { credentials: 'optional' } } as const;
  app.route({ method: ['GET', 'POST'], url: '/graphql', config, handler, errorHandler });
  return () => apollo.stop();
}

/** A refusal before the document ran, in the shape that GraphQL clients read. */
function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalOf(error);
  if (refused.status >= 500 && refused.code !== 'OVERLOADED')
    request.log.error({ err: error, request_id: request.id }, 'a request failed');
  const extensions = refused.body(request.id);
  return reply
    .headers(refused.extras.headers ?? {})
    .code(refused.status)
    .send({ errors: [{ message: extensions.message, extensions }] });
}

const landingPageDisabled: ApolloServerPlugin<ApolloContext> = {
  async serverWillStart() {
    return {};
  },
};

/** Puts our error bodies and the cost into every answer. */
const answers: ApolloServerPlugin<ApolloContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response, contextValue: { ctx, cost } }) {
        if (response.body.kind !== 'single') return;
        const result = response.body.singleResult;
        const errors = result.errors?.map((error) =>
          isFormatted(error) ? error : { ...error, ...present(error as never, ctx) },
        );
        const queued = ctx.queued ? { queuedForApproval: ctx.queued } : {};
        const redacted = ctx.redacted.size ? { redactedFields: [...ctx.redacted].sort() } : {};
        response.body.singleResult = {
          ...result,
          ...(errors && { errors }),
          extensions: { ...result.extensions, cost, ...redacted, ...queued },
        };
      },
    };
  },
};

async function handle(
  services: Services,
  apollo: ApolloServer<ApolloContext>,
  schema: GraphQLSchema,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const prepared = prepare(readRequest(request));
  const write = prepared.operation?.operation === 'mutation';
  const origin = await admit(services, request, reply, { surface: 'graphql', write });
  if (write && request.method === 'GET')
    fail('METHOD_NOT_ALLOWED', 'Send mutations by POST.', { headers: { allow: 'POST' } });
  const asked = measured(schema, origin, prepared);
  await countWrites(services, origin, reply, asked.mutations - 1);
  const cost = await charge(services, origin, asked.points);
  const run = async (ctx: OperationContext): Promise<Answer> => {
    ctx.tx.limitReads(MAX_READ_BYTES);
    return execute(apollo, request, { ctx, cost, outcome: {} });
  };
  const answer = asked.isIntrospection
    ? await introspect(
        services,
        origin,
        prepared as Prepared,
        request.headers.accept,
        asked.elements,
        cost,
        run,
      )
    : await inTransaction(services, origin, prepared, request, write, run);
  await services.deferredAudit.disclosuresWritten(origin.principal.tenantId);
  return reply.headers(answer.headers).code(answer.status).send(answer.body);
}

/** Has Apollo answer a request. @throws ANSWER_TOO_LARGE */
async function execute(
  apollo: ApolloServer<ApolloContext>,
  request: FastifyRequest,
  context: ApolloContext,
): Promise<Answer> {
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: request.method, headers: headerMap(request), body: request.body, search },
    context: async () => context,
  });
  if (context.outcome.refusal) throw context.outcome.refusal;
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== 'content-length') headers[name] = value;
  if (response.body.kind !== 'complete') throw new Error('incremental delivery is not offered');
  assertTextFits(response.body.string, MAX_ANSWER_BYTES);
  return { status: response.status ?? 200, body: response.body.string, headers };
}

async function inTransaction(
  services: Services,
  origin: Origin,
  { source, operation, variables }: Partial<Prepared>,
  request: FastifyRequest,
  write: boolean,
  run: (ctx: OperationContext) => Promise<Answer>,
): Promise<Answer> {
  const visibility = visibilityOf(origin.principal);
  if (!write) return services.database.read(visibility, (tx) => run(contextOf(services, origin, tx, false)));
  const key = keyOf(request, operation!);
  const keyMissing = key === undefined && origin.principal.kind === 'agent';
  const open = <T>(work: (ctx: OperationContext) => Promise<T>): Promise<T> =>
    services.database.write(visibility, (tx) =>
      work({ ...contextOf(services, origin, tx, false), keyMissing }),
    );
  const { tenantId } = origin.principal;
  try {
    if (key === undefined || !tenantId) return await open(run);
    const field = (operation!.selectionSet.selections[0] as { name: { value: string } }).name.value;
    const persisted = services.catalogue.byMutation.get(field);
    // Tokens and recovery codes are in the answers of those that take no key; they are stored nowhere.
    if (!persisted || persisted.idempotency === 'none') return await open(run);
    // The operation is that of every surface, the request is not: what REST has answered does not fit a selection.
    const fingerprint = createHash('sha256')
      .update(canonicalJson([source, variables]))
      .digest('base64url');
    const call = { operation: persisted.name, key, fingerprint };
    const work = async (ctx: OperationContext): Promise<Answer> => {
      const answer = await run(ctx);
      const refused = (JSON.parse(answer.body as string) as { errors?: { extensions: ErrorBody }[] })
        .errors?.[0]?.extensions.code;
      // A refusal before the operation ran frees the key; its outcome, good or bad, spends it.
      if (refused && !isOutcome(refused)) throw new RolledBack(answer);
      return answer;
    };
    if (persisted.waits)
      return await runOnceWithLease((inside) => open((ctx) => inside({ ...ctx, tenantId })), call, work);
    return await open((ctx) => runOnce({ ...ctx, tenantId }, call, work));
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

/** The key of a mutation (spec README point 21). @throws IDEMPOTENCY_KEY_INVALID, VALIDATION_ERROR */
function keyOf(request: FastifyRequest, operation: OperationDefinitionNode): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  if (
    operation.selectionSet.selections.length !== 1 ||
    operation.selectionSet.selections[0]!.kind !== Kind.FIELD
  ) {
    throw invalid(
      'query',
      'one_mutation',
      'Idempotency-Key covers exactly one root mutation; send the others by themselves.',
    );
  }
  return assertKey(key);
}

/** @throws GRAPHQL_LIMIT_EXCEEDED; UNAUTHENTICATED to nobody who asks for the schema */
function measured(
  schema: GraphQLSchema,
  { principal }: Origin,
  { document, operation, variables }: Partial<Prepared>,
): Measure {
  if (!document || !operation) return { points: 0, mutations: 0, isIntrospection: false, elements: 0 };
  if (principal.kind === 'anonymous' && isIntrospecting(document))
    fail('UNAUTHENTICATED', 'Sign in to ask for the schema.', { headers: { 'www-authenticate': 'Bearer' } });
  return measure(schema, document, operation, variables!);
}

/** Counts the mutations of a document beside the one that every request of a mutation counts as. */
async function countWrites(
  { limiter }: Services,
  { principal: { tenantId } }: Origin,
  reply: FastifyReply,
  others: number,
): Promise<void> {
  if (!tenantId || others < 1) return;
  const allowance = await limiter.consume('tenant-write', tenantId, others);
  const shown = Number(reply.getHeader('ratelimit-remaining')) / Number(reply.getHeader('ratelimit-limit'));
  if (allowance.remaining / allowance.limit < shown) reply.headers(headersOf([allowance]));
}

async function charge({ limiter }: Services, origin: Origin, requested: number): Promise<Cost> {
  const [, window] = POLICIES['graphql-cost'];
  const key = origin.principal.kind === 'anonymous' ? `ip:${origin.ip}` : origin.principal.id;
  const { remaining, limit } = await limiter.consume('graphql-cost', key, Math.max(1, requested));
  return { requested, available: remaining, limit, refill: limit / window };
}

function headerMap(request: FastifyRequest): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, [value].flat().join(', '));
  return headers;
}
