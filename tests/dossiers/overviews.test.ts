// The overview of a client: its content while nothing is delivered, and the health of the client.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { create, logMeeting, withoutPermissions } from './records.ts';

const SECTIONS = ['projects', 'milestones_due', 'overdue_tasks', 'quotes_open', 'invoices_open'];

let service: TestService;
let clientId: string;

beforeAll(async () => {
  service = await startService();
  const website = 'northwind.example.com';
  clientId = (await create(service, '/api/clients', { client_name: 'Northwind', website })).id;
});

afterAll(() => service?.stop());

const requestOverview = (id = clientId, as?: Identity) =>
  service.rest('GET', `/api/clients/${id}/overview`, undefined, { as });
const unknown = { score: null, band: 'unknown', partial: true };

describe('the overview of a client', () => {
  it('contains the client as its own route returns it, and is empty while nothing is delivered', async () => {
    const { body } = await requestOverview();
    const { status_history: _, ...client } = (await service.rest('GET', `/api/clients/${clientId}`)).body
      .data;
    expect(body.data).toEqual({
      client,
      ...Object.fromEntries(SECTIONS.map((section) => [section, []])),
      tickets_open: [],
      time_unbilled: { minutes: 0, amounts: [] },
      health: { ...unknown, components: [] },
      skipped: [],
    });
  });

  it('scores engagement by the last touch with any contact of the client, if contacts may be read', async () => {
    const people = [];
    for (const first_name of ['Ada', 'Ben'])
      people.push((await create(service, '/api/contacts', { first_name, company_id: clientId })).id);
    const engagement = async (as?: Identity) => (await requestOverview(clientId, as)).body.data.health;
    const healthWith = (score: number) => ({
      ...unknown,
      components: [{ key: 'engagement', score, weight: 15, sample_size: 2 }],
    });
    expect(await engagement()).toEqual(healthWith(0));
    await logMeeting(service, people[0]!, -100);
    expect(await engagement()).toEqual(healthWith(40));
    await logMeeting(service, people[1]!, -50);
    expect(await engagement()).toEqual(healthWith(75));
    await logMeeting(service, people[0]!, 5);
    expect(await engagement()).toEqual(healthWith(75));
    await logMeeting(service, people[0]!, -1);
    expect(await engagement()).toEqual(healthWith(100));
    const person = await withoutPermissions(service, 'member', ['contacts.read']);
    expect(await engagement(person)).toEqual({ ...unknown, components: [] });
    const agent = await service.token(service.acme, { kind: 'agent', scopes: ['delivery.clients:read'] });
    expect(await engagement(agent)).toEqual({ ...unknown, components: [] });
  });

  it('returns 404 for a company that is not a client, is in another workspace, or was merged', async () => {
    const { id } = await create(service, '/api/companies', { name: 'No client' });
    expect((await requestOverview(id)).body.error.code).toBe('NOT_FOUND');
    expect((await requestOverview(clientId, service.globex.people.owner)).status).toBe(404);
    await service.rest('POST', `/api/companies/${clientId}/merge`, { duplicate_company_id: id });
    const { status, body } = await requestOverview(id);
    expect([status, body.error.details]).toEqual([404, { merged_into_id: clientId }]);
  });

  it('requires the permission to read clients', async () => {
    const person = await withoutPermissions(service, 'manager', ['clients.read']);
    const { status, body } = await requestOverview(clientId, person);
    expect([status, body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});
