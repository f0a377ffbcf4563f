// Every operation of the catalogue, called by everyone who must not: the refusal has its code and status on REST and
// GraphQL alike, and nothing is written.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wantsFreshSession } from '../../src/access/freshness.ts';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';
import type { Operation } from '../../src/operations/catalogue.ts';
import { asGraphql, CallMaker, type Input, type PreparedCall, send } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, type Reply, ROLES, startService, type TestService } from '../support/service.ts';

/** Modules that no workspace can switch off (platform.md §3). */
const ALWAYS_ON = ['auth', 'settings', 'dashboard', 'activities', 'admin'];

let service: TestService;
let inspector: Inspector;
let operations: Operation[];
let scopes: string[];
/** One valid call of each operation on records of acme. */
const calls = new Map<Operation, PreparedCall>();

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  ({ operations } = service.server.services.catalogue);
  scopes = [...new Set(operations.flatMap(({ access }) => access.scope ?? []))];
  const maker = new CallMaker(service, service.acme);
  for (const operation of operations) calls.set(operation, await maker.prepare(operation));
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

interface Refusal {
  code: string;
  details?: object;
}

type Expected = (operation: Operation) => Refusal;

interface Refused {
  /** The operations that this caller must not use; at least one. */
  among: (operation: Operation) => boolean;
  as: Identity | null;
  headers?: Record<string, string>;
  expect: Expected;
}

const tenantOnly = ({ access }: Operation): boolean => access.principals === 'tenant';
const signedIn = ({ access }: Operation): boolean => access.principals !== 'public';
/** MCP is one route for many tools; each tool is held to the policy of its own operation. */
const mutates = ({ kind, name }: Operation): boolean => kind === 'mutation' && name !== 'CallMcp';

/** Calls the operations on both surfaces and gathers every answer that is not the refusal, and every trace in a table. */
async function expectRefused({ among, as, headers = {}, expect: expected }: Refused): Promise<void> {
  const refused = operations.filter(among);
  expect(refused.length).toBeGreaterThan(0);
  const faults: string[] = [];
  const before = await inspector.fingerprint();
  for (const operation of refused) {
    const call = calls.get(operation)!;
    const { code, details } = expected(operation);
    const rest = await send(service, call, as, headers);
    const { query, variables } = asGraphql(call);
    const graphql = await service.graphql(query, variables, { as, headers });
    const told = rest.body.error;
    if (told?.code !== code || rest.status !== ERRORS[code as ErrorCode].status) {
      faults.push(`${operation.name} answered ${rest.status} ${rest.text.slice(0, 200)} instead of ${code}`);
    }
    if (details) expect({ operation: operation.name, ...told }).toMatchObject({ details });
    const extensions = graphql.body.errors?.[0]?.extensions;
    if (differ(told, extensions)) {
      faults.push(
        `${operation.name} by GraphQL: ${JSON.stringify(extensions)} instead of ${JSON.stringify(told)}`,
      );
    }
  }
  expect(faults).toEqual([]);
  expect(await inspector.fingerprint()).toEqual(before);
}

function differ(told: object | undefined, extensions: object | undefined): boolean {
  const plain = (error: object | undefined) => JSON.stringify({ ...error, request_id: null });
  return !told || !extensions || plain(told) !== plain(extensions);
}

/** A service token whose role grants exactly these permissions. */
async function tokenWith(permissions: string[]): Promise<Identity> {
  const key = `role-${randomUUID()}`;
  await inspector.query(
    `insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $2, $3, now(), now())`,
    [service.acme.id, key, permissions],
  );
  return service.token(service.acme, { kind: 'service', scopes, roleKey: key });
}

/** Changes the workspace acme while `work` runs. */
function whileTenant(change: string, back: string, work: () => Promise<void>): Promise<void> {
  return whileRow('tenants', 'id', change, back, work);
}

/** Changes its automation policy while `work` runs. */
function whileAutomationIsOff(work: () => Promise<void>): Promise<void> {
  return whileRow('automation_policies', 'tenant_id', 'enabled = false', 'enabled = true', work);
}

