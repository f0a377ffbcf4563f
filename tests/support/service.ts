// A running service for a test file: its own database, two workspaces with people and tokens, and a client.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { PLATFORM_WORKSPACE } from '../../src/access/operators.ts';
import { readConfig } from '../../src/config.ts';
import { accessTokenOf } from '../../src/domains/auth/refresh.ts';
import {
  addMember,
  createApiToken,
  createTenant,
  createUser,
  enableAutomation,
} from '../../src/domains/tenants/service.ts';
import { createServer, type Server } from '../../src/server.ts';
import { createDatabase } from './database.ts';
import { descriptionOf } from './description.ts';

export const ROLES = ['owner', 'admin', 'manager', 'member', 'viewer'] as const;
export type RoleKey = (typeof ROLES)[number];

export interface Identity {
  token: string;
  tenantId: string;
}

export interface Workspace {
  id: string;
  slug: string;
  people: Record<RoleKey, Identity & { userId: string; email: string }>;
  /** An agent and a service token, each with every scope. */
  agent: Identity;
  service: Identity;
}

/** The people who operate the platform; each has a second factor. */
export interface Operators {
  administrator: Identity & { userId: string; email: string };
  /** A second administrator, for what takes two. */
  second: Identity & { userId: string; email: string };
  support: Identity & { userId: string; email: string };
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // Tests read nested members of responses whose shape the contract test checks, so the type is not spelled out.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

export interface Ask {
  as?: Identity | null;
  headers?: Record<string, string>;
  body?: unknown;
}

interface TokenOptions {
  kind: 'agent' | 'service';
  scopes: string[];
  roleKey?: string;
  modules?: string[];
  agentId?: string;
}

export interface TestService {
  url: string;
  databaseUrl: string;
  server: Server;
  /** Two separate workspaces. */
  acme: Workspace;
  globex: Workspace;
  operators: Operators;
  /**
   * Sends a REST call; without `as` as the owner of acme, or for /api/admin as an operator; with null without credentials.
   * @throws Error when the response does not match the API description
   */
  rest(method: string, path: string, body?: unknown, ask?: Ask): Promise<Reply>;
  /** Sends a GraphQL request; without `as` as the owner of acme. */
  graphql(query: string, variables?: object, ask?: Ask): Promise<Reply>;
  /**
   * Creates another session of a person, for calls that end sessions.
   * @param provenAgo seconds since the person authenticated; 0 by default
   */
  session(
    workspace: Workspace,
    roleKey: RoleKey,
    provenAgo?: number,
  ): Promise<Identity & { sessionId: string }>;
  /** Creates a session of any account, opened by password alone. */
  sessionOf(userId: string): Promise<Identity>;
  /** Creates another token of a workspace. */
  token(workspace: Workspace, options: TokenOptions): Promise<Identity>;
  /** Runs SQL with the visibility of a workspace, to check what a call wrote. */
  sql<T = Record<string, unknown>>(
    workspace: Workspace,
    statement: string,
    bindings?: unknown[],
  ): Promise<T[]>;
  /** Sets the clock of the service this many seconds ahead. */
  advance(seconds: number): void;
  stop(): Promise<void>;
}

const SYSTEM = JSON.stringify({ type: 'system', id: null, label: 'system' });

export const PASSWORD = 'correct horse battery staple';

/** Starts a service on a free port; `settings` are environment variables, and the log is written to `logTo` if given. */
export async function startService(
  settings: Record<string, string> = {},
  logTo?: { write(line: string): void },
): Promise<TestService> {
  const database = await createDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'platform-service-'));
  const clockFile = join(folder, 'clock-offset');
  const config = readConfig({
    SECRET_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: '1000',
    CLOCK_OFFSET_FILE: clockFile,
    WEBHOOK_ALLOW_LOOPBACK: '1',
    DATABASE_URL: database.url,
    ...settings,
  });
  const logger = logTo && { level: 'trace', stream: logTo };
  const server = await createServer(config, database.url, logger, {
    batched: process.env.TEST_BATCHED !== '0',
  });
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const description = descriptionOf(server.services.catalogue);
  const acme = await provision(server, 'acme');
  const globex = await provision(server, 'globex');
  const operators = await appointOperators(server);
  const send = (
    path: string,
    { as = acme.people.owner, headers = {}, body }: Ask,
    method: string,
  ): Promise<Reply> =>
    request(`${url}${path}`, method, body, {
      ...(as && { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId }),
      ...headers,
    });
  const service: TestService = {
    url,
    databaseUrl: database.url,
    server,
    acme,
    globex,
    operators,
    async rest(method, path, body, ask = {}) {
      const caller = path.startsWith('/api/admin') ? operatorCall(operators) : {};
      const reply = await send(path, { ...caller, ...ask, body }, method);
      description.check(method, path, reply);
      return reply;
    },
    graphql: (query, variables, ask = {}) => send('/graphql', { ...ask, body: { query, variables } }, 'POST'),
    async session(workspace, roleKey, provenAgo = 0) {
      const { services } = service.server;
      const now = services.clock.now();
      const session = {
        ...sessionOf(workspace.people[roleKey].userId, workspace.id, now),
        auth_time: new Date(now.getTime() - provenAgo * 1000),
      };
      await services.database.write({}, (tx) => tx.db('sessions').insert(session));
      const { accessToken } = await accessTokenOf(services, session);
      return { token: accessToken, tenantId: workspace.id, sessionId: session.id };
    },
    async sessionOf(userId) {
      const { services } = service.server;
      const session = sessionOf(userId, null, services.clock.now());
      await services.database.write({}, (tx) => tx.db('sessions').insert(session));
      return { token: (await accessTokenOf(services, session)).accessToken, tenantId: '' };
    },
    token: (workspace, options) => issueToken(service.server, workspace.id, options),
    sql: (workspace, statement, bindings = []) =>
      service.server.services.database.read(
        { tenantId: workspace.id },
        async ({ db }) => (await db.raw(statement, bindings as never)).rows,
      ),
    advance: (seconds) => writeFileSync(clockFile, String(seconds)),
    async stop() {
      await service.server.close();
      // The modules of test files stay loaded until the process ends; their server would take 40 MB for each file.
      service.server = undefined as never;
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const isText = typeof body === 'string';
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson =
    response.headers.get('content-type')?.includes('json') &&
    !response.headers.get('content-type')?.includes('ndjson');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : text,
  };
}

