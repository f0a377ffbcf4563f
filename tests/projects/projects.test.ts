// Projects over HTTP: creation with people and deals, states, health, members, milestones, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;
let clientId: string;
const year = new Date().getUTCFullYear();
const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  clientId = await client();
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const send = (method: string, path: string, body?: unknown, ask: Ask = {}) =>
  service.rest(method, path, body, ask);
const ok = async (method: string, path: string, body?: unknown, ask: Ask = {}) => {
  const reply = await send(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};
async function client(): Promise<string> {
  serial += 1;
  return (
    await ok('POST', '/api/clients', { client_name: `Client ${serial}`, domain: `client-${serial}.com` })
  ).id;
}
const contact = async (companyId?: string) =>
  (
    await ok('POST', '/api/contacts', {
      first_name: 'Ada',
      last_name: `No ${++serial}`,
      company_id: companyId,
    })
  ).id;
const deal = async (companyId: string) =>
  (await ok('POST', '/api/deals', { name: `Deal ${++serial}`, company_id: companyId })).id;
const create = (body: object = {}, ask: Ask = {}) =>
  ok('POST', '/api/projects', { name: `Project ${++serial}`, company_id: clientId, ...body }, ask);
const patch = (id: string, body: object, ask: Ask = {}) => send('PATCH', `/api/projects/${id}`, body, ask);
const ids = async (query: string) =>
  (await ok('GET', `/api/projects?${query}`)).map(({ id }: { id: string }) => id);
const eventsOf = (id: string) =>
  service.sql(service.acme, 'select type from events where object_id = ? order by id', [id]);

async function expectRefused(method: string, path: string, body: object, expected: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await send(method, path, body, ask);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply;
}

describe('a new project', () => {
  it('has a number, the defaults, and the people and deals of the same call', async () => {
    const [person, dealId, partner] = [await contact(clientId), await deal(clientId), await client()];
    const project = await create({
      name: '  Big   rollout ',
      contacts: [{ contact_id: person, role: 'sponsor', is_primary: true }],
      partners: [{ company_id: partner, role: 'vendor' }],
      members: [{ user_id: service.acme.people.member.userId, role: 'manager', bill_rate: '90' }],
      deal_ids: [dealId],
      budget_amount: '1000',
    });
    expect(project).toMatchObject({
      version: 1,
      name: 'Big rollout',
      company_id: clientId,
      status: 'planned',
      health: 'on_track',
      billing_type: 'none',
      currency: 'EUR',
      budget_amount: '1000.00',
      working_calendar: { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], holidays: [] },
      auto_schedule: true,
      enforce_dependencies: 'warn',
      progress_percent: 0,
      owner_user_id: service.acme.people.owner.userId,
      contacts: [{ contact_id: person, role: 'sponsor', is_primary: true }],
      partners: [{ company_id: partner, role: 'vendor', contact_id: null }],
      members: [
        {
          user_id: service.acme.people.member.userId,
          role: 'manager',
          allocation_percent: 100,
          bill_rate: '90.00',
        },
      ],
      deal_ids: [dealId],
      milestones: [],
      warnings: [],
    });
    expect(project.number).toMatch(new RegExp(`^P-${year}-\\d{4}$`));
    expect((await ok('GET', `/api/deals/${dealId}`)).project_id).toBe(project.id);
    expect(await eventsOf(project.id)).toEqual([{ type: 'project.created' }]);
    for (const [entity, id] of [
      ['companies', clientId],
      ['contacts', person],
      ['deals', dealId],
    ]) {
      const lines = await ok('GET', `/api/${entity}/${id}/activity`);
      expect(lines.map(({ event }: { event: string }) => event)).toContain('project.created');
    }
  });

  it('is refused with every violation of a company rule at once, and writes nothing', async () => {
    const other = await client();
    const [stranger, foreignDeal] = [await contact(other), await deal(other)];
    await expectRefused(
      'POST',
      '/api/projects',
      {
        name: 'X',
        company_id: clientId,
        deal_ids: [foreignDeal],
        contacts: [{ contact_id: stranger }],
        partners: [{ company_id: clientId }],
      },
      {
        code: 'COMPANY_MISMATCH',
        fields: [
          { path: 'deal_ids[0]', rule: 'company_mismatch' },
          { path: 'contacts[0].contact_id', rule: 'company_mismatch' },
          { path: 'partners[0].company_id', rule: 'company_mismatch' },
        ],
      },
    );
    const plain = await ok('POST', '/api/companies', { name: `Prospect ${++serial}` });
    await expectRefused(
      'POST',
      '/api/projects',
      { name: 'X', company_id: plain.id },
      {
        code: 'COMPANY_NOT_A_CLIENT',
        fields: [{ path: 'company_id' }],
      },
    );
    for (const [body, path, rule] of [
      [{ company_id: crypto.randomUUID() }, 'company_id', 'exists'],
      [{ contacts: [{ contact_id: crypto.randomUUID() }] }, 'contacts[0].contact_id', 'exists'],
      [{ status: 'completed' }, 'status', 'enum'],
      [{ billing_type: 'hours_cap' }, 'budget_minutes', 'required'],
      [{ start_date: '2026-02-02', due_date: '2026-02-01' }, 'due_date', 'range'],
      [{ working_calendar: { weekdays: [] } }, 'working_calendar.weekdays', 'min_items'],
      [{ health_override: 'at_risk' }, 'health_reason', 'required'],
      [{ budget_amount: '0.001' }, 'budget_amount', 'money_format'],
    ] as const)
      await expectRefused(
        'POST',
        '/api/projects',
        { name: 'X', company_id: clientId, ...body },
        {
          code: 'VALIDATION_ERROR',
          fields: [{ path, rule }],
        },
      );
  });

  it('of a deal that led to another project is refused', async () => {
    const dealId = await deal(clientId);
    await create({ deal_ids: [dealId] });
    await expectRefused(
      'POST',
      '/api/projects',
      { name: 'X', company_id: clientId, deal_ids: [dealId] },
      {
        code: 'CONFLICT',
        details: { reason: 'deal_linked' },
      },
    );
  });
});

