// Builds the service from its settings: schema, catalogue and surfaces. Called by main.ts and the tests.
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { resolveConnections } from '../resolvers/connections.ts';
import { resolvers } from '../resolvers/index.ts';
import { mountRest } from '../rest-compat/router.ts';
import { redactCustomFields } from './access/custom-fields.ts';
import { Keys } from './access/keys.ts';
import { NOTICES_CHANNEL, PlatformNotices } from './access/platform-notices.ts';
import { PrincipalCache } from './access/principal.ts';
import { purgeOnChanges } from './access/purge.ts';
import { applyRedaction, governedFields } from './access/redaction.ts';
import { permissionCatalogue } from './access/roles.ts';
import { openRootKey } from './access/root-key.ts';
import { applySections, sectionsOf } from './access/sections.ts';
import { applyShield } from './access/shield.ts';
import { ensureSigningKey, KEYS_CHANNEL, reloadSigningKeys } from './access/signing-keys.ts';
import { mcpRoute } from './agent/mcp.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import { Database, type DatabaseOptions } from './db/knex.ts';
import { listenTo, type Subscription } from './db/listener.ts';
import { demoPeople } from './demo/people.ts';
import { eventsAfter, finishedItems } from './domains/batches/events.ts';
import { EVENTS_CHANNEL } from './domains/batches/progress.ts';
import { getBatch } from './domains/batches/service.ts';
import { receiveBillingEvent, receivePaymentEvent } from './domains/billing/events.ts';
import { PROVIDER } from './domains/billing/stripe.ts';
import { isRecordingFile } from './domains/call-recordings/file-guards.ts';
import { handleVoiceEvent } from './domains/calls/voice-events.ts';
import { handleMailEvent } from './domains/communications/inbound.ts';
import { type EventHandler, receiveProviderEvent } from './domains/communications/ingress.ts';
import { isMediaFile } from './domains/content/media.ts';
import { findLink } from './domains/documents/links.ts';
import { openDownload } from './domains/jobs/files.ts';
import { notifyOfEvent } from './domains/notifications/notify.ts';
import { queueCall } from './domains/proposals/service.ts';
import { isLogo, isSessionFile } from './domains/rooms/file-guards.ts';
import { assertRoomReachable } from './domains/rooms/public-links.ts';
import { isSigningFile } from './domains/signing/file-guards.ts';
import { findSigningLink } from './domains/signing/invitations.ts';
import { receiveSigningEvent } from './domains/signing/provider-webhook.ts';
import { assertSigningReachable } from './domains/signing/session.ts';
import { Egress } from './egress/egress.ts';
import { ServiceError } from './errors.ts';
import { DeferredAudit } from './events/deferred-audit.ts';
import { Files } from './files/files.ts';
import { BatchNews } from './http/batch-news.ts';
import { batchStreamRoute } from './http/batch-stream.ts';
import { compressAnswers } from './http/compression.ts';
import { CONNECTION_OPTIONS } from './http/connections.ts';
import { mountPreflights } from './http/cors.ts';
import { mountFiles } from './http/files.ts';
import { mountGraphql } from './http/graphql.ts';
import { ingressRoute } from './http/ingress.ts';
import { mountPages } from './http/pages.ts';
import { countAddress, guardEntry, requestIdOf } from './http/pipeline.ts';
import { mountMetrics, probeRoutes } from './http/probes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { unsubscribeRoutes } from './http/unsubscribe.ts';
import { Mailer } from './mail/mailer.ts';
import { Metrics } from './metrics.ts';
import { buildCatalogue } from './operations/catalogue.ts';
import { failure, refusalOf } from './operations/envelope.ts';
import { OperationRunner } from './operations/execute.ts';
import { guardRootFields } from './operations/root-fields.ts';
import { buildSchema, type ResolverMap } from './operations/schema.ts';
import { attachFieldSources } from './operations/sources.ts';
import { InputValidator } from './operations/validate.ts';
import { POLICIES_CHANNEL, RateLimiter } from './rate-limit.ts';
import type { Services } from './services.ts';

export { startWorker } from './jobs/worker.ts';

export interface Server {
  app: FastifyInstance;
  services: Services;
  /** Stops accepting requests, finishes the running ones, and closes the database connections. */
  close(): Promise<void>;
}

/** Returns the schema with its resolvers, redaction, sections and shield. */
export function guardedSchema(): GraphQLSchema {
  const schema = attachFieldSources(resolveConnections(buildSchema(resolvers as ResolverMap)), resolvers);
  return applyShield(guardRootFields(applySections(redactCustomFields(applyRedaction(schema)))));
}

