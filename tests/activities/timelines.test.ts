// Timelines of the workspace and of records: order, filters, cursors, number of SQL statements and use of indexes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Transaction } from '../../src/db/transaction.ts';
import { isInteraction, isTouch } from '../../src/domains/activities/rules.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
const inGlobex = (): Ask => ({ as: service.globex.people.owner });

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

async function create(path: string, body: object, ask: Ask = {}): Promise<string> {
  const reply = await service.rest('POST', path, body, ask);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data.id;
}

const log = (input: object, ask: Ask = {}) =>
  create('/api/activities', { type: 'call', subject: 'Call', ...input }, ask);

async function ids(path: string, ask: Ask = {}): Promise<string[]> {
  const reply = await service.rest('GET', path, undefined, ask);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data.map(({ id }: { id: string }) => id);
}

describe('the list of activities', () => {
  let contact: string;
  let call: string;
  let mail: string;
  let token: { token: string; tenantId: string };

  beforeAll(async () => {
    token = service.globex.service;
    contact = await create('/api/contacts', { first_name: 'Ada' }, inGlobex());
    const links = [{ entity: 'contact', id: contact }];
    call = await log({ occurred_at: '2026-02-01T10:00:00Z', channel: 'phone', links }, inGlobex());
    mail = await log(
      { type: 'email', direction: 'inbound', occurred_at: '2026-02-02T10:00:00Z', subject: 'Prices' },
      { as: token },
    );
  });

  it('contains the activities of the workspace, newest first', async () => {
    const all = await ids('/api/activities', inGlobex());
    expect(all.slice(-2)).toEqual([mail, call]);
    expect(await ids('/api/activities?sort=occurred_at', inGlobex())).toEqual(all.toReversed());
  });

  it('can be filtered by record, actor, type, channel, direction and date', async () => {
    const { userId } = service.globex.people.owner;
    const find = (query: string) => ids(`/api/activities?${query}`, inGlobex());
    expect(await find(`entity_type=contact&entity_id=${contact}`)).toEqual(
      await ids(`/api/contacts/${contact}/activity`, inGlobex()),
    );
    expect(await find(`entity_type=contact&entity_id=${contact}&filter[type]=call`)).toEqual([call]);
    expect(await find(`entity_type=company&entity_id=${contact}`)).toEqual([]);
    expect(await find(`filter[actor_id]=${userId}&type=call`)).toEqual([call]);
    expect(await find(`filter[actor_id][neq]=${userId}`)).toEqual([mail]);
    expect(await find('filter[type][in]=call,email')).toEqual([mail, call]);
    expect(await find('filter[direction]=inbound')).toEqual([mail]);
    expect(await find('filter[channel]=phone')).toEqual([call]);
    expect(await find('filter[subject][contains]=price')).toEqual([mail]);
    expect(await find('filter[occurred_at][lt]=2026-02-02')).toEqual([call]);
    expect(await find('filter[source]=service')).toEqual([mail]);
    expect(await find('filter[event]=contact.created')).toHaveLength(1);
  });

  it('rejects entity_type without entity_id, and the reverse', async () => {
    for (const [query, path] of [
      ['entity_type=contact', 'entity_id'],
      [`entity_id=${contact}`, 'entity_type'],
    ]) {
      const reply = await service.rest('GET', `/api/activities?${query}`);
      expect([reply.status, reply.body.error.fields]).toMatchObject([400, [{ path, rule: 'required' }]]);
    }
    expect((await service.rest('GET', '/api/activities?entity_type=note&entity_id=1')).status).toBe(400);
  });
});

