// The relations of a deal over HTTP: contacts with roles, notes, timelines, competitors, and the graph around it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const get = async (path: string, ask: Ask = {}) =>
  (await service.rest('GET', path, undefined, ask)).body.data;
const create = async (collection: string, body: object) =>
  (await service.rest('POST', `/api/${collection}`, body)).body.data;
const contact = () => create('contacts', { first_name: `Contact ${++serial}` });
const company = () => create('companies', { name: `Company ${++serial}` });
const deal = (body: object = {}) => create('deals', { name: `Deal ${++serial}`, ...body });
const timeline = async (path: string): Promise<string[]> =>
  (await get(`/api/${path}/activity`)).map(({ event }: { event: string }) => event);

async function expectRefused(method: string, path: string, body: object = {}, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, path, body, ask);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

describe('a contact of a deal', () => {
  it('is linked on creation or later, and linking it again changes its role', async () => {
    const [ada, bob] = [await contact(), await contact()];
    const { id, contacts } = await deal({
      contacts: [{ contact_id: ada.id, role: 'champion' }, { contact_id: bob.id }, { contact_id: bob.id }],
    });
    expect(contacts).toEqual([
      { contact_id: ada.id, role: 'champion' },
      { contact_id: bob.id, role: null },
    ]);
    const path = `/api/deals/${id}/contacts`;
    const eve = await contact();
    expect(await service.rest('POST', path, { contact_id: eve.id, role: 'legal' })).toMatchObject({
      status: 200,
      body: { data: { deal_id: id, contact_id: eve.id, role: 'legal' } },
    });
    const before = await inspector.fingerprint();
    expect((await service.rest('POST', path, { contact_id: eve.id })).body.data).toMatchObject({
      role: 'legal',
    });
    expect(await inspector.fingerprint()).toEqual(before);
    expect(
      (await service.rest('POST', path, { contact_id: eve.id, role: 'blocker' })).body.data,
    ).toMatchObject({
      role: 'blocker',
    });
    expect(await get(`/api/deals/${id}`)).toMatchObject({ version: 3 });
    expect(await service.rest('DELETE', `${path}/${eve.id}`)).toMatchObject({
      status: 200,
      body: { data: { id: eve.id } },
    });
    expect(await expectRefused('DELETE', `${path}/${eve.id}`)).toMatchObject({ code: 'NOT_FOUND' });
    const events = await service.sql(
      service.acme,
      'select type from events where object_id = ? order by id',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'deal.created',
      'deal.contact_added',
      'deal.contact_updated',
      'deal.contact_removed',
    ]);
  });

  it('is rejected if it does not exist or is in another workspace', async () => {
    const { id } = await deal();
    const foreign = (
      await service.rest('POST', '/api/contacts', { first_name: 'Eve' }, { as: service.globex.people.owner })
    ).body.data;
    for (const contactId of [foreign.id, crypto.randomUUID()]) {
      expect(
        await expectRefused('POST', `/api/deals/${id}/contacts`, { contact_id: contactId }),
      ).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: 'There is no such contact.',
        fields: [{ path: 'contact_id', rule: 'exists' }],
      });
    }
  });

  it('has its deals listed with its role, without deleted deals', async () => {
    const ada = await contact();
    const [first, second] = [
      await deal({ contacts: [{ contact_id: ada.id, role: 'user' }] }),
      await deal({ contacts: [{ contact_id: ada.id, role: 'champion' }] }),
    ];
    const path = `/api/contacts/${ada.id}/deals`;
    expect(await get(path)).toMatchObject([
      { role: 'champion', deal: { id: second.id, stage: 'prospecting' } },
      { role: 'user', deal: { id: first.id } },
    ]);
    const page = await service.rest('GET', `${path}?pageSize=1`);
    expect(page.body).toMatchObject({ total: 2, data: [{ deal: { id: second.id } }] });
    const next = await service.rest(
      'GET',
      `${path}?pageSize=1&cursor=${encodeURIComponent(page.body.nextCursor)}`,
    );
    expect(next.body.data).toMatchObject([{ deal: { id: first.id } }]);
    await service.rest('DELETE', `/api/deals/${first.id}`);
    expect(await get(path)).toHaveLength(1);
    await service.rest('POST', `/api/deals/${first.id}/restore`);
    expect(await get(path)).toHaveLength(2);
    expect(await service.rest('GET', `/api/contacts/${crypto.randomUUID()}/deals`)).toMatchObject({
      status: 404,
    });
  });
});