describe('the status of a project', () => {
  it('follows the table, with reasons, one event each, and makes an onboarding client active', async () => {
    const companyId = await client();
    await ok('PATCH', `/api/clients/${companyId}/status`, { status: 'onboarding' });
    const { id } = await create({ company_id: companyId });
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { status: 'completed' },
      {
        code: 'INVALID_STATE_TRANSITION',
        details: { from: 'planned', to: 'completed', allowed: ['active', 'cancelled'] },
      },
    );
    expect((await patch(id, { status: 'active' })).body.data).toMatchObject({
      status: 'active',
      start_date: today(),
    });
    expect((await ok('GET', `/api/clients/${companyId}`)).client_status).toBe('active');
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { status: 'on_hold' },
      {
        code: 'VALIDATION_ERROR',
        fields: [{ path: 'reason', rule: 'required' }],
      },
    );
    expect((await patch(id, { status: 'on_hold', reason: 'Budget' })).body.data.status_reason).toBe('Budget');
    await patch(id, { status: 'active' });
    expect((await patch(id, { status: 'completed' })).body.data).toMatchObject({ health: null });
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { status: 'active' },
      { fields: [{ path: 'reason' }] },
    );
    expect((await patch(id, { status: 'active', reason: 'More to do' })).body.data.completed_at).toBeNull();
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'project.created',
      ...Array(5).fill('project.status_changed'),
    ]);
    const { version } = (await patch(id, { status: 'active' })).body.data;
    expect(version).toBe(6);
  });

  it('leaves cancelled tasks out of the progress, also those that are cancelled with the project', async () => {
    const { id } = await create({ status: 'active' });
    const [done] = [
      await ok('POST', '/api/tasks', { title: 'Done', project_id: id }),
      await ok('POST', '/api/tasks', { title: 'Open', project_id: id }),
    ];
    await ok('PATCH', `/api/tasks/${done.id}`, { status: 'done' });
    expect((await ok('GET', `/api/projects/${id}`)).progress_percent).toBe(50);
    const completed = await ok('PATCH', `/api/projects/${id}`, { status: 'completed', open_tasks: 'cancel' });
    expect(completed).toMatchObject({ status: 'completed', progress_percent: 100 });
  });

  it('makes the call of an agent that cancels wait for approval', async () => {
    const { id } = await create();
    const ask = { as: service.acme.agent, headers: { 'idempotency-key': crypto.randomUUID() } };
    const reply = await patch(id, { status: 'cancelled', reason: 'Done' }, ask);
    expect(reply).toMatchObject({ status: 202, body: { data: { executed: false } } });
    expect((await ok('GET', `/api/projects/${id}`)).status).toBe('planned');
  });
});

