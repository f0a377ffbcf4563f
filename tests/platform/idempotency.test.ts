// A call with an idempotency key runs once despite repeats, races, refusals and killed processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Identity, type Reply, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

function create(body: object, key: string, ask: Ask = {}): Promise<Reply> {
  return service.rest('POST', '/api/companies', body, {
    as: service.acme.service,
    ...ask,
    headers: { 'idempotency-key': key, ...ask.headers },
  });
}

async function companiesNamed(name: string): Promise<number> {
  const [row] = await inspector.query<{ n: number }>(
    'select count(*)::int as n from companies where name = $1',
    [name],
  );
  return row!.n;
}

async function keysLike(key: string): Promise<number> {
  const [row] = await inspector.query<{ n: number }>(
    'select count(*)::int as n from idempotency_keys where key = $1',
    [key],
  );
  return row!.n;
}

const isReplay = (reply: Reply) => reply.headers.get('idempotency-replayed') === 'true';

describe('a repeated call with an idempotency key', () => {
  it('returns the first response with a header and does nothing', async () => {
    const [name, key] = [`Once ${randomUUID()}`, randomUUID()];
    const first = await create({ name }, key, { headers: { 'x-request-id': 'the-first-call' } });
    const before = await inspector.fingerprint();
    const again = await create({ name }, key);
    expect(first.status).toBe(201);
    expect(isReplay(first)).toBe(false);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(isReplay(again)).toBe(true);
    expect(again.headers.get('x-original-request-id')).toBe('the-first-call');
    expect(again.headers.get('x-request-id')).not.toBe('the-first-call');
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('changes none of its many records again', async () => {
    const key = randomUUID();
    const created = [
      await create({ name: 'One of many' }, randomUUID()),
      await create({ name: 'Two of many' }, randomUUID()),
    ];
    const change = { ids: created.map(({ body }) => body.data.id), changes: { industry: 'Wholesale' } };
    const call = () =>
      service.rest('POST', '/api/companies/bulk-update', change, { headers: { 'idempotency-key': key } });
    const first = await call();
    expect(first.body.data.counts).toEqual({ succeeded: 2, failed: 0 });
    const before = await inspector.fingerprint();
    const again = await call();
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(isReplay(again)).toBe(true);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is recognized whatever the order of its members', async () => {
    const key = randomUUID();
    const first = await create(
      { name: 'Order', industry: 'Toys', address: { city: 'Bonn', country: 'DE' } },
      key,
    );
    const again = await create(
      { address: { country: 'DE', city: 'Bonn' }, industry: 'Toys', name: 'Order' },
      key,
    );
    expect([isReplay(again), again.body.data.id]).toEqual([true, first.body.data.id]);
  });

  it('is refused with another body or another path', async () => {
    const [name, key] = [`Reused ${randomUUID()}`, randomUUID()];
    const first = await create({ name }, key);
    const other = await create({ name: `${name} other` }, key);
    expect(other).toMatchObject({
      status: 422,
      body: { error: { code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } },
    });
    expect(await companiesNamed(`${name} other`)).toBe(0);
    const second = await create({ name }, randomUUID());
    const headers = { 'idempotency-key': randomUUID() };
    const patch = (id: string) =>
      service.rest('PATCH', `/api/companies/${id}`, { industry: 'Toys' }, { headers });
    expect((await patch(first.body.data.id)).status).toBe(200);
    expect((await patch(second.body.data.id)).status).toBe(422);
  });

  it.each([
    ['REST', 'GraphQL'],
    ['GraphQL', 'REST'],
    ['MCP', 'GraphQL'],
    ['GraphQL', 'MCP'],
    ['REST', 'MCP'],
    ['MCP', 'REST'],
  ] as const)('through %s and again through %s creates one record', async (firstSurface, secondSurface) => {
    const [name, key] = [`Surfaces ${randomUUID()}`, randomUUID()];
    const by = {
      REST: () => create({ name }, key),
      GraphQL: () =>
        service.graphql(
          'mutation ($name: String!) { createCompany(input: { name: $name }) { id } }',
          { name },
          { as: service.acme.service, headers: { 'idempotency-key': key } },
        ),
      MCP: () => createByTool(name, key),
    };
    const first = await by[firstSurface]();
    expect([200, 201]).toContain(first.status);
    const before = await inspector.fingerprint();
    const again = await by[secondSurface]();
    if (firstSurface === 'GraphQL' || secondSurface === 'GraphQL') {
      // The two surfaces have different response shapes.
      expect(again.text).toContain('IDEMPOTENCY_KEY_REUSED');
    } else expect(again.text).toContain(idOf(first));
    expect(await companiesNamed(name)).toBe(1);
    expect(await keysLike(key)).toBe(1);
    expect(await inspector.fingerprint()).toEqual(before);
    // On its original surface a repeat still returns the first response.
    expect((await by[firstSurface]()).text).toContain(idOf(first));
  });

  it('on two surfaces at the same time creates one record', async () => {
    const [name, key] = [`Race ${randomUUID()}`, randomUUID()];
    await Promise.all([
      create({ name }, key),
      service.graphql(
        'mutation ($name: String!) { createCompany(input: { name: $name }) { id } }',
        { name },
        { as: service.acme.service, headers: { 'idempotency-key': key } },
      ),
      createByTool(name, key),
    ]);
    expect(await companiesNamed(name)).toBe(1);
  });

  function idOf({ body }: Reply): string {
    return (body.data?.createCompany ?? body.data ?? body.result.structuredContent.data).id;
  }

  function createByTool(name: string, key: string): Promise<Reply> {
    return service.rest(
      'POST',
      '/api/agent/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_company', arguments: { name, idempotencyKey: key } },
      },
      { as: service.acme.service },
    );
  }

  it('is a new call for another principal, operation or workspace', async () => {
    const key = randomUUID();
    const name = `Mine ${randomUUID()}`;
    await create({ name }, key);
    const ofAnother = await create({ name }, key, { as: service.acme.people.owner });
    const elsewhere = await create({ name }, key, { as: service.globex.service });
    expect([ofAnother, elsewhere].map((reply) => [reply.status, isReplay(reply)])).toEqual([
      [201, false],
      [201, false],
    ]);
    const upsert = await service.rest(
      'POST',
      '/api/companies/upsert',
      { name, website: `${randomUUID()}.com` },
      {
        as: service.acme.service,
        headers: { 'idempotency-key': key },
      },
    );
    expect([upsert.status, isReplay(upsert)]).toEqual([200, false]);
    expect(await companiesNamed(name)).toBe(4);
  });

  it('is a new call after 24 hours', async () => {
    const [name, key] = [`Yesterday ${randomUUID()}`, randomUUID()];
    await create({ name }, key);
    try {
      service.advance(24 * 3600 - 60);
      expect(isReplay(await create({ name }, key))).toBe(true);
      service.advance(24 * 3600 + 60);
      expect(isReplay(await create({ name }, key))).toBe(false);
      expect(isReplay(await create({ name }, key))).toBe(true);
    } finally {
      service.advance(0);
    }
    expect(await companiesNamed(name)).toBe(2);
  });
});