describe('a deal', () => {
  it('shows its changes on its own timeline and on those of its company and contacts', async () => {
    const [buyer, other, ada] = [await company(), await company(), await contact()];
    const { id } = await deal({ company_id: buyer.id, value: '1', contacts: [{ contact_id: ada.id }] });
    await service.rest('PATCH', `/api/deals/${id}`, { company_id: other.id });
    await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'closed_won' });
    await service.rest('POST', `/api/deals/${id}/notes`, { body: 'Secret plan' });
    const dealEvents = ['deal.won', 'deal.updated', 'deal.created'];
    expect(await timeline(`deals/${id}`)).toEqual(['note.added', ...dealEvents]);
    expect(await timeline(`contacts/${ada.id}`)).toEqual([...dealEvents, 'contact.created']);
    expect(await timeline(`companies/${buyer.id}`)).toEqual([
      'deal.updated',
      'deal.created',
      'company.created',
    ]);
    expect(await timeline(`companies/${other.id}`)).toEqual(['deal.won', 'deal.updated', 'company.created']);
    const events = await service.sql(service.acme, `select data::text as text from events`);
    expect(events.some(({ text }) => String(text).includes('Secret plan'))).toBe(false);
  });

  it('has notes, which only their author or a manager of notes can delete', async () => {
    const { id } = await deal();
    const path = `/api/deals/${id}/notes`;
    const added = await service.rest('POST', path, { body: ' Call back ', is_pinned: true });
    expect(added).toMatchObject({ status: 201, body: { data: { body: 'Call back', is_pinned: true } } });
    const noteId = added.body.data.id;
    expect(await get(path)).toMatchObject([{ id: noteId }]);
    const as = service.acme.people.member;
    expect(await expectRefused('DELETE', `${path}/${noteId}`, {}, { as })).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    const otherDeal = await deal();
    expect(await expectRefused('DELETE', `/api/deals/${otherDeal.id}/notes/${noteId}`)).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await service.rest('DELETE', `${path}/${noteId}`)).toMatchObject({ status: 200 });
    expect(await get(path)).toEqual([]);
  });

  it('cannot be handed off while the delivery module is off', async () => {
    const buyer = await company();
    const { id } = await deal({ company_id: buyer.id, value: '1' });
    await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'closed_won' });
    const as = service.acme.people.owner;
    const off = await service.rest('PATCH', '/api/settings/tenant', { modules: { delivery: false } }, { as });
    expect(off.status).toBe(200);
    expect(await expectRefused('POST', `/api/deals/${id}/handoff`, { allow_incomplete: true })).toMatchObject(
      {
        code: 'FEATURE_DISABLED',
        details: { module: 'delivery' },
      },
    );
    await service.rest('PATCH', '/api/settings/tenant', { modules: { delivery: true } }, { as });
    expect(await get(`/api/deals/${id}`)).toMatchObject({ project_id: null, version: 2 });
    expect(await expectRefused('POST', `/api/deals/${crypto.randomUUID()}/handoff`)).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('GraphQL', () => {
  it('leads from companies and contacts to deals and back, and counts the open deals', async () => {
    const [buyer, ada] = [await company(), await contact()];
    const first = await deal({ company_id: buyer.id, value: '12.5', contacts: [{ contact_id: ada.id }] });
    const second = await deal({ company_id: buyer.id, predecessor_deal_id: first.id });
    await service.rest('PATCH', `/api/deals/${first.id}/stage`, {
      stage: 'closed_lost',
      lost_reason: 'price',
    });
    expect(await get(`/api/companies/${buyer.id}`)).toMatchObject({ counts: { open_deals: 1 } });
    const query = `query ($id: UUID!, $contact: UUID!, $deal: UUID!) {
      company(id: $id) {
        counts { openDeals }
        deals(first: 5) { total nodes { name value status pipeline { key stages { key } } predecessor { name } } }
      }
      contact(id: $contact) { deals { nodes { role deal { name company { name } successors { nodes { name } } } } } }
      deal(id: $deal) {
        contacts { role contact { displayName } } stageHistory { stage secondsInStage }
        activities(first: 1) { nodes { event } } notes { total } contractStructureWarning { code }
      }
    }`;
    const { body } = await service.graphql(query, { id: buyer.id, contact: ada.id, deal: first.id });
    expect(body.errors).toBeUndefined();
    expect(body.data).toMatchObject({
      company: {
        counts: { openDeals: 1 },
        deals: {
          total: 2,
          nodes: [
            { status: 'LOST', value: '12.50', pipeline: { key: 'sales' } },
            { predecessor: { name: first.name } },
          ],
        },
      },
      contact: {
        deals: {
          nodes: [
            {
              role: null,
              deal: { company: { name: buyer.name }, successors: { nodes: [{ name: second.name }] } },
            },
          ],
        },
      },
      deal: {
        contacts: [{ role: null, contact: { displayName: ada.display_name } }],
        stageHistory: [{ stage: 'prospecting', secondsInStage: 0 }, { stage: 'closed_lost' }],
        activities: { nodes: [{ event: 'deal.lost' }] },
        notes: { total: 0 },
        contractStructureWarning: null,
      },
    });
  });

  it('hides deals from callers who may read companies and contacts only', async () => {
    const [buyer, ada] = [await company(), await contact()];
    await deal({ company_id: buyer.id, contacts: [{ contact_id: ada.id, role: 'champion' }] });
    const as = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['crm.companies:read', 'crm.contacts:read'],
    });
    const query = `query ($id: UUID!, $contact: UUID!) {
      company(id: $id) { name deals { nodes { name } } } contact(id: $contact) { displayName deals { nodes { role } } }
    }`;
    const { body } = await service.graphql(query, { id: buyer.id, contact: ada.id }, { as });
    expect(body.errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual([
      'SCOPE_MISSING',
      'SCOPE_MISSING',
    ]);
    expect(JSON.stringify(body.data)).not.toMatch(/champion|CHAMPION|Deal /);
    const counted = await service.rest('GET', `/api/companies/${buyer.id}`, undefined, { as });
    expect(counted).toMatchObject({
      status: 200,
      body: { data: { counts: { contacts: 0, open_deals: null, notes: null } } },
    });
  });
});

