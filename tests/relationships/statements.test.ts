// How many SQL statements relationships need: one for the signals of a whole page, and one for the list of follow-ups.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Transaction } from '../../src/db/transaction.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let contactId: string;
let count = 0;

beforeAll(async () => {
  service = await startService();
  const { database } = service.server.services;
  const read = database.read.bind(database) as (
    visibility: object,
    work: (tx: Transaction) => Promise<unknown>,
  ) => Promise<unknown>;
  database.read = ((visibility: object, work: (tx: Transaction) => Promise<unknown>) =>
    read(visibility, async (tx) => {
      const answer = await work(tx);
      count += tx.statements;
      return answer;
    })) as never;
  for (let n = 0; n < 30; n += 1) {
    const { body } = await service.rest('POST', '/api/contacts', { first_name: `Contact ${n}` });
    contactId = body.data.id;
    await service.rest('PATCH', `/api/contacts/${contactId}/relationship`, { desired_cadence_days: 1 });
  }
  const { id: tenant_id } = service.acme;
  await database.write({ tenantId: tenant_id }, ({ db }) =>
    db('contacts').where({ tenant_id }).update({ created_at: '2026-01-01T00:00:00Z' }),
  );
});

afterAll(() => service?.stop());

/** Counts the statements of a request after a first run has cached the caller. */
async function statements(
  ask: () => Promise<{ status: number; body: { errors?: unknown } }>,
): Promise<number> {
  await ask();
  count = 0;
  const reply = await ask();
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return count;
}

it.each([
  ['a summary', 2, () => service.rest('GET', `/api/contacts/${contactId}/relationship-summary`)],
  ['thirty follow-ups and their total', 1, () => service.rest('GET', '/api/contacts/follow-ups?pageSize=50')],
])('a request for %s takes this number of SQL statements: %d', async (_, expected, ask) => {
  expect(await statements(ask as never)).toBe(expected);
});

it('the relationship summaries of one contact and of thirty contacts take the same number of statements', async () => {
  const ask = (first: number) => () =>
    service.graphql(
      `query ($first: Int) { contacts(first: $first) { nodes { relationshipSummary { signals { recencyBand unresolvedNextSteps }
        recencyBand governance { evidenceVersion } context { interests } } outcomes(first: 2) { nodes { id } } } } }`,
      { first },
    ) as never;
  expect([await statements(ask(1)), await statements(ask(30))]).toEqual([2, 2]);
});