async function whileRow(
  table: string,
  key: string,
  change: string,
  back: string,
  work: () => Promise<void>,
): Promise<void> {
  const set = async (assignment: string) => {
    await inspector.query(`update ${table} set ${assignment} where ${key} = $1`, [service.acme.id]);
    service.server.services.principals.clear();
  };
  await set(change);
  try {
    await work();
  } finally {
    await set(back);
  }
}

const withKey = () => ({ 'idempotency-key': randomUUID() });

describe('credentials', () => {
  it('refuse nobody on everything that is not public', () =>
    expectRefused({ among: signedIn, as: null, expect: () => ({ code: 'UNAUTHENTICATED' }) }));

  it('that are not ours are refused on everything that is not public', () =>
    expectRefused({
      among: signedIn,
      as: { token: `tat_${'x'.repeat(43)}`, tenantId: service.acme.id },
      expect: () => ({ code: 'UNAUTHENTICATED' }),
    }));

  it('of a person give no access to a workspace that they do not name', () =>
    expectRefused({
      among: tenantOnly,
      as: { ...service.acme.people.owner, tenantId: service.globex.id },
      expect: () => ({ code: 'TENANT_ACCESS_DENIED' }),
    }));

  it('of a token give no access to another workspace', () =>
    expectRefused({
      among: tenantOnly,
      as: { ...service.acme.service, tenantId: service.globex.id },
      expect: () => ({ code: 'TENANT_ACCESS_DENIED' }),
    }));

  it('of a token need the workspace named', async () => {
    await expectRefused({
      among: tenantOnly,
      as: { ...service.acme.service, tenantId: '' },
      expect: () => ({ code: 'TENANT_REQUIRED' }),
    });
    await expectRefused({
      among: tenantOnly,
      as: { ...service.acme.service, tenantId: 'acme' },
      expect: () => ({ code: 'VALIDATION_ERROR' }),
    });
  });

  it('give no access to a suspended workspace, but to its owner', () =>
    whileTenant(`status = 'suspended'`, `status = 'active'`, () =>
      expectRefused({
        among: tenantOnly,
        as: service.acme.people.admin,
        expect: () => ({ code: 'TENANT_SUSPENDED' }),
      }),
    ));
});

describe('a role', () => {
  it.each([...ROLES, 'agent'])('%s that lacks the permission is told which one', async (role) => {
    const as = role === 'agent' ? service.acme.agent : service.acme.people[role as (typeof ROLES)[number]];
    const session = await service.rest('GET', '/api/auth/session', undefined, { as });
    const held = new Set<string>(session.body.data.permissions);
    const lacking = ({ access }: Operation) => !!access.permission && !held.has(access.permission);
    if (!operations.some((one) => lacking(one) && tenantOnly(one)))
      return expect(['owner', 'admin', 'manager']).toContain(role);
    await expectRefused({
      among: (operation) => lacking(operation) && tenantOnly(operation),
      as,
      headers: withKey(),
      expect: ({ access }) => ({
        code: 'PERMISSION_DENIED',
        details: { required_permission: access.permission },
      }),
    });
  });

  it('with every permission but the one of the operation is refused', async () => {
    const permissions = [...new Set(operations.flatMap(({ access }) => access.permission ?? []))];
    for (const missing of permissions) {
      const as = await tokenWith(
        [...service.server.services.permissions.keys()].filter((one) => one !== missing),
      );
      await expectRefused({
        among: (operation) => operation.access.permission === missing && tenantOnly(operation),
        as,
        expect: () => ({ code: 'PERMISSION_DENIED', details: { required_permission: missing } }),
      }).catch((error) => {
        // An operation that only people use has no token to be tried with.
        if (operations.some((one) => one.access.permission === missing && tenantOnly(one))) throw error;
      });
    }
  });

  it('with the permission of the operation alone is not asked for that permission', async () => {
    const faults: string[] = [];
    const maker = new CallMaker(service, service.acme);
    for (const operation of operations.filter((one) => one.access.permission && tenantOnly(one))) {
      const { permission } = operation.access;
      const reply = await send(service, await maker.prepare(operation), await tokenWith([permission!]));
      if (reply.body.error?.details?.required_permission === permission) faults.push(operation.name);
    }
    expect(faults).toEqual([]);
  });

  it('below admin is refused where an admin is asked for', async () => {
    const admins = operations.filter(({ access }) => access.principals === 'admin');
    if (admins.length === 0) return;
    await expectRefused({
      among: (operation) => admins.includes(operation),
      as: service.acme.people.manager,
      expect: () => ({ code: 'PERMISSION_DENIED', details: { required_role: 'admin' } }),
    });
  });
});

