// Calls that find or create a record, sent many times at once with the same new value.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Reply, startService, type TestService } from '../support/service.ts';

const ROUNDS = 4;
const AT_ONCE = 10;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const post = (path: string, body: object): Promise<Reply> => service.rest('POST', path, body);

/** Sends the same kind of call many times at once, each with its own name. */
function atOnce(path: string, input: (n: number) => object): Promise<Reply[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, n) => post(path, input(n))));
}

function outcomes(replies: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const outcome =
      status < 300
        ? (body.data.outcome ?? body.data.match.outcome)
        : `${status} ${body.error.details?.reason}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const idsOf = (replies: Reply[]) =>
  new Set(replies.map(({ body }) => body.data.company?.id ?? body.data.contact?.id ?? body.data.id));

async function totalOf(list: string): Promise<number> {
  return (await service.rest('GET', list)).body.total;
}

describe('simultaneous upserts of one new record', () => {
  it.each([
    ['website', (n: number, round: number) => ({ name: `Race ${n}`, website: `site-${round}.com` })],
    ['domain', (n: number, round: number) => ({ name: `Race ${n}`, domain: `mail-${round}.com` })],
    ['client number', (n: number, round: number) => ({ name: `Race ${n}`, client_number: `RACE-${round}` })],
    [
      'website and client number',
      (n: number, round: number) => ({
        name: `Race ${n}`,
        website: `both-${round}.com`,
        client_number: `BOTH-${round}`,
      }),
    ],
  ])('create one company by its %s and update it with the others', async (_, input) => {
    for (let round = 0; round < ROUNDS; round++) {
      const replies = await atOnce('/api/companies/upsert', (n) => input(n, round));
      expect(outcomes(replies)).toEqual({ created: 1, updated: AT_ONCE - 1 });
      expect(idsOf(replies).size).toBe(1);
    }
  });

  it('create one contact by its address', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `race-${round}@upsert-race.com`;
      const replies = await atOnce('/api/contacts/upsert', (n) => ({ first_name: `Race ${n}`, email }));
      expect(outcomes(replies)).toEqual({ created: 1, updated: AT_ONCE - 1 });
      expect(await totalOf(`/api/contacts?filter[email]=${email}`)).toBe(1);
    }
  });

  it('create one client by its name and domain', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const replies = await atOnce('/api/clients', () => ({
        client_name: `Harbour ${'Aquila Borealis Cygnus Draco'.split(' ')[round]}`,
        domain: `client-race-${round}.com`,
      }));
      expect(outcomes(replies)).toEqual({ created: 1, linked: AT_ONCE - 1 });
    }
  });

  it('find records that plain creations make meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [website, email] = [`mixed-${round}.com`, `mixed-${round}@upsert-race.com`];
      const [companies, contacts, clients, created] = await Promise.all([
        atOnce('/api/companies/upsert', (n) => ({ name: `Mixed ${n}`, website })),
        atOnce('/api/contacts/upsert', (n) => ({ first_name: `Mixed ${n}`, email })),
        Promise.all([1, 2, 3].map(() => post('/api/clients', { client_name: 'Mixed', website }))),
        Promise.all([
          ...[1, 2, 3].map(() => post('/api/companies', { name: 'Mixed', website })),
          ...[1, 2, 3].map(() => post('/api/contacts', { first_name: 'Mixed', email })),
        ]),
      ]);
      for (const replies of [companies, contacts, clients])
        expect(Object.keys(outcomes(replies)).filter((outcome) => /^\d/.test(outcome))).toEqual([]);
      expect(idsOf(companies).size).toBe(1);
      for (const { status } of created) expect([201, 409]).toContain(status);
      expect(await totalOf(`/api/companies?filter[website]=${website}`)).toBe(1);
      expect(await totalOf(`/api/contacts?filter[email]=${email}`)).toBe(1);
    }
  });
});

describe('an upsert', () => {
  it('is refused without effect when its client number is taken', async () => {
    const former = await post('/api/companies/upsert', { name: 'Former', client_number: 'GONE-1' });
    expect((await service.rest('DELETE', `/api/clients/${former.body.data.company.id}`)).status).toBe(200);
    const before = await totalOf('/api/companies');
    const reply = await post('/api/companies/upsert', { name: 'Other', client_number: 'GONE-1' });
    expect([reply.status, reply.body.error.details.reason]).toEqual([409, 'client_number_taken']);
    expect(await totalOf('/api/companies')).toBe(before);
  });

  it('is refused when it matches two companies', async () => {
    await post('/api/companies', { name: 'Left', website: 'left-hand.com' });
    await post('/api/companies', { name: 'Right', domain: 'right-hand.com' });
    const reply = await post('/api/companies/upsert', {
      name: 'Both',
      website: 'left-hand.com',
      domain: 'right-hand.com',
    });
    expect([reply.status, reply.body.error.details.reason]).toEqual([409, 'multiple_matches']);
  });
});
