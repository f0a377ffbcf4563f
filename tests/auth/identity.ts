// A workspace with people in a database of its own, for tests that call the auth service without HTTP.
import { v7 as uuid } from 'uuid';
import { Keys } from '../../src/access/keys.ts';
import { ANONYMOUS, type Principal, PrincipalCache } from '../../src/access/principal.ts';
import { ensureSigningKey } from '../../src/access/signing-keys.ts';
import type { Context } from '../../src/context.ts';
import { Database } from '../../src/db/knex.ts';
import { refreshSession, type SignedIn, signIn } from '../../src/domains/auth/service.ts';
import { notifyOfEvent } from '../../src/domains/notifications/notify.ts';
import {
  addMember,
  createApiToken,
  createTenant,
  createUser,
  type NewApiToken,
} from '../../src/domains/tenants/service.ts';
import type { Services } from '../../src/services.ts';
import { createDatabase } from '../support/database.ts';

export const PASSWORD = 'a long enough passphrase';

/** The permissions, with their modules, that the tests of access use: a part of the catalogue of the product. */
export const PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ...['create', 'read', 'update', 'delete', 'export', 'merge'].map(
    (action) => [`companies.${action}`, 'crm'] as const,
  ),
  ...['create', 'read', 'update', 'delete', 'manage'].map((action) => [`contacts.${action}`, 'crm'] as const),
  ...[
    ...['contact_relationship_intent', 'contact_interests', 'contact_context_notes'],
    ...['custom_fields_restricted', 'custom_fields_private'],
  ].flatMap((field) => ['read', 'update'].map((action) => [`${field}.${action}`, 'crm'] as const)),
  ...['create', 'read', 'update', 'delete', 'issue', 'void', 'send', 'export'].map(
    (action) => [`invoices.${action}`, 'commercial'] as const,
  ),
  ['payments.create', 'commercial'],
  ['payments.refund', 'commercial'],
  ['numbering.manage', 'commercial'],
  ['deals.manage', 'deals'],
  ['assistant.read', 'assistant'],
  ['assistant.use', 'assistant'],
  ['webhooks.read', 'webhooks'],
  ['webhooks.create', 'webhooks'],
  ['roles.read', 'settings'],
  ['roles.create', 'settings'],
  ['billing.read', 'billing'],
  ['billing.manage', 'billing'],
  ['proposals.create', 'agent'],
  ['proposals.read', 'agent'],
  ['proposals.approve', 'agent'],
  ['notifications.update', 'dashboard'],
  ['my_work.read', 'dashboard'],
  ['my_work.update', 'dashboard'],
  ['platform_users.read', 'admin'],
]);

export interface World {
  url: string;
  services: Services;
  tenantId: string;
  /** Failures reported to the rate limiter. */
  failures: string[];
  /** Moves the clock forward. */
  advance(seconds: number): void;
  /** Creates the services of another process on the same database. */
  otherProcess(): Services;
  newTenant(): Promise<string>;
  person(roleKey?: string, tenantId?: string): Promise<{ id: string; email: string }>;
  close(): Promise<void>;
}

/** @param signingKey false: no signing key is created, so nobody can sign in */
export async function makeWorld({ signingKey = true } = {}): Promise<World> {
  const { url, drop } = await createDatabase();
  const databases: Database[] = [];
  const failures: string[] = [];
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const keys = new Keys(Buffer.alloc(32, 7));
  const limiter = {
    assertLeft: async () => undefined,
    penalize: async (policy: string, key: string) => void failures.push(`${policy}:${key}`),
  };
  const newProcess = (): Services => {
    const database = new Database(url, 10, () => undefined);
    databases.push(database);
    const config = { publicUrl: 'https://api.example.com' };
    return {
      config,
      clock,
      database,
      keys,
      limiter,
      principals: new PrincipalCache(),
      permissions: PERMISSIONS,
      governed: new Map(),
      notify: notifyOfEvent,
    } as never;
  };
  const services = newProcess();
  if (signingKey) await ensureSigningKey(services);
  const { database } = services;
  const newTenant = async (): Promise<string> => {
    const id = uuid();
    const tenant = { id, name: 'Northwind', slug: `t-${id}`, now: clock.now() };
    await database.write({ tenantId: id }, ({ db }) => createTenant(db, tenant));
    return id;
  };
  const tenantId = await newTenant();
  return {
    url,
    services,
    tenantId,
    failures,
    advance: (seconds) => {
      offset += seconds * 1000;
    },
    otherProcess: newProcess,
    newTenant,
    async person(roleKey, inTenant = tenantId) {
      const email = `${uuid()}@example.com`;
      const now = clock.now();
      const id = await database.write({ tenantId: inTenant }, async ({ db }) => {
        const userId = await createUser(db, { email, name: 'Ada Byron', password: PASSWORD, now });
        if (roleKey) await addMember(db, { tenantId: inTenant, userId, roleKey, now });
        return userId;
      });
      return { id, email };
    },
    async close() {
      await Promise.all(databases.map((each) => each.close()));
      await drop();
    },
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs a service function in a transaction, as the request pipeline does. */
export function call<T>(
  services: Services,
  principal: Principal,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { tenantId, kind, id } = principal;
  const visibility = tenantId ? { tenantId } : kind === 'user' ? { userId: id } : {};
  return services.database.write(visibility, (tx) =>
    work({
      services,
      principal,
      tenantId,
      tx,
      db: tx.db,
      now: services.clock.now(),
      log: silent,
      ip: '203.0.113.7',
      requestId: uuid(),
      surface: 'rest',
      loaders: new Map(),
    } as never),
  );
}

export function signInAs(services: Services, email: string, password = PASSWORD): Promise<SignedIn> {
  return call(services, ANONYMOUS, (ctx) => signIn(ctx, { email, password }));
}

export function refresh(services: Services, token: string): ReturnType<typeof refreshSession> {
  return call(services, ANONYMOUS, (ctx) => refreshSession(ctx, token));
}

/** Returns the error code that a promise is rejected with, or 'none'. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'none';
}

/** Creates a person with the role in the workspace, and signs them in. */
export async function newSession(world: World, roleKey?: string, tenantId?: string): Promise<SignedIn> {
  const { email } = await world.person(roleKey, tenantId);
  return signInAs(world.services, email);
}

export function newApiToken(
  world: World,
  overrides: Partial<NewApiToken> = {},
): Promise<{ id: string; secret: string }> {
  const { services } = world;
  const tenantId = overrides.tenantId ?? world.tenantId;
  const token = {
    tenantId,
    name: 'Nightly',
    kind: 'service' as const,
    scopes: ['crm.companies:read'],
    ...overrides,
  };
  return services.database.write({ tenantId }, ({ db }) =>
    createApiToken(db, { ...token, keys: services.keys, now: services.clock.now() }),
  );
}

/** Changes the row of a workspace directly in the database. */
export function changeTenant(world: World, tenantId: string, values: object): Promise<unknown> {
  return world.services.database.write({ tenantId }, ({ db }) =>
    db('tenants').where({ id: tenantId }).update(values),
  );
}