describe('a session', () => {
  it('that was proven too long ago is refused where a fresh one is asked for', async () => {
    const among = ({ access }: Operation) => wantsFreshSession(access) && access.principals === 'admin';
    if (!operations.some(among)) return;
    await expectRefused({
      among,
      as: await service.session(service.acme, 'owner', 901),
      expect: () => ({
        code: 'FRESH_SESSION_REQUIRED',
        details: { max_age_seconds: 900, path: '/api/auth/re-authenticate' },
      }),
    });
  });
});

describe('a scope', () => {
  it.each(['agent', 'service'] as const)('that the %s lacks is named', async (kind) => {
    for (const missing of scopes) {
      const as = await service.token(service.acme, {
        kind,
        scopes: scopes.filter((scope) => scope !== missing),
        roleKey: kind === 'agent' ? 'agent' : 'owner',
      });
      const session = await service.rest('GET', '/api/auth/session', undefined, { as });
      const held = session.body.data?.permissions as string[] | undefined;
      const reached = ({ access }: Operation) =>
        access.scope === missing && (!access.permission || !held || held.includes(access.permission));
      if (!operations.some((one) => reached(one) && tenantOnly(one))) continue;
      await expectRefused({
        among: (operation) => reached(operation) && tenantOnly(operation),
        as,
        headers: withKey(),
        expect: () => ({ code: 'SCOPE_MISSING', details: { required_scopes: [missing] } }),
      });
    }
  });
});

describe('a module', () => {
  const modulesOf = () =>
    [...new Set(operations.filter(tenantOnly).map(({ access }) => access.module))].filter(
      (one) => !ALWAYS_ON.includes(one),
    );

  it('that is off in the workspace is off for everyone', async () => {
    expect(modulesOf()).toContain('crm');
    for (const module of modulesOf()) {
      const off = {
        code: 'FEATURE_DISABLED',
        details: { module, flag: `modules.${module}`, level: 'tenant' },
      };
      await whileTenant(`modules = '{"${module}": false}'`, `modules = '{}'`, async () => {
        for (const as of [service.acme.people.owner, service.acme.service]) {
          await expectRefused({
            among: (operation) => operation.access.module === module && tenantOnly(operation),
            as,
            expect: () => off,
          });
        }
      });
    }
  });

  it('that is not on the list of a token is off for that token', async () => {
    const as = await service.token(service.acme, { kind: 'service', scopes, roleKey: 'owner', modules: [] });
    await expectRefused({
      among: (operation) => !ALWAYS_ON.includes(operation.access.module) && tenantOnly(operation),
      as,
      expect: ({ access }) => ({
        code: 'FEATURE_DISABLED',
        details: { module: access.module, level: 'token' },
      }),
    });
  });
});

