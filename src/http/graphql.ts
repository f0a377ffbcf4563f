// POST and GET /graphql: runs GraphQL documents through Apollo Server.

import { createHash } from 'node:crypto';
import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Cost } from '../access/cost.ts';
import { GRAPHQL_LIMITS, isIntrospecting, type Measure, measure as measureCost } from '../access/cost.ts';
import type { Transaction } from '../db/transaction.ts';
import { type ErrorBody, fail, invalid, ServiceError } from '../errors.ts';
import {
  assertTextFits,
  assertValueFits,
  MAX_ANSWER_BYTES,
  MAX_READ_BYTES,
} from '../operations/answer-size.ts';
import { contextOf, keyHolder, type Origin, visibilityOf } from '../operations/call.ts';
import { canonicalJson } from '../operations/canonical.ts';
import type { OperationContext } from '../operations/context.ts';
import { type Answer, refusalOf } from '../operations/envelope.ts';
import { assertReadsFit, DocumentRunner } from '../operations/execute.ts';
import { variableFaults } from '../operations/graphql-inputs.ts';
import { assertKey, isOutcome, runOnce, runOnceWithLease } from '../operations/idempotency.ts';
import { headersOf } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { formatError, formatExecutionError, isFormatted } from './graphql-errors.ts';
import { originOf } from './graphql-operators.ts';
import { type GraphQLRequest, type ParsedRequest, parseRequest, readRequest } from './graphql-request.ts';
import { introspect } from './introspection.ts';
import { admit } from './pipeline.ts';

/** The context that Apollo passes to its hooks. */
interface ApolloContext {
  ctx: OperationContext;
  cost: Cost;
  /** Holds the reason why the answer is not sent; an object, because Apollo copies the context. */
  outcome: { refusal?: unknown };
}

/** Thrown to roll back a transaction and still send its answer. */
class RolledBack {
  readonly answer: Answer;
  constructor(answer: Answer) {
    this.answer = answer;
  }
}

type ExecutorRequest = Parameters<NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>>[0];
type Gateway = NonNullable<Extract<ApolloServerOptions<ApolloContext>, { gateway?: unknown }>['gateway']>;

/** Starts Apollo with the guarded schema and mounts the endpoint; returns the function that stops Apollo. */
export async function mountGraphql(
  app: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
): Promise<() => Promise<void>> {
  const runner = new DocumentRunner(schema);
  // Apollo lets another engine run the validated document only through a gateway's executor.
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
            if (result.data === undefined) assertVariables(schema, request);
            assertReadsFit(result.errors);
            // Checked before the result becomes text, because aliases copy one value many times.
            assertValueFits(result, MAX_ANSWER_BYTES);
          } catch (error) {
            outcome.refusal = error;
            return { data: null };
          }
          return {
            ...result,
            ...(result.errors && { errors: result.errors.map((error) => formatExecutionError(error, ctx)) }),
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
    // Credentials are sent in a header, which forms and images cannot set, and never in a cookie.
    csrfPrevention: false,
    hideSchemaDetailsFromClientErrors: false,
    // Persisted queries are resolved before Apollo sees the request (persisted-queries.ts).
    persistedQueries: false,
    parseOptions: { maxTokens: GRAPHQL_LIMITS.tokens },
    stopOnTerminationSignals: false,
    // Apollo's own function indents the JSON, which takes a quarter of the time of a large answer.
    stringifyResult: (result) => JSON.stringify(result),
    // Cache control is disabled, because Apollo would otherwise inspect every resolved field.
    plugins: [formatResponse, landingPageDisabled, ApolloServerPluginCacheControlDisabled()],
    logger: app.log as never,
  });
  await apollo.start();
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    handle(services, apollo, schema, request, reply);
  const config = { entry: { credentials: 'optional' } } as const;
  app.route({ method: ['GET', 'POST'], url: '/graphql', config, handler, errorHandler });
  return () => apollo.stop();
}

/** Sends an error from before the document ran in the shape that GraphQL clients expect. */
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

