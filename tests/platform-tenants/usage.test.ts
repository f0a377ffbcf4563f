// What operators see of the use of a workspace.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const usage = (query = '', id = service.acme.id) =>
  service.rest('GET', `/api/admin/tenants/${id}/usage${query}`, undefined, {
    as: service.operators.support,
    headers: {},
  });

describe('the use of a workspace', () => {
  it('counts seats, records and the calls, deliveries and spend of the days asked for, and of no other workspace', async () => {
    const { acme, globex } = service;
    await service.rest('POST', '/api/companies', { name: 'Counted' }, { as: acme.people.owner });
    await service.server.services.database.write({ tenantId: acme.id }, async ({ db }) => {
      const calls = (day: string, n: number) => ({ tenant_id: acme.id, day, n });
      await db('api_call_counts').insert([
        calls('2026-03-01', 7),
        calls('2026-03-05', 5),
        calls('2026-02-01', 9),
      ]);
      await db('model_spend').insert({
        ...{ tenant_id: acme.id, purpose: 'assistant_chat', month: '2026-03-01' },
        ...{ requests: 3, input_tokens: 100, output_tokens: 20 },
      });
    });
    const { body } = await usage('?from=2026-03-01&to=2026-03-31');
    expect(body.data).toMatchObject({
      from: '2026-03-01',
      seats: 5,
      days: [
        { day: '2026-03-01', api_calls: 7, deliveries: 0 },
        { day: '2026-03-05', api_calls: 5 },
      ],
      model_spend: [{ month: '2026-03-01', purpose: 'assistant_chat', requests: 3, input_tokens: 100 }],
    });
    expect(body.data.records).toContainEqual({ kind: 'company', count: 1 });
    const other = (await usage('?from=2026-03-01&to=2026-03-31', globex.id)).body.data;
    expect([other.days, other.model_spend]).toEqual([[], []]);
    expect(other.records).toContainEqual({ kind: 'company', count: 0 });
  });

  it('is refused for more than 92 days, for days in the wrong order, and for an unknown workspace', async () => {
    expect((await usage('?from=2026-01-01&to=2026-12-31')).body.error.fields[0].rule).toBe('range');
    expect((await usage('?from=2026-02-01&to=2026-01-01')).body.error.fields[0].rule).toBe('order');
    expect((await usage('', crypto.randomUUID())).status).toBe(404);
  });
});