describe('the health of a project', () => {
  it('is off track after its due date or a week after a milestone, and a person may override it', async () => {
    const late = await create({ due_date: daysAgo(1) });
    expect(late.health).toBe('off_track');
    const { id } = await create();
    await ok('POST', `/api/projects/${id}/milestones`, { name: 'First', due_date: daysAgo(3) });
    expect((await ok('GET', `/api/projects/${id}`)).health).toBe('at_risk');
    expect(await ids('filter[health]=off_track&pageSize=100')).toContain(late.id);
    expect(await ids('filter[health]=off_track&pageSize=100')).not.toContain(id);
    const fixed = (await patch(id, { health_override: 'on_track', health_reason: 'Agreed' })).body.data;
    expect(fixed).toMatchObject({ health: 'on_track', health_override: 'on_track', health_reason: 'Agreed' });
    expect((await patch(id, { health_override: null })).body.data).toMatchObject({
      health: 'at_risk',
      health_reason: null,
    });
  });

  it('is off track with more minutes than its budget, and at risk where their value is far ahead of the work', async () => {
    const billing = { billing_type: 'time_and_materials', bill_rate: '60' };
    const track = async (body: object, minutes: number): Promise<string> => {
      const { id } = await create({ ...billing, ...body });
      const task = await ok('POST', '/api/tasks', { title: 'Work', project_id: id });
      await ok('POST', `/api/tasks/${task.id}/time-entries`, { minutes, work_date: daysAgo(1) });
      return (await ok('GET', `/api/projects/${id}`)).health;
    };
    expect(await track({ budget_minutes: 100 }, 20)).toBe('on_track');
    expect(await track({ budget_minutes: 100 }, 21)).toBe('at_risk');
    expect(await track({ budget_minutes: 100 }, 101)).toBe('off_track');
    expect(await track({ budget_amount: '20' }, 4)).toBe('on_track');
    expect(await track({ budget_amount: '20' }, 30)).toBe('at_risk');
  });
});

