// The overview of a client: what it holds while delivery is not built, and how the client is doing.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { make, meet, without } from './records.ts';

const SECTIONS = [
  'projects',
  'milestones_due',
  'overdue_tasks',
  'tickets_open',
  'quotes_open',
  'invoices_open',
  'time_unbilled',
];

let service: TestService;
let clientId: string;

beforeAll(async () => {
  service = await startService();
  const website = 'northwind.example.com';
  clientId = (await make(service, '/api/clients', { client_name: 'Northwind', website })).id;
});

afterAll(() => service?.stop());

const ask = (id = clientId, as?: Identity) =>
  service.rest('GET', `/api/clients/${id}/overview`, undefined, { as });
const unknown = { score: null, band: 'unknown', partial: true };

describe('an overview', () => {
  it('holds the client as its own route shows it, and names the sections that this service has not', async () => {
    const { body } = await ask();
    const { status_history: _, ...client } = (await service.rest('GET', `/api/clients/${clientId}`)).body
      .data;
    expect(body.data).toEqual({
      client,
      ...Object.fromEntries(SECTIONS.map((section) => [section, null])),
      health: { ...unknown, components: [] },
      skipped: SECTIONS.map((section) => ({ section, reason: 'FEATURE_DISABLED' })),
    });
  });

  it('scores the engagement by the last touch with anybody of the client, who may be read', async () => {
    const people = [];
    for (const first_name of ['Ada', 'Ben'])
      people.push((await make(service, '/api/contacts', { first_name, company_id: clientId })).id);
    const engagement = async (as?: Identity) => (await ask(clientId, as)).body.data.health;
    const one = (score: number) => ({
      ...unknown,
      components: [{ key: 'engagement', score, weight: 15, sample_size: 2 }],
    });
    expect(await engagement()).toEqual(one(0));
    await meet(service, people[0]!, -100);
    expect(await engagement()).toEqual(one(40));
    await meet(service, people[1]!, -50);
    expect(await engagement()).toEqual(one(75));
    await meet(service, people[0]!, 5);
    expect(await engagement()).toEqual(one(75));
    await meet(service, people[0]!, -1);
    expect(await engagement()).toEqual(one(100));
    const person = await without(service, 'member', ['contacts.read']);
    expect(await engagement(person)).toEqual({ ...unknown, components: [] });
    const agent = await service.token(service.acme, { kind: 'agent', scopes: ['delivery.clients:read'] });
    expect(await engagement(agent)).toEqual({ ...unknown, components: [] });
  });

  it('of a company that is no client, of another workspace, or of one that was merged away, is missing', async () => {
    const { id } = await make(service, '/api/companies', { name: 'No client' });
    expect((await ask(id)).body.error.code).toBe('NOT_FOUND');
    expect((await ask(clientId, service.globex.people.owner)).status).toBe(404);
    await service.rest('POST', `/api/companies/${clientId}/merge`, { duplicate_company_id: id });
    const { status, body } = await ask(id);
    expect([status, body.error.details]).toEqual([404, { merged_into_id: clientId }]);
  });

  it('needs the right to read clients', async () => {
    const person = await without(service, 'manager', ['clients.read']);
    const { status, body } = await ask(clientId, person);
    expect([status, body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});