/** Adds our error bodies and the cost to every response. */
const formatResponse: ApolloServerPlugin<ApolloContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response, contextValue: { ctx, cost } }) {
        if (response.body.kind !== 'single') return;
        const result = response.body.singleResult;
        const errors = result.errors?.map((error) =>
          isFormatted(error) ? error : { ...error, ...formatError(error as never, ctx) },
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
  // Without credentials, only what a link opens is answered.
  if (request.entryState?.principal.kind === 'anonymous')
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const read = readRequest(request);
  const parsed = parseRequest(read);
  const isMutation = parsed.operation?.operation === 'mutation';
  const admitted = await admit(services, request, reply, { surface: 'graphql', write: isMutation });
  const origin = await originOf(services, schema, admitted, parsed, request);
  services.notices.assertOpen(origin.principal, isMutation);
  if (isMutation && request.method === 'GET')
    fail('METHOD_NOT_ALLOWED', 'Send mutations by POST.', { headers: { allow: 'POST' } });
  const measure = measureDocument(schema, origin, parsed);
  await countFurtherWrites(services, origin, reply, measure.mutations - 1);
  const cost = await chargeCost(services, origin, measure.points);
  const run = async (ctx: OperationContext): Promise<Answer> => {
    ctx.tx.limitReads(MAX_READ_BYTES);
    return execute(apollo, request, read, { ctx, cost, outcome: {} });
  };
  const answer = measure.isIntrospection
    ? await introspect(
        services,
        origin,
        parsed as ParsedRequest,
        request.headers.accept,
        measure.elements,
        cost,
        run,
      )
    : await inTransaction(services, origin, parsed, request, isMutation, run);
  await services.deferredAudit.disclosuresWritten(origin.principal.tenantId);
  return reply.headers(answer.headers).code(answer.status).send(answer.body);
}

/** Refuses variables that GraphQL cannot read with the fields that REST names for such inputs. @throws VALIDATION_ERROR */
function assertVariables(schema: GraphQLSchema, { document, operationName, request }: ExecutorRequest): void {
  const operation = getOperationAST(document, operationName);
  const fields = operation ? variableFaults(schema, operation, request.variables ?? {}) : [];
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
}

/** Runs a request through Apollo. @throws ANSWER_TOO_LARGE; VALIDATION_ERROR for variables */
async function execute(
  apollo: ApolloServer<ApolloContext>,
  request: FastifyRequest,
  body: GraphQLRequest,
  context: ApolloContext,
): Promise<Answer> {
  // A query string has been read already; a GET with a mutation has been refused.
  const headers = headerMap(request).set('content-type', 'application/json');
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: 'POST', headers, body, search: '' },
    context: async () => context,
  });
  if (context.outcome.refusal) throw context.outcome.refusal;
  const answered: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== 'content-length') answered[name] = value;
  if (response.body.kind !== 'complete') throw new Error('incremental delivery is not supported');
  assertTextFits(response.body.string, MAX_ANSWER_BYTES);
  return { status: response.status ?? 200, body: response.body.string, headers: answered };
}

