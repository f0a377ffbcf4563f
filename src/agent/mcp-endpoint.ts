// The MCP endpoint: handles one message for each request, through the official server package.
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedOrigins,
  type McpHttpHandler,
  Server,
  type ServerOptions,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../access/principal.ts';
import { fail } from '../errors.ts';
import { admit } from '../http/pipeline.ts';
import { authorize } from '../operations/call.ts';
import type { Services } from '../services.ts';
import { IDENTITY } from './identity.ts';
import { protocolError } from './json-rpc.ts';
import { Prompts } from './prompts.ts';
import { Resources } from './resources.ts';
import { type Session, sessionOf } from './session.ts';
import { answerSingleRequest, isSingleRequest } from './single-request.ts';
import { resultOf, type Tools, textResultOf, toolsOf } from './tools.ts';

const CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const;

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions:
    'The tools are the operations of a CRM workspace; only those that you may use are listed, in pages with short schemas: ' +
    'find_tools searches all of them, describe_tool shows one in full. Read platform://policy before ' +
    'you change anything. Every tool that changes something takes an idempotencyKey: choose a new one for each intended ' +
    'change and send the same one when you repeat a call. A refused call has a result with isError; error.code says why.',
  cacheHints: {
    'tools/list': CACHE,
    'prompts/list': CACHE,
    'resources/list': CACHE,
    'resources/templates/list': CACHE,
    'resources/read': CACHE,
    'server/discover': CACHE,
  },
};

export class McpEndpoint {
  readonly #services: Services;
  readonly #tools: Tools;
  readonly #resources: Resources;
  readonly #prompts: Prompts;
  readonly #sessions = new WeakMap<Request, Session>();
  readonly #modern: McpHttpHandler;

  constructor(services: Services) {
    this.#services = services;
    this.#tools = toolsOf(services);
    this.#resources = new Resources(services);
    this.#prompts = new Prompts(services, this.#resources);
    this.#modern = createMcpHandler(({ requestInfo }) => this.#server(this.#sessions.get(requestInfo!)!), {
      legacy: 'reject',
      // The server sends no notifications, so there is nothing to subscribe to.
      maxSubscriptions: 0,
    });
  }

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { body, headers } = request;
    const operation = this.#calledOperation(body);
    const origin = await admit(this.#services, request, reply, {
      surface: 'mcp',
      write: operation?.kind === 'mutation',
    });
    this.#services.notices.assertOpen(origin.principal, operation?.kind === 'mutation');
    this.#checkOrigin(headers.origin, origin.principal);
    authorize(this.#services.catalogue.byName.get('CallMcp')!, origin.principal);
    if (!acceptsJson(headers.accept)) fail('NOT_ACCEPTABLE');
    if (Array.isArray(body))
      return reply.code(400).send(protocolError(-32600, 'Send one message, not a batch.'));
    const session = sessionOf(origin, new URLSearchParams(request.url.split('?')[1]));
    if (isSingleRequest(headers, body)) {
      reply.type('application/json');
      return answerSingleRequest(this.#server(session, textResultOf), body);
    }
    const answer = await this.#exchange(session, webRequest(request), body);
    const type = answer.headers.get('content-type');
    if (type) reply.type(type);
    return reply.code(answer.status).send(type ? await answer.text() : undefined);
  }

  /** Returns the operation that a message calls, for the limit on writes. */
  #calledOperation(body: unknown) {
    const { method, params } = (body ?? {}) as { method?: unknown; params?: unknown };
    return method === 'tools/call' ? this.#tools.operation(params) : undefined;
  }

  /** Checks the Origin header, which only browsers send: a foreign page must not reach a service on this machine. */
  #checkOrigin(origin: string | undefined, { policy }: Principal): void {
    if (origin === undefined || origin === new URL(this.#services.config.publicUrl).origin) return;
    if (policy.origins.includes(origin)) return;
    if (!validateOriginHeader(origin, localhostAllowedOrigins()).ok) fail('ORIGIN_FORBIDDEN');
  }

  /**
   * Handles one message in its protocol version. The package would stream the responses of older versions; our own
   * transport makes both plain JSON.
   */
  async #exchange(session: Session, request: Request, parsedBody: unknown): Promise<Response> {
    if (!(await isLegacyRequest(request, parsedBody))) {
      this.#sessions.set(request, session);
      return this.#modern.fetch(request, { parsedBody });
    }
    const server = this.#server(session);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  }

  /**
   * Returns a server for one message; its only state is the session.
   * @param result makes the result of a tool from its answer
   */
  #server(session: Session, result = resultOf): Server {
    const server = new Server(IDENTITY, OPTIONS);
    server.setRequestHandler('tools/list', ({ params }) => this.#tools.list(session, params?.cursor));
    server.setRequestHandler('tools/call', async ({ params }) =>
      result(await this.#tools.call(session, params.name, params.arguments)),
    );
    server.setRequestHandler('resources/list', () => this.#resources.list(session));
    server.setRequestHandler('resources/templates/list', () => this.#resources.templates(session));
    server.setRequestHandler('resources/read', ({ params }) => this.#resources.read(session, params.uri));
    server.setRequestHandler('prompts/list', () => this.#prompts.list(session));
    server.setRequestHandler('prompts/get', ({ params }) =>
      this.#prompts.get(session, params.name, params.arguments),
    );
    return server;
  }
}

/** Converts the request for the package: without credentials, and with an Accept header that all versions require. */
function webRequest({ headers, url }: FastifyRequest): Request {
  const forwarded = Object.entries(headers).filter(
    ([name]) => name.startsWith('mcp-') || name === 'content-type',
  );
  return new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: {
      ...(Object.fromEntries(forwarded) as Record<string, string>),
      accept: 'application/json, text/event-stream',
    },
  });
}

function acceptsJson(accept: string | undefined): boolean {
  if (!accept) return true;
  return accept
    .split(',')
    .some((range) => /^\s*(application\/(json|\*)|\*\/\*)\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(range));
}
