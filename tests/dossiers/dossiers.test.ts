// The dossier of a company: the content of each section, and the sections that are skipped.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Transaction } from '../../src/db/transaction.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { create, daysFromNow, logMeeting, withoutPermissions } from './records.ts';

let service: TestService;
let companyId: string;
let people: string[];

beforeAll(async () => {
  service = await startService();
  const company = {
    ...{ name: 'Northwind', website: 'northwind.example.com', client_id: 'C-7' },
    notes: ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'],
  };
  companyId = (await create(service, '/api/companies', company)).id;
  people = [];
  for (const first_name of ['Ada', 'Ben', 'Cem'])
    people.push((await create(service, '/api/contacts', { first_name, company_id: companyId })).id);
  const [ada, ben, cem] = people as [string, string, string];
  await logMeeting(service, cem, -40);
  const { id: last } = await logMeeting(service, ada, -3);
  await logMeeting(service, ben, 9, { subject: 'Later' });
  await logMeeting(service, ben, 2, { subject: 'Soon' });
  await create(service, `/api/activities/${last}/action-items`, { title: 'Send the offer' });
  await create(service, `/api/activities/${last}/action-items`, { title: 'Call back' });
  await create(service, `/api/companies/${companyId}/notes`, { body: 'Pinned', is_pinned: true });
  await create(service, `/api/companies/${companyId}/notes`, { body: 'Latest' });
  const deal = (input: object) =>
    create(service, '/api/deals', { company_id: companyId, currency: 'EUR', value: '100', ...input });
  await deal({ name: 'Without a day' });
  await deal({ name: 'In May', expected_close_on: '2030-05-01' });
  await deal({ name: 'In March', expected_close_on: '2030-03-01' });
  for (const [name, currency, value] of [
    ['Won', 'EUR', '1000.5'],
    ['Won too', 'EUR', '0.25'],
    ['Won in yen', 'JPY', '1200'],
  ]) {
    const { id } = await deal({ name, currency, value });
    const moved = await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'closed_won' });
    expect(moved.status).toBe(200);
  }
  const { id: lost } = await deal({ name: 'Lost' });
  await service.rest('PATCH', `/api/deals/${lost}/stage`, { stage: 'closed_lost', lost_reason: 'price' });
  await create(service, '/api/deals', { name: 'Of nobody', value: '5', currency: 'EUR' });
});

afterAll(() => service?.stop());

const requestDossier = (as?: Identity, id = companyId) =>
  service.rest('GET', `/api/companies/${id}/dossier`, undefined, { as });
const dossier = async (as?: Identity) => {
  const { status, body } = await requestDossier(as);
  expect([status, body.error, body.meta?.errors]).toEqual([200, undefined, undefined]);
  return body.data;
};