async function inTransaction(
  services: Services,
  origin: Origin,
  { source, operation, variables }: Partial<ParsedRequest>,
  request: FastifyRequest,
  isMutation: boolean,
  run: (ctx: OperationContext) => Promise<Answer>,
): Promise<Answer> {
  const visibility = visibilityOf(origin.principal);
  const { headers } = request;
  const context = (tx: Transaction) => ({ ...contextOf(services, origin, tx, false), headers });
  if (!isMutation) return services.database.read(visibility, (tx) => run(context(tx)));
  const key = keyOf(request, operation!);
  const keyMissing = key === undefined && origin.principal.kind === 'agent';
  const open = <T>(work: (ctx: OperationContext) => Promise<T>): Promise<T> =>
    services.database.write(visibility, (tx) => work({ ...context(tx), keyMissing }));
  try {
    if (key === undefined) return await open(run);
    const field = operation!.selectionSet.selections[0] as FieldNode;
    const persisted = services.catalogue.byMutation.get(field.name.value);
    // Operations without idempotency answer with tokens or recovery codes, which are never stored.
    if (!persisted || persisted.idempotency === 'none') return await open(run);
    const input = { token: textArgument(field, 'token', variables) };
    const holder = await keyHolder(services, { operation: persisted, principal: origin.principal, input });
    if (!holder) return await open(run);
    const { tenantId, linkId } = holder;
    // All surfaces share the operation name, but a REST answer does not fit a selection: fingerprint the document too.
    const fingerprint = createHash('sha256')
      .update(canonicalJson([source, variables]))
      .digest('base64url');
    const call = { operation: persisted.name, key, linkId, fingerprint };
    const work = async (ctx: OperationContext): Promise<Answer> => {
      const answer = await run(ctx);
      const refused = (JSON.parse(answer.body as string) as { errors?: { extensions: ErrorBody }[] })
        .errors?.[0]?.extensions.code;
      // A refusal before the operation ran releases the key; a result of the operation, good or bad, uses it up.
      if (refused && !isOutcome(refused)) throw new RolledBack(answer);
      return answer;
    };
    if (persisted.waits)
      return await runOnceWithLease((inside) => open((ctx) => inside({ ...ctx, tenantId })), call, work);
    if (linkId)
      return await services.database.write({ tenantId }, (tx) =>
        runOnce({ ...contextOf(services, origin, tx, false), tenantId, opensLink: true }, call, work),
      );
    return await open((ctx) => runOnce({ ...ctx, tenantId }, call, work));
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

/** Returns an argument that is a text, written in the document or passed as a variable. */
function textArgument(
  { arguments: given = [] }: FieldNode,
  name: string,
  variables: Record<string, unknown> = {},
): unknown {
  const value = given.find((argument) => argument.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value];
  return value?.kind === Kind.STRING ? value.value : undefined;
}

/** Returns the Idempotency-Key of a mutation (spec README point 21). @throws IDEMPOTENCY_KEY_INVALID, VALIDATION_ERROR */
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
      'A request with an Idempotency-Key may contain only one root mutation; send the others separately.',
    );
  }
  return assertKey(key);
}

/** Measures the cost of a document. @throws GRAPHQL_LIMIT_EXCEEDED; UNAUTHENTICATED for anonymous introspection */
function measureDocument(
  schema: GraphQLSchema,
  { principal }: Origin,
  { document, operation, variables }: Partial<ParsedRequest>,
): Measure {
  if (!document || !operation) return { points: 0, mutations: 0, isIntrospection: false, elements: 0 };
  if (principal.kind === 'anonymous' && isIntrospecting(document))
    fail('UNAUTHENTICATED', 'Sign in to ask for the schema.', { headers: { 'www-authenticate': 'Bearer' } });
  return measureCost(schema, document, operation, variables!);
}

/** Counts the mutations of a document after the first, which was counted with the request. */
async function countFurtherWrites(
  { limiter }: Services,
  { principal: { tenantId } }: Origin,
  reply: FastifyReply,
  further: number,
): Promise<void> {
  if (!tenantId || further < 1) return;
  const allowance = await limiter.consume('tenant-write', tenantId, further);
  const remainingShare =
    Number(reply.getHeader('ratelimit-remaining')) / Number(reply.getHeader('ratelimit-limit'));
  if (allowance.remaining / allowance.limit < remainingShare) reply.headers(headersOf([allowance]));
}

async function chargeCost({ limiter }: Services, origin: Origin, requested: number): Promise<Cost> {
  const key = origin.principal.kind === 'anonymous' ? `ip:${origin.ip}` : origin.principal.id;
  const { remaining, limit, window } = await limiter.consume('graphql-cost', key, Math.max(1, requested));
  return { requested, available: remaining, limit, refill: limit / window };
}

function headerMap(request: FastifyRequest): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, [value].flat().join(', '));
  return headers;
}
