// Contacts by phone number, consent, recency and cadence, and companies by identifier.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
const ids: Record<string, string> = {};
const DAY = 86_400_000;

beforeAll(async () => {
  service = await startService();
  const add = async (name: string, input: object) => {
    const reply = await service.rest('POST', '/api/contacts', { first_name: name, ...input });
    expect(reply.status).toBe(201);
    ids[name] = reply.body.data.id;
  };
  await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db('tenants').where({ id: service.acme.id }).update({ country: 'DE' }),
  );
  await add('Ada', { phone: '+49 30 1234567' });
  await add('Bob', { phone: '+1 212 555 0100' });
  await add('Cleo', {});
  await add('Dora', {});
  await service.rest('PUT', `/api/contacts/${ids.Ada}/consent`, { email: { state: 'opted_in' } });
  await service.rest('PUT', `/api/contacts/${ids.Bob}/consent`, {
    email: { state: 'opted_out' },
    sms: { state: 'opted_in' },
  });
  for (const [name, days] of [
    ['Ada', 3],
    ['Bob', 60],
    ['Cleo', 120],
  ] as const) {
    const reply = await service.rest('POST', '/api/activities', {
      type: 'meeting',
      subject: `With ${name}`,
      occurred_at: new Date(Date.now() - days * DAY).toISOString(),
      status: 'held',
      links: [{ entity: 'contact', id: ids[name] }],
    });
    expect(reply).toMatchObject({ status: 201 });
  }
});

afterAll(() => service?.stop());

async function names(query: string, ask: Ask = {}): Promise<string[]> {
  const reply = await service.rest('GET', `/api/contacts?${query}&sort=name`, undefined, ask);
  expect({ query, status: reply.status, error: reply.body.error }).toEqual({
    query,
    status: 200,
    error: undefined,
  });
  return reply.body.data.map((row: { display_name: string }) => row.display_name);
}

const json = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe('contacts', () => {
  it.each([
    ['+49301234567', ['Ada']],
    ['030 1234567', ['Ada']],
    ['(030) 123-4567', ['Ada']],
    ['+1 (212) 555-0100', ['Bob']],
    ['0301234', []],
    ['no number', []],
  ])('are filtered by the phone number %s', async (number, expected) => {
    expect(await names(`filter[phone]=${encodeURIComponent(number)}`)).toEqual(expected);
  });

  it('are filtered by parts of phone numbers, and by having none', async () => {
    expect(await names('filter[phone][contains]=123-4')).toEqual(['Ada']);
    expect(await names('filter[phone][starts_with]=%2B1')).toEqual(['Bob']);
    expect(await names('filter[phone][exists]=false')).toEqual(['Cleo', 'Dora']);
    expect(await names('filter[phone][not]=030%201234567')).toEqual(['Bob', 'Cleo', 'Dora']);
    expect(
      await names(
        json({
          or: [
            { field: 'phone', value: '030 1234567' },
            { field: 'first_name', value: 'Dora' },
          ],
        }),
      ),
    ).toEqual(['Ada', 'Dora']);
  });

  it('are filtered by consent', async () => {
    expect(await names('filter[consent][email]=opted_in')).toEqual(['Ada']);
    expect(await names('filter[consent][email][not]=opted_out')).toEqual(['Ada', 'Cleo', 'Dora']);
    expect(await names('filter[consent][sms]=unknown')).toEqual(['Ada', 'Cleo', 'Dora']);
    expect(await names(json({ field: 'consent.sms', value: 'opted_in' }))).toEqual(['Bob']);
  });

  it('are filtered by cadence', async () => {
    await service.rest('PATCH', `/api/contacts/${ids.Ada}/relationship`, { desired_cadence_days: 30 });
    const query = 'filter[desired_cadence_days][exists]=true';
    expect((await service.rest('GET', `/api/contacts?${query}`)).body.total).toBe(
      (await names(query)).length,
    );
    expect(await names('filter[desired_cadence_days][gt]=400')).toEqual([]);
  });

  it('are filtered by recency, as their summaries have it', async () => {
    for (const band of ['fresh', 'stable', 'stale', 'dormant']) {
      const found = await names(`filter[recency_band]=${band}`);
      const expected: string[] = [];
      for (const [name, id] of Object.entries(ids)) {
        const summary = await service.rest('GET', `/api/contacts/${id}/relationship-summary`);
        if (summary.body.data.recency_band === band) expected.push(name);
      }
      expect([band, found]).toEqual([band, expected]);
    }
    expect(await names('filter[recency_band][in]=stable,stale')).toEqual(['Bob', 'Cleo']);
    const since = new Date(Date.now() - 90 * DAY).toISOString();
    expect(await names(`filter[last_meaningful_touch_at][gte]=${since}`)).toEqual(['Ada', 'Bob']);
    expect(await names('filter[last_meaningful_touch_at][exists]=false')).toEqual(['Dora']);
  });

  it('are paged by cursor under a filter that depends on the time, also inside or', async () => {
    for (const filter of [
      'filter[recency_band][in]=stable,stale',
      json({ or: [{ field: 'recency_band', op: 'in', value: ['stable', 'stale'] }] }),
    ]) {
      const first = await service.rest('GET', `/api/contacts?${filter}&sort=name&pageSize=1`);
      const next = await service.rest(
        'GET',
        `/api/contacts?${filter}&sort=name&pageSize=1&cursor=${encodeURIComponent(first.body.nextCursor)}`,
      );
      expect([first.body.total, next.status, next.body.data?.[0].display_name]).toEqual([2, 200, 'Cleo']);
    }
  });

  it('are not filtered by recency for whoever may not read relationships, also after somebody who may', async () => {
    await names('filter[recency_band]=fresh');
    const as = await service.token(service.acme, { kind: 'service', scopes: ['crm.contacts:read'] });
    for (const query of [
      'filter[recency_band]=fresh',
      'filter[last_meaningful_touch_at][exists]=true',
      json({ not: { field: 'recency_band', value: 'fresh' } }),
    ]) {
      const reply = await service.rest('GET', `/api/contacts?${query}`, undefined, { as });
      expect(reply).toMatchObject({
        status: 400,
        body: { error: { fields: [{ rule: 'field_not_readable' }] } },
      });
    }
  });
});

describe('companies', () => {
  it('are filtered by any of their identifiers, in any form', async () => {
    const { id } = (
      await service.rest('POST', '/api/companies', { name: 'Acme', website: 'acme.example.com' })
    ).body.data;
    await service.rest('POST', `/api/companies/${id}/identifiers`, {
      identifier_type: 'email_domain',
      value: 'mail.example.com',
    });
    await service.rest('POST', '/api/companies', { name: 'Other' });
    const found = async (query: string) => {
      const { body } = await service.rest('GET', `/api/companies?${query}`);
      return body.data.map(({ name }: { name: string }) => name);
    };
    for (const value of [
      'acme.example.com',
      'https://www.acme.example.com/about',
      'ada@mail.example.com',
      'MAIL.example.com',
    ])
      expect([value, await found(`filter[identifier]=${encodeURIComponent(value)}`)]).toEqual([
        value,
        ['Acme'],
      ]);
    expect(await found('filter[identifier][contains]=mail')).toEqual(['Acme']);
    expect(await found('filter[identifier][exists]=false')).toEqual(['Other']);
    expect(await found('filter[identifier]=nobody.example.com')).toEqual([]);
  });
});