/** What the schema and the operations determine: the same for every server of a process. */
function deriveFromSchema() {
  const schema = guardedSchema();
  const catalogue = buildCatalogue(schema);
  return {
    schema,
    catalogue,
    validator: new InputValidator(catalogue.definitions),
    runner: new OperationRunner(schema),
    governed: governedFields(schema),
    sections: sectionsOf(schema),
    permissions: permissionCatalogue(schema),
  };
}

/** Kept, because tests start many servers in one process. */
let derived: ReturnType<typeof deriveFromSchema> | undefined;

/** Finds out now, and not when the first envelope is sealed. @throws ConfigError for a certificate that cannot sign */
async function assertCertificate(certificate: NonNullable<Config['signingCertificate']>): Promise<void> {
  // Loaded only where it is needed: its packages take 20 MB.
  const { CmsSigner } = await import('./domains/signing/cms-signer.ts');
  try {
    new CmsSigner(certificate);
  } catch (error) {
    throw new ConfigError(
      `SIGNING_CERTIFICATE must be a PKCS #12 file with an RSA key and its certificate that opens with SIGNING_CERTIFICATE_PASSWORD (${(error as Error).message})`,
    );
  }
}

/**
 * Builds a server that is ready to listen.
 * @param databaseUrl a migrated database
 */