describe('the people of a project', () => {
  it('are replaced as sets, with at most one primary contact', async () => {
    const { id } = await create();
    const [one, two] = [await contact(clientId), await contact(clientId)];
    const path = `/api/projects/${id}/contacts`;
    await expectRefused(
      'PUT',
      path,
      { contacts: [one, two].map((contact_id) => ({ contact_id, is_primary: true })) },
      {
        fields: [{ path: 'contacts[1].is_primary', rule: 'single_primary' }],
      },
    );
    const set = await ok('PUT', path, {
      contacts: [{ contact_id: one }, { contact_id: two, is_primary: true }],
    });
    expect(set).toMatchObject({
      version: 2,
      contacts: [{ contact_id: two, is_primary: true }, { contact_id: one }],
    });
    expect(
      (await ok('PUT', path, { contacts: [{ contact_id: two, is_primary: true }, { contact_id: one }] }))
        .version,
    ).toBe(2);
    expect((await ok('PUT', path, { contacts: [] })).contacts).toEqual([]);
  });

  it('include members, whose rates only the permission projects.finance shows and sets', async () => {
    const { id } = await create();
    const { userId } = service.acme.people.member;
    const path = `/api/projects/${id}/members/${userId}`;
    const set = await ok('PUT', path, { role: 'contributor', bill_rate: '120.5', cost_rate: 60 });
    expect(set.members).toMatchObject([{ user_id: userId, bill_rate: '120.50', cost_rate: '60.00' }]);
    const seen = await ok('GET', `/api/projects/${id}`, undefined, { as: service.acme.people.member });
    expect(seen.members).toMatchObject([{ bill_rate: null, cost_rate: null }]);
    await expectRefused(
      'PUT',
      path,
      { bill_rate: '1' },
      {
        code: 'PERMISSION_DENIED',
        details: { required_permission: 'projects.finance' },
      },
      { as: service.acme.people.member },
    );
    // A contributor may change the project although somebody else owns it.
    const changed = await patch(id, { name: 'By the member' }, { as: service.acme.people.member });
    expect(changed.body.data.name).toBe('By the member');
    expect(await ids(`filter[member_user_id]=${userId}&pageSize=100`)).toContain(id);
    expect(await ok('DELETE', path)).toMatchObject({ id: userId });
    const refused = await patch(id, { name: 'Again' }, { as: service.acme.people.member });
    expect(refused.body.error).toMatchObject({ code: 'PERMISSION_DENIED', details: { record_scope: 'own' } });
    expect(await send('DELETE', path)).toMatchObject({ status: 404 });
  });
});

describe('a milestone', () => {
  it('bills an amount or a share of the budget, and is completed and reopened', async () => {
    const { id } = await create({ budget_amount: '1000.01' });
    const path = `/api/projects/${id}/milestones`;
    const share = await ok('POST', path, { name: 'Half', billing_percent: '50', due_date: '2026-05-01' });
    expect(share).toMatchObject({ project_id: id, status: 'open', billing_percent: '50', amount: '500.01' });
    const fixed = await ok('POST', path, { name: 'Rest', billing_amount: 20 });
    expect(fixed).toMatchObject({ billing_amount: '20.00', amount: '20.00' });
    await expectRefused(
      'POST',
      path,
      { name: 'Both', billing_amount: 1, billing_percent: 1 },
      {
        fields: [{ rule: 'exclusive' }],
      },
    );
    const done = await ok('PATCH', `${path}/${share.id}`, { status: 'completed' });
    expect(done).toMatchObject({ version: 2, status: 'completed' });
    expect((await ok('GET', `/api/projects/${id}/financials`)).unbilled).toEqual({
      minutes: 0,
      time_amount: '0.00',
      milestone_amount: '500.01',
      amount: '500.01',
    });
    expect((await eventsOf(share.id)).map(({ type }) => type)).toEqual(['milestone.completed']);
    expect(await ok('PATCH', `${path}/${share.id}`, { status: 'open' })).toMatchObject({
      completed_at: null,
    });
    const project = await ok('GET', `/api/projects/${id}`);
    expect(project.milestones.map(({ name }: { name: string }) => name)).toEqual(['Half', 'Rest']);
    await ok('DELETE', `${path}/${fixed.id}`);
    expect((await ok('GET', `/api/projects/${id}`)).milestones).toHaveLength(1);
  });
});