async function provision({ services }: Server, slug: string): Promise<Workspace> {
  const id = uuid();
  const now = services.clock.now();
  const people = {} as Workspace['people'];
  await services.database.write({ tenantId: id }, async (tx) => {
    await createTenant(tx.db, { id, name: slug, slug, now });
    await enableAutomation(tx.db, { tenantId: id, enabled: true, now });
    for (const roleKey of ROLES) {
      const email = `${roleKey}@${slug}.example`;
      // People have no password, because hashing one for each person of each file would take longer than the tests.
      const userId = await createUser(tx.db, { email, name: `${roleKey} of ${slug}`, now });
      await addMember(tx.db, { tenantId: id, userId, roleKey, now });
      const session = sessionOf(userId, id, now);
      await tx.db('sessions').insert(session);
      const { accessToken } = await accessTokenOf(services, session);
      people[roleKey] = { token: accessToken, tenantId: id, userId, email };
    }
  });
  const everything = [...scopesOf(services)];
  return {
    id,
    slug,
    people,
    agent: await issueToken({ services } as Server, id, { kind: 'agent', scopes: everything }),
    service: await issueToken({ services } as Server, id, {
      kind: 'service',
      scopes: everything,
      roleKey: 'admin',
    }),
  };
}

/** Returns the caller of operations of operators, with the reason that risky ones must state. */
export function operatorCall({ administrator }: Operators): {
  as: Identity;
  headers: Record<string, string>;
} {
  return { as: administrator, headers: { 'x-operator-reason': 'Ticket 4711' } };
}

/** Creates the operators, who name no workspace. */
async function appointOperators({ services }: Server): Promise<Operators> {
  const now = services.clock.now();
  const roles = { administrator: 'administrator', second: 'administrator', support: 'support' } as const;
  const operators: Partial<Operators> = {};
  await services.database.write({ tenantId: PLATFORM_WORKSPACE }, async ({ db }) => {
    for (const name of ['administrator', 'second', 'support'] as const) {
      const email = `${name}@platform.example`;
      const userId = await createUser(db, { email, name: `${name} of the platform`, now });
      await db('operators').insert({
        ...{ tenant_id: PLATFORM_WORKSPACE, id: uuid(), user_id: userId, role: roles[name], state: 'active' },
        ...{ created_at: now, updated_at: now, created_by: SYSTEM, updated_by: SYSTEM },
      });
      const session = { ...sessionOf(userId, null, now), amr: ['pwd', 'otp'] };
      await db('sessions').insert(session);
      const { accessToken } = await accessTokenOf(services, session);
      operators[name] = { token: accessToken, tenantId: '', userId, email };
    }
  });
  return operators as Operators;
}

/** Returns the row of a session as sign-in stores it. */
function sessionOf(userId: string, tenantId: string | null, now: Date) {
  return {
    id: uuid(),
    user_id: userId,
    active_tenant_id: tenantId,
    auth_time: now,
    amr: ['pwd'],
    user_agent: null,
    ip: null,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + 30 * 86_400_000),
    revoked_at: null,
    revoke_reason: null,
  };
}

/** Returns every scope that an operation requires. */
function scopesOf({ catalogue }: Server['services']): Set<string> {
  return new Set(catalogue.operations.flatMap(({ access }) => (access.scope ? [access.scope] : [])));
}

async function issueToken({ services }: Server, tenantId: string, options: TokenOptions): Promise<Identity> {
  const { secret } = await services.database.write({ tenantId }, (tx) =>
    createApiToken(tx.db, {
      tenantId,
      name: `${options.kind} of the test`,
      keys: services.keys,
      now: services.clock.now(),
      ...options,
    }),
  );
  return { token: secret, tenantId };
}
