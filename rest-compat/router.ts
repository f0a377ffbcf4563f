// Mounts the documented /api routes: method and path select an operation; path, query and body become its input.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { userIdOf } from '../src/access/principal.ts';
import { fail, invalid } from '../src/errors.ts';
import { openTicket } from '../src/files/tickets.ts';
import { sendFile } from '../src/http/file-response.ts';
import { admit, type Entry } from '../src/http/pipeline.ts';
import { discardUploads, isMultipart, readUpload } from '../src/http/uploads.ts';
import { authorize, type Call, callOperation, type Origin } from '../src/operations/call.ts';
import type { Operation } from '../src/operations/catalogue.ts';
import { deprecationHeaders } from '../src/operations/deprecation.ts';
import type { Answer } from '../src/operations/envelope.ts';
import { type JsonSchema, membersOf } from '../src/operations/json-schema.ts';
import { routeTarget } from '../src/operations/route-target.ts';
import type { WireObject } from '../src/operations/wire.ts';
import type { Services } from '../src/services.ts';
import { streamExport } from './export.ts';
import type { Caller } from './filter-parameter.ts';
import { asksForCsv, streamImportRows } from './import-rows-csv.ts';
import { fromQuery } from './query.ts';

/** Answers of at least this length have a tag even without a version. */
const MIN_TAGGED_LENGTH = 2048;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Handlers for operations that are not answered by the generic REST handler, by operation name. */
export type CustomRoutes = Record<
  string,
  Pick<RouteOptions, 'handler' | 'errorHandler'> & { entry?: Entry; rawBody?: boolean; takesForm?: boolean }
>;

/**
 * Mounts every operation, and a 405 for the methods that a path does not support.
 * @param custom handlers for operations whose answer is not a JSON envelope of one field, such as MCP
 */
export function mountRest(app: FastifyInstance, services: Services, custom: CustomRoutes = {}): void {
  const allowed = new Map<string, Set<string>>();
  const links = new Set<string>();
  for (const operation of services.catalogue.operations) {
    const url = operation.path.replace(/\{(\w+)\}/g, ':$1');
    const {
      entry = entryOf(operation),
      rawBody = false,
      takesForm = false,
      ...handlers
    } = custom[operation.name] ?? {};
    app.route({
      method: operation.method as (typeof METHODS)[number],
      url,
      config: {
        operation: operation.name,
        entry,
        ...(rawBody && { rawBody }),
        ...(takesForm && { takesForm }),
      },
      handler: (request, reply) => handle(services, operation, request, reply),
      ...handlers,
    });
    if (entry.link) links.add(url);
    const methods = allowed.get(url) ?? new Set();
    allowed.set(url, methods.add(operation.method));
  }
  for (const [url, methods] of allowed) {
    if (methods.has('GET')) methods.add('HEAD');
    const others = METHODS.filter((method) => !methods.has(method));
    const allow = [...methods].sort().join(', ');
    if (others.length)
      app.route({
        method: others,
        url,
        config: { entry: { allow, link: links.has(url) } },
        handler: () => undefined,
      });
  }
}

/** Returns the entry checks of an operation, which run before the body is read. */
function entryOf({ access, upload, kind, path }: Operation): Entry {
  if (access.principals === 'public') {
    // Reading by a link counts as a view, unless it is the workspace itself that reads.
    const countsViews = access.module === 'commercial' && kind === 'query';
    return { link: path.includes('{token}'), ...(countsViews && { credentials: 'tolerated' }) };
  }
  if (access.principals === 'ingress') return {};
  const personal = access.principals === 'user' && access.module === 'auth';
  const forOperators = access.principals === 'operator';
  return { credentials: 'required', personal, forOperators, ...(upload && { upload: true }) };
}

async function handle(
  services: Services,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const origin = await admit(services, request, reply, {
    surface: 'rest',
    write: operation.kind === 'mutation',
    export: operation.answer === 'export',
  });
  if (operation.deprecation) reply.headers(deprecationHeaders(operation.deprecation));
  // Signing in stays possible, so that operators can end maintenance.
  if (operation.access.module !== 'auth')
    services.notices.assertOpen(origin.principal, operation.kind === 'mutation');
  try {
    return await answer(services, operation, origin, request, reply);
  } catch (error) {
    const target = routeTarget(operation, request.params as WireObject);
    services.deferredAudit.refused(origin, { ...operation, target }, error);
    throw error;
  }
}