describe('the relationship with a contact', () => {
  it('has a higher follow-up priority while the contact takes part in an open deal', async () => {
    const ada = await contact();
    await service.rest('PATCH', `/api/contacts/${ada.id}/relationship`, { desired_cadence_days: 10 });
    await inspector.query(`update contacts set created_at = now() - interval '11 days' where id = $1`, [
      ada.id,
    ]);
    const priority = async () =>
      (await get('/api/contacts/follow-ups')).find(
        (followUp: { contact_id: string }) => followUp.contact_id === ada.id,
      )?.priority;
    const before = await priority();
    const { id } = await deal({ contacts: [{ contact_id: ada.id }] });
    const during = await priority();
    await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'closed_lost', lost_reason: 'price' });
    expect([before, during, await priority()]).toEqual(['low', 'normal', 'low']);
  });

  it('can record the outcome of an existing deal only', async () => {
    const ada = await contact();
    const { id } = await deal();
    const path = `/api/contacts/${ada.id}/relationship-outcomes`;
    const outcome = { outcome_type: 'referral_given', direction: 'outbound' };
    expect(await service.rest('POST', path, { ...outcome, deal_id: id })).toMatchObject({
      status: 201,
      body: { data: { deal_id: id } },
    });
    expect(await expectRefused('POST', path, { ...outcome, deal_id: crypto.randomUUID() })).toMatchObject({
      fields: [{ path: 'deal_id', rule: 'exists' }],
    });
  });
});