describe('an agent', () => {
  let held: string[];

  beforeAll(async () => {
    const session = await service.rest('GET', '/api/auth/session', undefined, { as: service.acme.agent });
    held = session.body.data.permissions;
  });

  const permitted = (operation: Operation) =>
    tenantOnly(operation) && (!operation.access.permission || held.includes(operation.access.permission));

  it('changes nothing while automation is off', () =>
    whileAutomationIsOff(() =>
      expectRefused({
        among: (operation) => permitted(operation) && mutates(operation),
        as: service.acme.agent,
        headers: withKey(),
        expect: () => ({ code: 'AGENT_AUTOMATION_DISABLED' }),
      }),
    ));

  it('reads while automation is off', () =>
    whileAutomationIsOff(async () => {
      const reads = operations.filter(
        (one) =>
          permitted(one) &&
          one.access.risk === 'read' &&
          one.answer !== 'export' &&
          // The proposal at hand is another's, and agents see only their own.
          one.name !== 'GetActionProposal',
      );
      expect(reads.length).toBeGreaterThan(0);
      for (const operation of reads) {
        const reply = await send(service, calls.get(operation)!, service.acme.agent);
        expect({ name: operation.name, status: reply.status }).toEqual({
          name: operation.name,
          status: operation.status,
        });
      }
    }));

  it('does nothing that is risky: the call waits for a person, on REST and GraphQL alike', async () => {
    const traces =
      /^public\.(action_proposals|audit_entries|audit_unsealed|events|webhook_outbox|idempotency_keys|agent_action_counts)$|^graphile_worker/;
    const effects = async () =>
      Object.fromEntries(
        Object.entries(await inspector.fingerprint()).filter(([table]) => !traces.test(table)),
      );
    const risky = operations.filter(
      (one) =>
        permitted(one) &&
        one.access.risk === 'risky' &&
        // A note is deleted by its author; what is refused for that does not queue.
        one.access.permission !== 'notes.delete',
    );
    expect(risky.length).toBeGreaterThan(10);
    const maker = new CallMaker(service, service.acme);
    for (const operation of risky) {
      const call = await maker.prepare(operation);
      // A number that somebody has is refused, and what could not run does not queue.
      if ('client_number' in call.input) call.input.client_number = randomUUID().slice(0, 8);
      const before = await effects();
      const rest = await send(service, call, service.acme.agent, withKey());
      expect([operation.name, rest.status, rest.body.data?.executed]).toEqual([operation.name, 202, false]);
      const { query, variables } = asGraphql(call);
      const graphql = await service.graphql(query, variables, { as: service.acme.agent, headers: withKey() });
      expect({ name: operation.name, ...graphql.body }).toMatchObject({
        name: operation.name,
        data: { [operation.rootField]: null },
        extensions: { queuedForApproval: { status: 'queued_for_approval', executed: false } },
      });
      expect(await effects()).toEqual(before);
    }
  });

  it('writes nothing without a key', () =>
    expectRefused({
      among: (operation) => permitted(operation) && mutates(operation),
      as: service.acme.agent,
      expect: () => ({ code: 'IDEMPOTENCY_KEY_REQUIRED' }),
    }));

  it.each(['agent', 'service'] as const)('(%s) does nothing that belongs to people', (kind) =>
    expectRefused({
      among: ({ access }) => ['user', 'admin', 'operator'].includes(access.principals),
      as: service.acme[kind],
      headers: withKey(),
      expect: () => ({ code: 'HUMAN_REQUIRED' }),
    }),
  );
});