async function answer(
  services: Services,
  operation: Operation,
  origin: Origin,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  authorize(operation, origin.principal);
  if (isMultipart(request)) return answerUpload(services, operation, origin, request, reply);
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const input = await readReachable(services, operation, origin, request, query);
  const call = {
    ...origin,
    operation,
    input,
    idempotencyKey: header(request, 'idempotency-key'),
    matchesAny: header(request, 'if-match') === '*',
  };
  if (operation.answer === 'bytes') return sendBytes(services, call, request, reply);
  if (asksForCsv(operation, request)) return streamImportRows(services, call, reply);
  if (operation.answer === 'export') return streamExport(services, call, query, request, reply);
  const fields = fieldsOf(operation, services.catalogue.definitions, query);
  const result = await callOperation(services, call);
  return send(request, reply, fields ? pickFields(result, fields) : result);
}

/** Returns the input of a call; what cannot be read is refused after the checks that come before the input. */
async function readReachable(
  services: Services,
  operation: Operation,
  origin: Origin,
  request: FastifyRequest,
  query: URLSearchParams,
): Promise<WireObject> {
  try {
    return readInput(operation, request, request.body, query, callerOf(services, origin));
  } catch (error) {
    const declared = operation.inputs.filter(({ header: name }) => name);
    const sent = declared.map(({ wire, header: name }) => [wire, header(request, name!)]);
    const input = { ...Object.fromEntries(sent), ...(request.params as WireObject) };
    await services.assertReachable(operation.access, operation.rootField, input, origin.ip);
    throw error;
  }
}

/** Answers a call whose file was sent as multipart. */
async function answerUpload(
  services: Services,
  operation: Operation,
  origin: Origin,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { tenantId } = origin.principal;
  const sent = await readUpload(services.files, tenantId!, operation, request);
  try {
    await request.entryState!.enterQueue();
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const input = readInput(operation, request, sent.body, query, callerOf(services, origin));
    const idempotencyKey = header(request, 'idempotency-key');
    const result = await callOperation(services, {
      ...origin,
      operation,
      input,
      idempotencyKey,
      uploads: sent.uploads,
    });
    if (result.status >= 400) for (const upload of sent.uploads) upload.isTaken = false;
    return send(request, reply, result);
  } catch (error) {
    for (const upload of sent.uploads) upload.isTaken = false;
    throw error;
  } finally {
    await discardUploads(services.files, sent);
  }
}

/** Answers with the bytes of the file that an operation returns. */
async function sendBytes(
  services: Services,
  call: Call & { operation: Operation },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { method, headers } = request;
  const result = await callOperation(services, { ...call, fileRequest: { method, headers } });
  if (result.status >= 400) return send(request, reply, result);
  reply.headers(result.headers);
  const { url } = (result.body as { data: { url: string } }).data;
  const ticket = openTicket(services, url.slice(url.lastIndexOf('/') + 1));
  const file = await services.files.find({ tenantId: ticket.tenantId, id: ticket.fileId });
  return sendFile(services.files, file ?? fail('NOT_FOUND'), request, reply, ticket);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function callerOf({ clock }: Services, { principal }: Origin): Caller {
  return { me: userIdOf(principal), timeZone: principal.timeZone, now: clock.now() };
}

function readInput(
  operation: Operation,
  request: FastifyRequest,
  body: unknown,
  query: URLSearchParams,
  caller: Caller,
): WireObject {
  const path = pathInput(operation, request.params as Record<string, string>);
  const input: WireObject = {
    ...fromQuery(operation, query, caller),
    ...readBody(operation, body),
  };
  for (const declared of operation.inputs) {
    const value = declared.header && header(request, declared.header);
    if (value) input[declared.wire] = value;
  }
  const expected = expectedVersion(operation, header(request, 'if-match'));
  if (expected !== undefined) input.expected_version = expected;
  return { ...input, ...path };
}

/** Returns the parameters of a path; numbers as such. */
function pathInput({ inputSchema }: Operation, parameters: Record<string, string>): WireObject {
  const isNumber = (name: string, text: string): boolean =>
    inputSchema.properties?.[name]?.type === 'integer' && /^\d{1,9}$/.test(text);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, isNumber(name, text) ? Number(text) : text]),
  );
}