describe('a cursor returns every entry exactly once while others are added', () => {
  it.each(['of a record', 'of the workspace'])('on the timeline %s', async (which) => {
    const AT = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z', '2026-03-02T00:00:00.000Z'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...AT), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...AT),
        async (times, pageSize, between) => {
          const contact = await create('/api/contacts', { first_name: 'Ada' });
          const links = [{ entity: 'contact', id: contact }];
          const path =
            which === 'of a record'
              ? `/api/contacts/${contact}/activity?`
              : `/api/activities?entity_type=contact&entity_id=${contact}&`;
          const lines: string[] = [];
          for (const occurred_at of times) lines.push(await log({ occurred_at, links }));
          const pagedIds: string[] = [];
          for (let cursor = '', pages = 0; pages < 40; pages++) {
            const [{ body }] = await Promise.all([
              service.rest(
                'GET',
                `${path}pageSize=${pageSize}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
              ),
              pages < 5 && log({ occurred_at: between, links }),
            ]);
            pagedIds.push(...body.data.map(({ id }: { id: string }) => id));
            if (!body.nextCursor) break;
            cursor = body.nextCursor;
          }
          expect(new Set(pagedIds).size).toBe(pagedIds.length);
          expect(lines.filter((id) => !pagedIds.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 8, interruptAfterTimeLimit: 10_000 },
    );
  });
});

describe('the links of an activity', () => {
  it('follow every change of its time and kind, and its deletion', async () => {
    const contact = await create('/api/contacts', { first_name: 'Followed' });
    const links = [{ entity: 'contact', id: contact }];
    const change = fc.record(
      {
        type: fc.constantFrom('note', 'call', 'email', 'message', 'meeting', 'event', 'task'),
        occurred_at: fc.constantFrom('2026-01-05T10:00:00.000Z', '2026-02-05T10:00:00.000Z'),
        channel: fc.constantFrom(null, 'email', 'video', 'in_person'),
        direction: fc.constantFrom(null, 'inbound', 'outbound', 'internal'),
        status: fc.constantFrom(null, 'planned', 'held', 'cancelled', 'no_show'),
        meaningful_override: fc.constantFrom(null, true, false),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), fc.boolean(), async (changes, deleted) => {
        const id = await log({ links });
        for (const patch of changes) {
          expect((await service.rest('PATCH', `/api/activities/${id}`, patch)).status).toBe(200);
        }
        if (deleted) await service.rest('DELETE', `/api/activities/${id}`);
        const [row] = await service.sql<Parameters<typeof isTouch>[0] & Record<string, unknown>>(
          service.acme,
          `select a.type, a.source, a.channel, a.direction, a.status, a.meaningful_override as "meaningfulOverride",
            l.is_touch, l.is_interaction, l.live, l.occurred_at = a.occurred_at as same_time
           from activities a join activity_links l on l.tenant_id = a.tenant_id and l.activity_id = a.id where a.id = ?`,
          [id],
        );
        expect(row).toMatchObject({
          is_touch: isTouch(row!),
          is_interaction: isInteraction(row!),
          live: !deleted,
          same_time: true,
        });
      }),
      { numRuns: 20, interruptAfterTimeLimit: 10_000 },
    );
  });

  it('are read for many activities in one SQL statement, with the linked records and action items', async () => {
    const company = await create('/api/companies', { name: 'Northwind' });
    const contact = await create('/api/contacts', { first_name: 'Ada', company_id: company });
    for (let n = 0; n < 6; n++) {
      const id = await log({ links: [{ entity: 'contact', id: contact }] });
      await create(`/api/activities/${id}/action-items`, { title: `Step ${n}` });
    }
    const query = `query ($n: Int) { activities(first: $n, filter: { type: { eq: "call" } }) { nodes { subject
      links { entity id company { name } contact { displayName } }
      actionItems { title activity { subject } } } } }`;
    await service.graphql(query, { n: 1 });
    const counted = await statementsOf(() => service.graphql(query, { n: 6 }));
    expect(counted.reply.body.errors).toBeUndefined();
    expect(counted.statements).toHaveLength(1);
    expect(counted.reply.body.data.activities.nodes[0]).toEqual({
      subject: 'Call',
      links: [
        { entity: 'COMPANY', id: company, company: { name: 'Northwind' }, contact: null },
        { entity: 'CONTACT', id: contact, company: null, contact: { displayName: 'Ada' } },
      ],
      actionItems: [{ title: 'Step 5', activity: { subject: 'Call' } }],
    });
    const nested = `{ companies(first: 5) { nodes { activities(first: 3) { nodes { subject links { contact { displayName } } } } } } }`;
    await service.graphql(nested);
    expect((await statementsOf(() => service.graphql(nested))).statements).toHaveLength(1);
  });
});

/** Returns the reply of a call and the SQL statements that it sent, in order. */
async function statementsOf<T>(
  call: () => Promise<T>,
): Promise<{ reply: T; statements: [string, unknown[]][] }> {
  const statements: [string, unknown[]][] = [];
  const { send } = Transaction.prototype;
  Transaction.prototype.send = function (text, values) {
    statements.push([text, values]);
    return send.call(this, text, values);
  };
  try {
    return { reply: await call(), statements };
  } finally {
    Transaction.prototype.send = send;
  }
}

describe('the timeline of a record', () => {
  it('is read in one statement that walks the index, however long it is', async () => {
    const contact = await create('/api/contacts', { first_name: 'Busy' });
    await service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
      await db.raw(
        `insert into activities (tenant_id, id, type, subject, occurred_at, actor, source, created_at)
         select current_tenant(), gen_random_uuid(), 'system', 'Line ' || n, timestamptz '2026-01-01Z' + n * interval '1 minute',
           '{"type": "system", "id": null, "label": "test"}', 'system', timestamptz '2026-01-01Z' from generate_series(1, 5000) n`,
      );
      await db.raw(
        `insert into activity_links (tenant_id, entity, entity_id, occurred_at, activity_id)
         select tenant_id, 'contact', ?, occurred_at, id from activities where subject like 'Line %'`,
        [contact],
      );
      await db.raw('set local role none');
      await db.raw('analyze activities, activity_links');
    });
    const { total, plan } = await planOf(`/api/contacts/${contact}/activity?pageSize=10`);
    expect(total).toBe(5001);
    expect(plan).toMatch(/using activity_links_timeline/);
    expect(plan).not.toMatch(/Sort|Seq Scan on activity_links|Seq Scan on activities/);
  });

  it('with further filters uses an index, and so does the list of the workspace', async () => {
    const contact = await create('/api/contacts', { first_name: 'Quiet' });
    const { plan } = await planOf(`/api/activities?entity_type=contact&entity_id=${contact}&type=call`);
    // The links are read once, not once for each activity.
    expect(plan).toMatch(/InitPlan[\s\S]*activity_links_timeline/);
    expect(plan).not.toMatch(/Seq Scan on activity_links|Seq Scan on activities/);
    const workspaceList = await planOf('/api/activities?pageSize=10');
    expect(workspaceList.plan).toMatch(/using activities_time/);
  });

  /** Returns the total of a list and the query plan of its rows. */
  async function planOf(path: string): Promise<{ total: number; plan: string }> {
    const { reply, statements } = await statementsOf(() => service.rest('GET', `${path}&fields=id`));
    const [page, ...others] = statements.filter(([text]) => /row_to_json|json_agg/.test(text));
    expect(others).toEqual([]);
    const [text, values] = page!;
    const literal = (value: unknown) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`);
    const rows = await service.sql<{ 'QUERY PLAN': string }>(
      service.acme,
      `explain ${text.replace(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1]))}`.replaceAll('?', '\\?'),
    );
    return { total: reply.body.total, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
  }
});