describe('an idempotency key', () => {
  it('has 1 to 255 visible ASCII characters', async () => {
    for (const key of ['k'.repeat(256), 'two words', 'schlüssel', 'tab\tkey']) {
      const reply = await create({ name: 'Wrong key' }, key);
      expect({ key, reply }).toMatchObject({
        key,
        reply: { status: 400, body: { error: { code: 'IDEMPOTENCY_KEY_INVALID' } } },
      });
    }
    expect((await create({ name: 'Right key' }, 'k'.repeat(255))).status).toBe(201);
    expect(await companiesNamed('Wrong key')).toBe(0);
  });

  it('has no effect on reads', async () => {
    const key = randomUUID();
    for (const path of ['/api/companies', '/api/auth/session']) {
      const reply = await service.rest('GET', path, undefined, { headers: { 'idempotency-key': key } });
      expect([reply.status, isReplay(reply)]).toEqual([200, false]);
    }
    expect(await keysLike(key)).toBe(0);
  });

  it('can be used again after a refusal before the operation ran', async () => {
    const key = randomUUID();
    const name = `Freed ${randomUUID()}`;
    const refused = await create({ name, employee_count: -5 }, key);
    expect(refused.status).toBe(400);
    const forbidden = await create({ name }, key, { as: service.acme.people.viewer });
    expect(forbidden.status).toBe(403);
    expect(await keysLike(key)).toBe(0);
    for (const as of [service.acme.service, service.acme.people.owner]) {
      expect((await create({ name }, key, { as })).status).toBe(201);
    }
  });

  it('can be used again after automation was off', async () => {
    const [key, name] = [randomUUID(), `Automated ${randomUUID()}`];
    const switchTo = async (on: boolean) => {
      await inspector.query('update automation_policies set enabled = $2 where tenant_id = $1', [
        service.acme.id,
        on,
      ]);
      service.server.services.principals.clear();
    };
    await switchTo(false);
    const off = await create({ name }, key, { as: service.acme.agent });
    await switchTo(true);
    const on = await create({ name }, key, { as: service.acme.agent });
    expect([off.body.error.code, on.status]).toEqual(['AGENT_AUTOMATION_DISABLED', 201]);
  });

  it.each([
    {
      outcome: 404,
      call: (headers: Record<string, string>) =>
        service.rest('PATCH', `/api/companies/${missing}`, { name: 'x' }, { headers }),
      undo: async () => undefined,
    },
    {
      outcome: 409,
      call: (headers: Record<string, string>, { website }: Holder) =>
        service.rest('POST', '/api/companies', { name: 'Second', website }, { headers }),
      undo: ({ id }: Holder) => service.rest('DELETE', `/api/companies/${id}`),
    },
    {
      outcome: 412,
      call: (headers: Record<string, string>, { id }: Holder) =>
        service.rest(
          'PATCH',
          `/api/companies/${id}`,
          { name: 'Newer' },
          { headers: { ...headers, 'if-match': '"2"' } },
        ),
      undo: ({ id }: Holder) => service.rest('PATCH', `/api/companies/${id}`, { industry: 'Toys' }),
    },
  ])(
    'stores the outcome $outcome of an operation that ran, even if the operation would succeed now',
    async ({ outcome, call, undo }) => {
      const website = `${randomUUID()}.com`;
      const holder: Holder = {
        website,
        id: (await service.rest('POST', '/api/companies', { name: 'Holder', website })).body.data.id,
      };
      const headers = { 'idempotency-key': randomUUID() };
      const first = await call(headers, holder);
      expect([first.status, isReplay(first)]).toEqual([outcome, false]);
      await undo(holder);
      const again = await call(headers, holder);
      expect([again.status, isReplay(again)]).toEqual([outcome, true]);
      expect(again.body).toEqual(first.body);
      if (outcome !== 404)
        expect((await call({ 'idempotency-key': randomUUID() }, holder)).status).toBeLessThan(300);
    },
  );

  interface Holder {
    id: string;
    website: string;
  }

  const missing = randomUUID();
});