describe('a stranger', () => {
  const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

  /** The same call about records that nobody has, in place of those of acme. */
  function aboutNobody({ operation, input }: PreparedCall): PreparedCall {
    const text = JSON.stringify(input)
      .replace(UUID, (id) => (foreignIds.has(id) ? randomUUID() : id))
      // Host names belong to one company, so the second call needs others.
      .replace(/\bt(\d+)\./g, 's$1.');
    return { operation, input: JSON.parse(text) as Input };
  }

  const foreignIds = new Set<string>();

  /** Every id that stands in a column `id` of a row of acme, its people and their sessions. */
  async function gatherForeignIds(): Promise<void> {
    const { id, people } = service.acme;
    const userIds = Object.values(people).map(({ userId }) => userId);
    const sessions = await inspector.query<{ id: string }>(
      'select id from sessions where user_id = any($1)',
      [userIds],
    );
    for (const one of [id, ...userIds, ...sessions.map((row) => row.id)]) foreignIds.add(one);
    for (const table of await inspector.tenantTables()) {
      const rows = await inspector.query<{ id: string | null }>(
        `select to_jsonb(t) ->> 'id' as id from ${table} t where tenant_id = $1`,
        [id],
      );
      for (const row of rows) if (row.id) foreignIds.add(row.id);
    }
  }

  /** What an answer says, without what differs from call to call. */
  function gist({ status, body }: Reply): string {
    const text = JSON.stringify({ ...body, extensions: undefined })
      .replace(UUID, '<id>')
      .replace(/\bs(\d+)\./g, 't$1.')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
    return `${status} ${text}`;
  }

  const holdsIds = (call: PreparedCall) => JSON.stringify(call.input).search(UUID) >= 0;

  async function compare(foreign: PreparedCall[]): Promise<void> {
    expect(foreign.length).toBeGreaterThan(0);
    await gatherForeignIds();
    const as = service.globex.people.owner;
    const before = await inspector.fingerprint(service.acme.id);
    const faults: string[] = [];
    for (const call of foreign) {
      const ask = async (one: PreparedCall) => {
        const { query, variables } = asGraphql(one);
        return [await send(service, one, as), await service.graphql(query, variables, { as })];
      };
      const told = (await ask(call)).map(gist);
      const expected = (await ask(aboutNobody(call))).map(gist);
      told.forEach((text, index) => {
        if (text !== expected[index])
          faults.push(
            `${call.operation.name}: ${text.slice(0, 400)}\ninstead of: ${expected[index]!.slice(0, 400)}`,
          );
      });
    }
    expect(faults).toEqual([]);
    expect(await inspector.fingerprint(service.acme.id)).toEqual(before);
  }

  it('cannot tell a record of another workspace from one that does not exist', async () => {
    const foreign = [...calls.values()].filter((call) => signedIn(call.operation) && holdsIds(call));
    for (const { operation, input } of foreign.filter(({ operation: { path } }) => path.includes('{'))) {
      const reply = await send(service, { operation, input }, service.globex.people.owner);
      expect({ name: operation.name, status: reply.status }).toEqual({ name: operation.name, status: 404 });
    }
    await compare(foreign);
  });

  it('cannot point at a record of another workspace in any member that takes an id', async () => {
    const maker = new CallMaker(service, service.acme);
    const home = new CallMaker(service, service.globex);
    const foreign: PreparedCall[] = [];
    for (const operation of operations.filter(signedIn)) {
      const { input: full } = await maker.prepareFull(operation);
      for (const { wire, in: place } of operation.inputs.filter((one) => one.wire !== 'input')) {
        if (place === 'path' || !JSON.stringify(full[wire] ?? null).match(UUID)) continue;
        foreign.push({
          operation,
          input: { ...(await home.prepare(operation)).input, [wire]: idsOnly(full[wire]) },
        });
      }
      for (const [name, value] of Object.entries(full)) {
        if (operation.inputs.some(({ wire }) => wire === name) || !JSON.stringify(value).match(UUID))
          continue;
        foreign.push({ operation, input: { ...(await home.prepare(operation)).input, [name]: value } });
      }
    }
    await compare(foreign);
  });

  /** Of a filter, only the conditions that name a record. */
  function idsOnly(value: unknown): unknown {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([, part]) => JSON.stringify(part).match(UUID)));
  }

  it('finds nothing of another workspace in any list', async () => {
    await gatherForeignIds();
    const ids = [...foreignIds];
    expect(ids.length).toBeGreaterThan(100);
    const lists = operations.filter(
      (one) => one.kind === 'query' && one.method === 'GET' && signedIn(one) && !one.path.includes('{'),
    );
    expect(lists.length).toBeGreaterThan(2);
    for (const operation of lists) {
      const call: PreparedCall = { operation, input: {} };
      const { query, variables } = asGraphql(call);
      for (const reply of [
        await send(service, call, service.globex.people.owner),
        await service.graphql(query, variables, { as: service.globex.people.owner }),
      ]) {
        expect(reply.status).toBe(200);
        expect([operation.name, ids.filter((id) => reply.text.includes(id))]).toEqual([operation.name, []]);
      }
    }
  });
});