export async function createServer(
  config: Config,
  databaseUrl: string,
  logger?: FastifyServerOptions['logger'],
  databaseOptions?: DatabaseOptions,
): Promise<Server> {
  if (config.signingCertificate) await assertCertificate(config.signingCertificate);
  derived ??= deriveFromSchema();
  const { schema, ...ofSchema } = derived;
  const security = securityHeaders(config.production);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.headers(security).header('x-request-id', request.id);
  const app = Fastify({
    logger: logger ?? { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestIdHeader: false,
    ...CONNECTION_OPTIONS,
    forceCloseConnections: 'idle',
    // As long as a path can be: an overlong token or id is unknown, as any other.
    routerOptions: { maxParamLength: 16_384 },
    // Requests that Fastify refuses before it has found a route, such as a badly escaped path.
    frameworkErrors: (_error, request, reply) => {
      countAddress(services, request, setHeaders(request, reply)).then(
        () => refuseUnknownRoute(request, reply),
        (error) => refuseRequest(error, request, reply),
      );
    },
  });
  app.addHook('onRequest', (request, reply, next) => {
    setHeaders(request, reply);
    next();
  });
  const onError = (error: Error): void => app.log.warn({ error: error.message }, 'an idle connection failed');
  const database = new Database(databaseUrl, config.poolSize, onError, databaseOptions);
  const clock = systemClock(config.clockOffsetFile);
  const deferredAudit = new DeferredAudit(database, clock, app.log);
  const services: Services = {
    config,
    clock,
    database,
    keys: new Keys(await openRootKey(database, config, clock)),
    principals: new PrincipalCache(),
    limiter: new RateLimiter(database.auxiliaryPool, config.rateLimitScale),
    notices: new PlatformNotices(database, clock),
    metrics: new Metrics(database),
    mailer: new Mailer(config),
    files: new Files(database, clock, config.fileStore),
    egress: new Egress(config.webhookAllowLoopback),
    deferredAudit,
    ...ofSchema,
    queueCall,
    notify: notifyOfEvent,
    assertReachable: async (access, rootField, input, ip) => {
      if (access.principals !== 'public') return;
      if (access.module === 'rooms') await assertRoomReachable(services, rootField, input, ip);
      if (access.module === 'signing') await assertSigningReachable(services, rootField, input, ip);
    },
    findLink: async (access, token) => {
      if (typeof token !== 'string') return undefined;
      return access.module === 'signing' ? findSigningLink(database, token) : findLink({ services }, token);
    },
  };
  await ensureSigningKey(services);
  const batchNews = new BatchNews();
  const subscriptions = {
    ...purgeOnChanges(services.principals),
    [EVENTS_CHANNEL]: batchNews,
    [KEYS_CHANNEL]: reloadedKeys(services),
    [POLICIES_CHANNEL]: reloaded(services.limiter, app.log),
    [NOTICES_CHANNEL]: reloaded(services.notices, app.log),
  };
  const listener = listenTo(databaseUrl, subscriptions, app.log);
  mountSurfaces(app, services, schema, batchNews);
  const stopGraphql = await mountGraphql(app, services, schema);
  return {
    app,
    services,
    async close() {
      await app.close();
      await stopGraphql();
      await listener.stop();
      await services.egress.close();
      await deferredAudit.flush();
      await database.close();
      // The registry stays in memory until the process ends, held by its observer of garbage collections.
      services.metrics.registry.clear();
    },
  };
}

/** Reads the signing keys again at their next use, when one was replaced or may have been. */
function reloadedKeys(services: Services): Subscription {
  const reload = () => reloadSigningKeys(services);
  return { received: reload, connected: reload };
}

/** Reads again what operators have set when they have changed it, or may have while nothing was heard of it. */
function reloaded(settings: { reload(): Promise<void> }, log: FastifyInstance['log']): Subscription {
  const reload = () => {
    settings.reload().catch((error) => log.warn({ err: error }, 'what operators have set could not be read'));
  };
  return { received: reload, connected: reload };
}

function mountSurfaces(
  app: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
  batchNews: BatchNews,
): void {
  app.setErrorHandler(refuseRequest);
  app.setNotFoundHandler(refuseUnknownRoute);
  guardEntry(app, services);
  compressAnswers(app);
  mountPreflights(app);
  app.addHook('onResponse', (request, reply, next) => {
    recordAnswer(services, request, reply);
    next();
  });
  mountRest(app, services, {
    ...ingressRoutes(services),
    CallMcp: mcpRoute(services),
    StreamBatch: batchStreamRoute(services, app, { getBatch, eventsAfter, finishedItems }, batchNews),
    ...probeRoutes(services),
    ...unsubscribeRoutes(services),
  });
  mountMetrics(app, services);
  mountFiles(app, services, openDownload, {
    room_session: isSessionFile,
    room_logo: isLogo,
    call_recording: isRecordingFile,
    signing_link: isSigningFile,
    content_media: isMediaFile,
  });
  const { config } = services;
  mountPages(app, services, schema, () => (config.demo && !config.production ? demoPeople() : []));
}

/** Returns the handlers of the events that providers send, by operation. */
function ingressRoutes(services: Services) {
  const eventOf = ({ headers, id: requestId, log, url }: FastifyRequest, provider: string, body: string) => {
    const connectionId = new URLSearchParams(url.split('?')[1] ?? '').get('connection_id') ?? undefined;
    return { provider, body, headers, requestId, log, connectionId };
  };
  const routeOf = (kind: 'mail' | 'voice', handle: EventHandler) =>
    ingressRoute(services, `${kind}_provider`, (_, request, provider, body) =>
      receiveProviderEvent(services, { kind, ...eventOf(request, provider, body) }, handle),
    );
  return {
    ReceiveMailProviderEvent: routeOf('mail', handleMailEvent),
    ReceiveVoiceProviderEvent: routeOf('voice', handleVoiceEvent),
    ReceiveSigningWebhook: ingressRoute(services, 'signing_provider', (_, request, provider, body) =>
      receiveSigningEvent(services, eventOf(request, provider, body)),
    ),
    ReceiveBillingWebhook: ingressRoute(services, 'payment_provider', (_, request, provider, body) =>
      receiveBillingEvent(services, eventOf(request, provider, body)),
    ),
    ReceivePaymentWebhook: ingressRoute(services, 'payment_provider', (_, request, _provider, body) => {
      const connectionId =
        new URLSearchParams(request.url.split('?')[1] ?? '').get('connection') ?? undefined;
      return receivePaymentEvent(services, { ...eventOf(request, PROVIDER, body), connectionId });
    }),
  };
}

function refuseRequest(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalOf(error);
  const { status, body, headers } = failure(refused, request.id);
  if (status >= 500 && refused.code !== 'OVERLOADED')
    request.log.error({ err: error, request_id: request.id }, 'a request failed');
  return reply.headers(headers).code(status).send(body);
}

function refuseUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = failure(
    new ServiceError('NOT_FOUND', 'There is no route with this path.'),
    request.id,
  );
  return reply.code(status).send(body);
}

/** Logs and counts one answer, by the pattern of its route and never by its values. */
function recordAnswer({ metrics }: Services, request: FastifyRequest, reply: FastifyReply): void {
  const { url = 'unknown', config } = request.routeOptions;
  const operation = (config as { operation?: string }).operation ?? url;
  const surface = url.startsWith('/api') ? 'rest' : 'page';
  metrics.requests.inc({ operation, surface, status: reply.statusCode });
  metrics.duration.observe({ operation, surface }, reply.elapsedTime / 1000);
  const { id, method } = request;
  request.log.info(
    {
      request_id: id,
      method,
      route: url,
      operation,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  );
}