describe('a dossier', () => {
  it('contains the company, its identifiers and its client record', async () => {
    const { company, identifiers, client, generated_at } = await dossier();
    const { body } = await service.rest('GET', `/api/companies/${companyId}`);
    const { counts: _, ...record } = body.data;
    expect(company).toEqual(record);
    expect(identifiers).toEqual(record.identifiers);
    expect(client).toMatchObject({ id: companyId, client_name: 'Northwind', client_number: 'C-7' });
    expect(Math.abs(Date.parse(generated_at) - Date.now())).toBeLessThan(60_000);
  });

  it('contains the contacts ordered by their last touch, in the same form as on their own routes', async () => {
    const { contacts } = await dossier();
    expect(contacts.map((contact: { first_name: string }) => contact.first_name)).toEqual([
      'Ada',
      'Cem',
      'Ben',
    ]);
    const { body } = await service.rest('GET', `/api/contacts/${people[0]}`);
    expect(contacts[0]).toEqual(body.data);
  });

  it('contains the open deals that close next, the won value by currency and the number of lost deals', async () => {
    const { deals } = await dossier();
    expect(deals.open.map(({ name }: { name: string }) => name)).toEqual([
      'In March',
      'In May',
      'Without a day',
    ]);
    expect(deals.won_value).toEqual([
      { currency: 'EUR', value: '1000.75' },
      { currency: 'JPY', value: '1200' },
    ]);
    expect(deals.lost_count).toBe(1);
  });

  it('contains five notes, the pinned ones first', async () => {
    const { notes } = await dossier();
    expect(notes.map(({ body }: { body: string }) => body).slice(0, 2)).toEqual(['Pinned', 'Latest']);
    expect(notes).toHaveLength(5);
  });

  it('contains the latest activities, the next planned one and the number of open action items', async () => {
    const { activities, next_scheduled, action_items_open } = await dossier();
    const timeline = await service.rest('GET', `/api/companies/${companyId}/activity?pageSize=10`);
    expect(activities).toEqual(timeline.body.data);
    expect(activities).toHaveLength(10);
    expect(next_scheduled).toMatchObject({ subject: 'Soon', status: 'planned' });
    expect(action_items_open).toBe(2);
  });

  it('lists sections that this service does not have as skipped, and no others for an owner', async () => {
    const all = await dossier();
    expect(all.skipped).toEqual([]);
  });

  it('of a company without data is empty, with no further section skipped', async () => {
    const { id } = await create(service, '/api/companies', { name: 'Empty' });
    const { body } = await requestDossier(undefined, id);
    expect(body.data).toMatchObject({
      ...{ identifiers: [], client: null, contacts: [], notes: [], next_scheduled: null },
      ...{ deals: { open: [], won_value: [], lost_count: 0 }, action_items_open: 0, skipped: [] },
    });
  });

  it('takes a statement for all sections, one for what is owed, and one that sets the time limit', async () => {
    const counts: number[] = [];
    const { database } = service.server.services;
    const read = database.read.bind(database);
    database.read = ((visibility: object, work: (tx: Transaction) => Promise<unknown>) =>
      read(visibility, async (tx) => {
        const result = await work(tx);
        counts.push(tx.statements);
        return result;
      })) as never;
    try {
      await dossier();
      counts.length = 0;
      await dossier();
    } finally {
      database.read = read as never;
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  it('returns the same records through loaders when a selection cannot be planned as one statement', async () => {
    const selection = `contacts { displayName } deals { open { name } wonValue { currency value } lostCount }
      notes { body } activities { subject } nextScheduled { subject } actionItemsOpen skipped { section }`;
    const query = (more: string) => `{ companyDossier(companyId: "${companyId}") { ${more} ${selection} } }`;
    const planned = await service.graphql(query(''));
    const loaded = await service.graphql(query('company { duplicates { score } }'));
    expect([planned.body.errors, loaded.body.errors]).toEqual([undefined, undefined]);
    const { company: _, ...rest } = loaded.body.data.companyDossier;
    expect(rest).toEqual(planned.body.data.companyDossier);
  });
});

describe('a section of a dossier', () => {
  const skippedFor = ({ skipped }: { skipped: { section: string; reason: string }[] }, reason: string) =>
    skipped.filter((entry) => entry.reason === reason).map(({ section }) => section);

  it('is skipped if the role may not read it, and the others are returned', async () => {
    const person = await withoutPermissions(service, 'member', ['deals.read', 'notes.read', 'clients.read']);
    const found = await dossier(person);
    expect(skippedFor(found, 'PERMISSION_DENIED')).toEqual(['client', 'deals', 'notes']);
    expect([found.client, found.deals, found.notes]).toEqual([null, null, null]);
    expect(found.contacts).toHaveLength(3);
  });

  it('is skipped if the token may not read it', async () => {
    const scopes = ['crm.companies:read', 'crm.contacts:read'];
    const agent = await service.token(service.acme, { kind: 'agent', scopes });
    const found = await dossier(agent);
    const others = [
      'client',
      'deals',
      'rooms',
      'communications',
      'next_scheduled',
      'notes',
      'activities',
      'action_items_open',
      'competitors',
      'projects',
      'invoices_summary',
      'support_open',
      'pulse',
    ];
    expect(skippedFor(found, 'SCOPE_MISSING')).toEqual(others);
    for (const section of others) expect(found[section]).toBeNull();
    expect(found.contacts).toHaveLength(3);
  });

  it('is skipped if its module is switched off', async () => {
    const scopes = ['crm.companies:read', 'crm.deals:read', 'delivery.clients:read', 'crm.contacts:read'];
    const modules = ['crm'];
    const token = await service.token(service.acme, { kind: 'service', scopes, roleKey: 'admin', modules });
    const found = await dossier(token);
    expect(skippedFor(found, 'FEATURE_DISABLED')).toEqual([
      ...['client', 'deals', 'rooms', 'communications', 'competitors', 'projects', 'invoices_summary'],
      ...['support_open', 'pulse'],
    ]);
    expect(found.deals).toBeNull();
  });

  it('is not queried if it may not be read', async () => {
    const person = await withoutPermissions(service, 'manager', ['deals.read']);
    const inspector = await Inspector.open(service.databaseUrl);
    await inspector.query('begin');
    await inspector.query('lock table deals in access exclusive mode');
    expect(skippedFor(await dossier(person), 'PERMISSION_DENIED')).toEqual(['deals']);
    await inspector.query('rollback');
    await inspector.close();
  });

  it('is skipped alone if it takes too long', async () => {
    const inspector = await Inspector.open(service.databaseUrl);
    await inspector.query('begin');
    await inspector.query('lock table notes in access exclusive mode');
    const found = await dossier();
    await inspector.query('rollback');
    await inspector.close();
    expect(skippedFor(found, 'TIMEOUT')).toEqual(['notes']);
    expect(found.notes).toBeNull();
    expect([found.contacts.length, found.deals.lost_count, found.action_items_open]).toEqual([3, 1, 2]);
    expect((await dossier()).notes).toHaveLength(5);
  });

  it('shows governed fields only to callers who may read them', async () => {
    const governed = { relationship_intent: 'Win her back', interests: ['jazz'] };
    await service.rest('PATCH', `/api/contacts/${people[0]}/relationship`, governed);
    const reply = await requestDossier();
    expect(reply.body.data.contacts[0]).toMatchObject(governed);
    const { body, text } = await requestDossier(service.acme.people.viewer);
    expect(text).not.toMatch(/jazz|Win her/);
    expect(body.meta.redacted_fields).toEqual(
      expect.arrayContaining(['relationship_intent', 'interests', 'context_notes']),
    );
  });
});

describe('the dossier', () => {
  it('of a company in another workspace returns the same 404 as for an unknown company', async () => {
    const foreign = await requestDossier(service.globex.people.owner);
    const unknown = await requestDossier(undefined, randomUUID());
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const { request_id: _, ...foreignError } = foreign.body.error;
    const { request_id: __, ...unknownError } = unknown.body.error;
    expect(foreignError).toEqual(unknownError);
  });

  it('of a merged company returns 404 with the id of the surviving company', async () => {
    const { id } = await create(service, '/api/companies', { name: 'Northwind again' });
    await service.rest('POST', `/api/companies/${companyId}/merge`, { duplicate_company_id: id });
    const { status, body } = await requestDossier(undefined, id);
    expect([status, body.error.details]).toEqual([404, { merged_into_id: companyId }]);
  });

  it('of a deleted company returns 404', async () => {
    const { id } = await create(service, '/api/companies', { name: 'Gone', notes: [daysFromNow(0)] });
    await service.rest('DELETE', `/api/companies/${id}`);
    expect((await requestDossier(undefined, id)).status).toBe(404);
  });
});