function readBody(operation: Operation, body: unknown): WireObject {
  if (body instanceof Error) throw body;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw invalid('', 'type', 'Send the body as a JSON object.');
  // Path parameters are refused in the body; without this check they would be accepted there.
  const misplaced = operation.inputs.find(
    ({ in: place, wire }) => (place === 'path' || place === 'header') && wire in body,
  );
  if (misplaced)
    throw invalid(
      misplaced.wire,
      'unknown_field',
      `${misplaced.wire} belongs in ${misplaced.header ? `the header ${misplaced.header}` : 'the path'}; remove it from the body.`,
    );
  return body as WireObject;
}

/**
 * Returns the version in If-Match (platform.md §3).
 * @throws VALIDATION_ERROR for a write that has no version to compare: it must not run as if the condition held
 */
function expectedVersion(operation: Operation, ifMatch: string | undefined): number | undefined {
  if (operation.kind !== 'mutation' || ifMatch === undefined || ifMatch === '*') return undefined;
  if (!operation.inputs.some(({ wire }) => wire === 'expected_version'))
    throw invalid(
      'if_match',
      'no_version',
      `${operation.name} has no version to compare If-Match with; leave the header out.`,
    );
  const version = /^"(\d{1,9})"$/.exec(ifMatch)?.[1];
  // A weak or foreign tag cannot be the version of the record.
  return version === undefined ? 0 : Number(version);
}

/** Returns the members that `fields=a,b` requests, always with the id. @throws VALIDATION_ERROR for an unknown one */
function fieldsOf(
  operation: Operation,
  definitions: Record<string, JsonSchema>,
  query: URLSearchParams,
): Set<string> | undefined {
  const text = query.get('fields');
  if (text === null || operation.kind !== 'query' || operation.answer !== 'envelope') return undefined;
  const fields = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const members = membersOf(operation.outputSchema, definitions);
  const unknown = fields.find((name) => !members.includes(name));
  if (unknown)
    throw invalid(
      'fields',
      'unknown_field',
      `${unknown} is not a member of the response; check its spelling.`,
    );
  return new Set(['id', ...fields]);
}

function pickFields(answer: Answer, fields: Set<string>): Answer {
  const keep = (record: unknown): unknown =>
    record !== null && typeof record === 'object'
      ? Object.fromEntries(Object.entries(record).filter(([name]) => fields.has(name)))
      : record;
  const body = answer.body as { data: unknown };
  const data = Array.isArray(body.data) ? body.data.map(keep) : keep(body.data);
  const { status, headers } = answer;
  return { status, headers, body: { ...body, data } };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): unknown {
  reply.headers(answer.headers);
  const etag = answer.headers.etag ?? contentTag(request, answer);
  if (etag) reply.header('etag', etag);
  if (etag && request.method === 'GET' && matchesEtag(etag, header(request, 'if-none-match')))
    return reply.code(304).send();
  if (answer.text) return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.text);
  return reply.code(answer.status).send(answer.body);
}

/** Returns the tag of a large answer without a version, such as a list, so that polling it costs no transfer. */
function contentTag({ method }: FastifyRequest, { status, text }: Answer): string | undefined {
  if (method !== 'GET' || status !== 200 || !text || text.length < MIN_TAGGED_LENGTH) return undefined;
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/**
 * Returns whether If-None-Match contains the version; a proxy may have made its tag weak (RFC 9110 section 13.1.2). The
 * package `fresh` would never answer 304 to a fetch(): that adds `Cache-Control: no-cache` to conditional requests.
 */
function matchesEtag(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(/,\s*/).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*');
}
