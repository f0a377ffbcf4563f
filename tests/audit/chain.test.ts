// The hash chain of the audit log: entries cannot be changed, and a change that bypasses every guard is detected.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { safeCell } from '../../src/csv.ts';
import {
  canonicalEntry,
  faultOf,
  GENESIS,
  type NewSeal,
  type SealableEntry,
  sealOf,
} from '../../src/domains/audit/rules.ts';
import { sealAllWorkspaces, sealNow } from '../../src/domains/audit/seal.ts';
import { type Verification, verifyChain } from '../../src/domains/audit/verify.ts';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { startService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;

let service: TestService;
let owner: pg.Client;

beforeAll(async () => {
  service = await startService();
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await service?.stop();
});

/** Calls with a token, because sessions are purged together with the log. */
const byToken = () => ({ as: service.acme.service });
const act = async (name: string) => service.rest('POST', '/api/companies', { name }, byToken());
async function seal(): Promise<void> {
  await service.server.services.deferredAudit.flush();
  await sealNow(service.server.services, service.acme.id);
}
const verify = (): Promise<Verification> => verifyChain(service.server.services, service.acme.id);
const seals = () => service.sql<{ seq: number }>(service.acme, 'select seq from audit_seals order by seq');

/** Runs statements with all guards disabled, returns the faults that verification finds, and restores the tables. */
async function faultsAfter(...statements: string[]): Promise<Verification['faults']> {
  const tables = ['audit_entries', 'audit_seals', 'audit_unsealed'];
  for (const table of tables) await owner.query(`create table kept_${table} as table ${table}`);
  try {
    await owner.query('set session_replication_role = replica');
    for (const statement of statements) await owner.query(statement);
    return (await verify()).faults;
  } finally {
    for (const table of tables) {
      await owner.query(`delete from ${table}`);
      await owner.query(`insert into ${table} overriding system value select * from kept_${table}`);
      await owner.query(`drop table kept_${table}`);
    }
    await owner.query('reset session_replication_role');
  }
}

describe('the audit log', () => {
  it('cannot be changed or emptied by the application or by the owner of its tables', async () => {
    await act('Kept');
    await seal();
    for (const table of ['audit_entries', 'audit_seals']) {
      const changes = [
        `update ${table} set tenant_id = tenant_id, ${table === 'audit_seals' ? "hash = repeat('0', 64)" : "action = 'x'"}`,
        `delete from ${table}`,
        `truncate ${table}`,
      ];
      for (const statement of changes) {
        await expect(owner.query(statement)).rejects.toMatchObject({ code: '23514' });
        const asApplication = service.server.services.database.write(
          { tenantId: service.acme.id },
          ({ db }) => db.raw(statement),
        );
        await expect(asApplication).rejects.toMatchObject({ code: '42501' });
      }
    }
    await expect(owner.query("update audit_entries set target_label = 'other'")).rejects.toMatchObject({
      code: '23514',
    });
    const anchor = "insert into audit_anchors values (current_tenant(), 9999, repeat('0', 64), now())";
    await expect(
      service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) => db.raw(anchor)),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('is verified from its first entry to its last, without gaps', async () => {
    for (let n = 0; n < 5; n++) await act(`Link ${n}`);
    await seal();
    const found = await verify();
    expect(found).toMatchObject({ unsealed: 0, faults: [], from: { seq: 0, hash: GENESIS } });
    const numbers = (await seals()).map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(found.sealed).toBe(numbers.length);
  });

  it('seals each entry once, even when several seal it at a time while others write', async () => {
    const writers = Array.from({ length: 20 }, (_, n) => act(`Busy ${n}`));
    const sealers = Array.from({ length: 6 }, () => seal());
    await Promise.all([...writers, ...sealers]);
    await seal();
    expect(await verify()).toMatchObject({ unsealed: 0, faults: [] });
    const [count] = await service.sql<{ entries: number; seals: number }>(
      service.acme,
      'select (select count(*) from audit_entries) as entries, (select count(*) from audit_seals) as seals',
    );
    expect(count!.entries).toBe(count!.seals);
  });

  it('seals an entry that commits late behind the entries that were committed before it', async () => {
    const { database, clock } = service.server.services;
    const id = crypto.randomUUID();
    await database.write({ tenantId: service.acme.id }, async ({ db }) => {
      await db('audit_entries').insert({
        ...{
          tenant_id: service.acme.id,
          id,
          occurred_at: clock.now(),
          actor: '{"type":"system","id":null,"label":"late"}',
        },
        ...{ action: 'test.late', surface: 'job', outcome: 'success' },
      });
      await act('Meanwhile');
      await seal();
    });
    expect(await verify()).toMatchObject({ unsealed: 1, faults: [] });
    await sealAllWorkspaces(service.server.services, service.server.app.log);
    const last = (await seals()).at(-1)!.seq;
    const [lateSeal] = await service.sql<{ seq: number }>(
      service.acme,
      'select seq from audit_seals where entry_id = ?',
      [id],
    );
    expect(lateSeal!.seq).toBe(last);
    expect(await verify()).toMatchObject({ unsealed: 0, faults: [] });
  });

  it('stays verifiable when a person is erased, because only names are removed from the entries', async () => {
    const contact = await service.rest('POST', '/api/contacts', {
      first_name: 'Xerxes',
      last_name: 'Quimby',
    });
    const { id } = contact.body.data;
    await service.rest('PATCH', `/api/contacts/${id}`, { first_name: 'Zanzibar' });
    await seal();
    expect((await service.rest('GET', '/api/audit-logs?search=xerxes')).body.data).toHaveLength(2);
    expect((await service.rest('POST', `/api/contacts/${id}/erase`)).status).toBe(200);
    await seal();
    expect(await verify()).toMatchObject({ unsealed: 0, faults: [] });
    expect((await verify()).erased).toBeGreaterThanOrEqual(2);
    expect((await service.rest('GET', '/api/audit-logs?search=xerxes')).body.data).toEqual([]);
    const { data } = (await service.rest('GET', `/api/audit-logs?entity_type=contact&entity_id=${id}`)).body;
    expect(data.map(({ action }: { action: string }) => action)).toContain('contact.erased');
    const proof = await service.rest('GET', `/api/audit-logs/${data.at(-1).id}`);
    expect(proof.body.data.proof).toMatchObject({ verified: true, salt: null });
  });
});

describe('a change of the audit log that bypasses every guard', () => {
  const third =
    '(select entry_id from audit_seals where tenant_id = (select tenant_id from audit_seals limit 1) and seq = 3)';
  beforeAll(async () => {
    for (let n = 0; n < 5; n++) await act(`Target ${n}`);
    await seal();
  });

  it('is detected in the action, actor, time, outcome, address, label and changes of an entry', async () => {
    for (const change of [
      "action = 'company.viewed'",
      `actor = '{"type":"user","id":null,"label":"somebody else"}'`,
      "occurred_at = occurred_at - interval '1 ms'",
      "outcome = 'denied'",
      "ip = '10.0.0.1'",
    ])
      expect(await faultsAfter(`update audit_entries set ${change} where id = ${third}`)).toMatchObject([
        { seq: 3, fault: 'entry_changed' },
      ]);
    for (const change of ["target_label = 'Other'", `changes = '[{"field":"name","from":1,"to":2}]'`])
      expect(await faultsAfter(`update audit_entries set ${change} where id = ${third}`)).toMatchObject([
        { seq: 3, fault: 'content_changed' },
      ]);
  });

  it('is detected if an entry is removed, with or without its seal', async () => {
    expect(await faultsAfter(`delete from audit_entries where id = ${third}`)).toMatchObject([
      { seq: 3, fault: 'entry_missing' },
    ]);
    const both = await faultsAfter(
      `delete from audit_entries where id = ${third}`,
      'delete from audit_seals where seq = 3',
    );
    expect(both).toMatchObject([{ seq: 4, fault: 'gap' }]);
  });

  it('is detected if an entry is inserted or two entries are swapped', async () => {
    const copy = `insert into audit_entries (tenant_id, id, occurred_at, actor, action, surface, outcome)
      select tenant_id, gen_random_uuid(), occurred_at, actor, action, surface, outcome from audit_entries where id = ${third}`;
    expect(await faultsAfter(copy)).toMatchObject([{ seq: null, fault: 'not_sealed' }]);
    const swapped = await faultsAfter(
      'update audit_seals set seq = 900 where seq = 3',
      'update audit_seals set seq = 3 where seq = 4',
      'update audit_seals set seq = 4 where seq = 900',
    );
    expect(swapped[0]).toMatchObject({ seq: 3, fault: 'link_broken' });
  });

  it('is detected if a seal is replaced, because the next seal no longer matches it', async () => {
    const faults = await faultsAfter(
      `update audit_entries set action = 'x' where id = ${third}`,
      "update audit_seals set hash = repeat('a', 64) where seq = 3",
    );
    expect(faults).toMatchObject([
      { seq: 3, fault: 'entry_changed' },
      { seq: 4, fault: 'link_broken' },
    ]);
  });
});

describe('the retention purge', () => {
  it('deletes entries older than 400 days, and the rest is verified from the anchor', async () => {
    const purgeAfter = (days: number) =>
      purgeExpired(owner as never, new Date(Date.now() + days * DAY), service.server.app.log);
    await seal();
    const before = await seals();
    await purgeAfter(399);
    expect(await seals()).toEqual(before);
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('audit_entries').insert({
        ...{ tenant_id: service.acme.id, id: crypto.randomUUID(), action: 'test.later', surface: 'job' },
        ...{
          occurred_at: new Date(Date.now() + 10 * DAY),
          actor: '{"type":"system","id":null,"label":"later"}',
          outcome: 'success',
        },
      }),
    );
    await seal();
    await purgeAfter(405);
    const [anchor] = await service.sql(service.acme, 'select seq, hash from audit_anchors');
    expect(anchor).toMatchObject({ seq: before.at(-1)!.seq });
    expect(await service.sql(service.acme, 'select action from audit_entries')).toEqual([
      { action: 'test.later' },
    ]);
    await act('After the cut');
    await seal();
    expect(await verify()).toMatchObject({
      sealed: 2,
      faults: [],
      from: anchor,
      head: { seq: before.length + 2 },
    });
    const { data } = (await service.rest('GET', '/api/audit-logs', undefined, byToken())).body;
    for (const { id } of data) {
      const { proof } = (await service.rest('GET', `/api/audit-logs/${id}`, undefined, byToken())).body.data;
      expect(proof.verified).toBe(true);
    }
  });
});

describe('the rules of the audit log', () => {
  const entry = (overrides: Partial<SealableEntry>): SealableEntry => ({
    ...{ tenantId: 't', id: 'e', occurredAt: new Date(0), actor: { type: 'system', id: null, label: 's' } },
    ...{ action: 'a', operation: null, surface: 'rest', targetType: null, targetId: null, targetLabel: null },
    ...{
      outcome: 'success',
      errorCode: null,
      occurrences: 1,
      changes: [],
      risk: null,
      requestId: null,
      ip: null,
    },
    userAgent: null,
    ...overrides,
  });
  const anEntry = fc
    .record({
      action: fc.string(),
      targetLabel: fc.option(fc.string()),
      requestId: fc.option(fc.string()),
      occurrences: fc.nat(),
      changes: fc.array(fc.record({ field: fc.string(), from: fc.jsonValue(), to: fc.jsonValue() }), {
        maxLength: 3,
      }),
    })
    .map((overrides) => entry(overrides as Partial<SealableEntry>));

  it('verify every chain as it was sealed, and no chain with a changed entry', () => {
    fc.assert(
      fc.property(
        fc.array(anEntry, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.string(),
        (entries, position, other) => {
          const chain: NewSeal[] = [];
          for (const sealable of entries)
            chain.push(sealOf(sealable, 'salt', chain.at(-1) ?? { seq: 0, hash: GENESIS }));
          const faults = (all: SealableEntry[]) =>
            chain.filter((link, n) =>
              faultOf(all[n], link as never, chain[n - 1] ?? { seq: 0, hash: GENESIS }),
            );
          expect(faults(entries)).toEqual([]);
          const index = position % entries.length;
          const changed = entries.map((sealable, n) =>
            n === index ? { ...sealable, action: `${sealable.action}${other}!` } : sealable,
          );
          expect(faults(changed).map(({ seq }) => seq)).toEqual([index + 1]);
        },
      ),
    );
  });

  it('serialize an entry in the same way whatever the order of its properties is', () => {
    const actor = { type: 'user', id: 'u', label: 'l' } as const;
    const reordered = { label: 'l', id: 'u', type: 'user' } as const;
    expect(canonicalEntry(entry({ actor }), 1, 'c')).toBe(
      canonicalEntry(entry({ actor: reordered }), 1, 'c'),
    );
  });

  it('escape cells of an export that would start a formula, and leave numbers and phone numbers unchanged', () => {
    for (const text of ['=1+1', '+cmd', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1', '+4930-A1'])
      expect(safeCell(text)).toBe(`'${text}`);
    for (const text of ['-12.50', '-5', '+4930901820', '+49 (30) 901-820', '42', 'Acme', ''])
      expect(safeCell(text)).toBe(text);
    fc.assert(fc.property(fc.string(), (text) => /^(?![=@\t\r])/.test(safeCell(text))));
  });
});