describe('simultaneous calls with one idempotency key', () => {
  it('are refused as retryable while the first call runs', async () => {
    const [name, key] = [`Slow ${randomUUID()}`, randomUUID()];
    // The first call waits for this lock, so the test decides how long it runs.
    await inspector.query('begin');
    await inspector.query('lock table companies in exclusive mode');
    const first = create({ name }, key);
    await waitForBlocked();
    const second = await create({ name }, key);
    expect(second).toMatchObject({
      status: 409,
      body: { error: { code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true } },
    });
    expect(second.headers.get('retry-after')).toBe('1');
    await inspector.query('commit');
    expect((await first).status).toBe(201);
    expect(await create({ name }, key)).toMatchObject({ status: 201, body: (await first).body });
    expect(await companiesNamed(name)).toBe(1);
  });

  it('create exactly one company when there are twenty of them', async () => {
    const [name, key] = [`Twenty ${randomUUID()}`, randomUUID()];
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ name }, key)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(
      new Set(replies.some(({ status }) => status === 409) ? [201, 409] : [201]),
    );
    const created = replies.filter(({ status }) => status === 201);
    expect(created.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1);
    expect(
      replies.filter(({ status, body }) => status === 409 && body.error.code !== 'IDEMPOTENCY_IN_PROGRESS'),
    ).toEqual([]);
    expect(await companiesNamed(name)).toBe(1);
  });

  async function waitForBlocked(): Promise<void> {
    await until(async () => {
      const [row] = await inspector.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row!.n > 0;
    });
  }
});