describe('a project', () => {
  it('is found by its number and the name of its company, also after that changes', async () => {
    const companyId = await client();
    const { id, number } = await create({ company_id: companyId });
    expect(await ids(`search=${number}`)).toContain(id);
    await ok('PATCH', `/api/companies/${companyId}`, { name: 'Xylophone Works' });
    expect(await ids('search=xylo')).toEqual([id]);
  });

  it('keeps its currency once a milestone exists, and its company while a deal points to it', async () => {
    const dealId = await deal(clientId);
    const { id } = await create({ deal_ids: [dealId] });
    expect((await patch(id, { currency: 'USD' })).body.data.currency).toBe('USD');
    await ok('POST', `/api/projects/${id}/milestones`, { name: 'First' });
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { currency: 'EUR' },
      { details: { reason: 'currency_in_use' } },
    );
    const other = await client();
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { company_id: other },
      { code: 'PROJECT_COMPANY_LOCKED' },
    );
    await patch(id, { deal_ids: [] });
    expect((await patch(id, { company_id: other })).body.data.company_id).toBe(other);
  });

  it('is deleted and restored within 30 days', async () => {
    const { id } = await create();
    expect(await ok('DELETE', `/api/projects/${id}`)).toMatchObject({ id });
    expect(await send('GET', `/api/projects/${id}`)).toMatchObject({ status: 404 });
    expect((await ok('POST', `/api/projects/${id}/restore`)).deleted_at).toBeNull();
    await ok('DELETE', `/api/projects/${id}`);
    await inspector.query(`update projects set deleted_at = deleted_at - interval '31 days' where id = $1`, [
      id,
    ]);
    expect(await send('POST', `/api/projects/${id}/restore`)).toMatchObject({ status: 404 });
  });

  it('refuses an outdated version', async () => {
    const { id } = await create();
    await patch(id, { name: 'Second' });
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { name: 'Third' },
      { code: 'PRECONDITION_FAILED' },
      {
        headers: { 'if-match': '"1"' },
      },
    );
  });
});

describe('the client of a project', () => {
  it('stays a client while the project is under way, and its company while the project is not deleted', async () => {
    const companyId = await client();
    const { id } = await create({ company_id: companyId, status: 'active' });
    await expectRefused(
      'DELETE',
      `/api/clients/${companyId}`,
      {},
      { code: 'CONFLICT', details: { reason: 'active_projects', counts: { active_projects: 1 } } },
    );
    await patch(id, { status: 'completed' });
    await ok('DELETE', `/api/clients/${companyId}`);
    await expectRefused(
      'DELETE',
      `/api/companies/${companyId}`,
      {},
      {
        code: 'RESOURCE_IN_USE',
        details: { references: [{ type: 'project', count: 1 }] },
      },
    );
    await ok('DELETE', `/api/projects/${id}`);
    await ok('DELETE', `/api/companies/${companyId}`);
  });

  it('stays a client while envelopes are under way, which also keep the project and its company', async () => {
    const [companyId, otherId] = [await client(), await client()];
    const { id } = await create({ company_id: companyId });
    const envelope = { title: 'Agreement', company_id: companyId, project_id: id };
    const { id: envelopeId } = await ok('POST', '/api/signing', envelope);
    await expectRefused(
      'PATCH',
      `/api/projects/${id}`,
      { company_id: otherId },
      { code: 'PROJECT_COMPANY_LOCKED', details: { references: [{ type: 'envelopes', count: 1 }] } },
    );
    const set = (columns: string) =>
      service.server.services.database.write({ tenantId: service.acme.id }, (tx) =>
        tx.rows(`update envelopes set ${columns} where tenant_id = $1 and id = $2`, [
          service.acme.id,
          envelopeId,
        ]),
      );
    await set("status = 'sent', sent_at = now(), expires_at = now() + interval '30 days'");
    await expectRefused(
      'DELETE',
      `/api/projects/${id}`,
      {},
      { code: 'RESOURCE_IN_USE', details: { counts: { envelopes: 1 } } },
    );
    await expectRefused(
      'DELETE',
      `/api/clients/${companyId}`,
      {},
      {
        code: 'CONFLICT',
        details: {
          reason: 'running_envelopes',
          counts: { open_invoices: 0, active_projects: 0, running_envelopes: 1 },
        },
      },
    );
    await set("expires_at = now() - interval '1 day'");
    await ok('DELETE', `/api/projects/${id}`);
    await ok('DELETE', `/api/clients/${companyId}`);
  });
});