describe('a process that is killed during writes', () => {
  it('leaves nothing half-written and releases the keys of its unfinished calls', async () => {
    const before = await inspector.query<{ n: number }>('select count(*)::int as n from companies');
    const other = await startProcess();
    const calls: { key: string; name: string; status: Promise<number> }[] = [];
    let running = true;
    const client = async (): Promise<void> => {
      while (running) {
        const [key, name] = [randomUUID(), `Killed ${randomUUID()}`];
        const status = post(
          other.url,
          { name, website: `${randomUUID()}.com`, notes: ['one', 'two'] },
          key,
          service.acme.service,
        );
        calls.push({ key, name, status });
        await status;
      }
    };
    const clients = Array.from({ length: 8 }, client);
    while (calls.length < 100) await sleep(5);
    other.process.kill('SIGKILL');
    running = false;
    await Promise.all(clients);
    other.clean();
    await waitForSessionsToEnd();
    const answers = await Promise.all(
      calls.map(async ({ status, ...call }) => ({ ...call, status: await status })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(50);

    for (const { key, name, status } of answers) {
      const [companyCount, keyCount] = [await companiesNamed(name), await keysLike(key)];
      // Every answered call is stored, every stored call has used its key, and all other keys are unused.
      if (status === 201) expect([name, companyCount]).toEqual([name, 1]);
      expect([name, keyCount]).toEqual([name, companyCount]);
    }
    const incomplete = await inspector.query(
      `select c.id from companies c where c.name like 'Killed %' and not (
         (select count(*) from company_identifiers i where i.company_id = c.id) = 1
         and (select count(*) from notes n where n.company_id = c.id) = 2
         and (select count(*) from audit_entries a where a.target_id = c.id and a.action = 'company.created') = 1
         and (select count(*) from events e where e.object_id = c.id and e.type = 'company.created') = 1
         and (select count(*) from activity_links l join activities a on a.id = l.activity_id
              where l.entity_id = c.id and a.event = 'company.created') = 1
         and exists (select from search_tokens s where s.record_id = c.id))`,
    );
    expect(incomplete).toEqual([]);
    const orphans = await inspector.query(
      `select e.id from events e where e.object_type = 'company' and not exists (select from companies c where c.id = e.object_id)`,
    );
    expect(orphans).toEqual([]);
    const after = await inspector.query<{ n: number }>('select count(*)::int as n from companies');
    expect(after[0]!.n).toBeGreaterThan(before[0]!.n + 50);

    // A careful client repeats every call; each must then be done exactly once.
    const unanswered = answers.filter(({ status }) => status !== 201);
    for (const { key, name } of unanswered) {
      const reply = await create({ name, website: `${randomUUID()}.com` }, key);
      // A call that was done before the kill with another website is refused, and any other is done now.
      expect([201, 422]).toContain(reply.status);
      expect(await companiesNamed(name)).toBe(1);
    }
  });

  interface OtherProcess {
    url: string;
    process: ChildProcess;
    clean(): void;
  }

  /** Starts the program on the same database with the same secret. */
  async function startProcess(): Promise<OtherProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'platform-killed-'));
    const { config } = service.server.services;
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: service.databaseUrl,
        SECRET_KEY: config.secretKey.toString('hex'),
        DATA_DIR: folder,
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_SCALE: '1000',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    const url = await new Promise<string>((found, failed) => {
      child.stderr!.on('data', (chunk) => {
        output += chunk;
        const [, address] = /ready at (\S+)/.exec(output) ?? [];
        if (address) found(address);
      });
      child.once('exit', () => failed(new Error(`the process ended: ${output}`)));
    });
    return { url, process: child, clean: () => rmSync(folder, { recursive: true, force: true }) };
  }

  /** Returns the status of the response, or 0 without one. */
  async function post(url: string, body: object, key: string, as: Identity): Promise<number> {
    try {
      const response = await fetch(`${url}/api/companies`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${as.token}`,
          'x-tenant-id': as.tenantId,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      });
      await response.text();
      return response.status;
    } catch {
      return 0;
    }
  }

  /** Waits until PostgreSQL notices that a client is gone and rolls back its transaction. */
  async function waitForSessionsToEnd(): Promise<void> {
    const { pool } = service.server.services.database;
    await until(async () => {
      const [row] = await inspector.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      );
      return row!.n === 0 && pool.waitingCount === 0;
    });
  }
});
