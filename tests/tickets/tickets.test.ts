// Tickets over HTTP: states, the clocks of the service level and its policies, lists, and what is refused.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sweepTickets } from '../../src/domains/support/jobs.ts';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;
const HOUR = 3_600;
interface Listed {
  id: string;
  entity: { id: string };
}
const ALL_HOURS = {
  business_hours: null,
  targets: [
    { priority: 'urgent', first_response_minutes: 60, resolution_minutes: 240 },
    { priority: 'high', first_response_minutes: 240, resolution_minutes: 480 },
    { priority: 'normal', first_response_minutes: 480, resolution_minutes: 1440 },
    { priority: 'low', first_response_minutes: 1440, resolution_minutes: 4320 },
  ],
};

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  await ok('PUT', '/api/support/sla-policies', ALL_HOURS);
});
afterEach(() => service.advance(0));
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Without `as` as the token of the workspace, which stays valid while the clock is advanced; policies as the owner. */
const send = (method: string, path: string, body?: unknown, ask: Ask = {}) =>
  service.rest(method, path, body, { ...(method !== 'PUT' && { as: service.acme.service }), ...ask });
const ok = async (method: string, path: string, body?: unknown, ask: Ask = {}) => {
  const reply = await send(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};
const open = (body: object = {}) => ok('POST', '/api/support', { subject: `Ticket ${++serial}`, ...body });
const get = (id: string) => ok('GET', `/api/support/${id}`);
const patch = (id: string, body: object) => ok('PATCH', `/api/support/${id}`, body);
const minutesAfter = (ticket: { created_at: string }, minutes: number) =>
  new Date(Date.parse(ticket.created_at) + minutes * 60_000).toISOString();
const memberId = async (role: 'member' | 'manager') => service.acme.people[role].userId;
const sweep = () => sweepTickets(service.server.services, service.server.app.log as never);
const eventsOf = async (id: string) =>
  (
    await service.sql<{ type: string }>(
      service.acme,
      'select type from events where object_id = ? order by id',
      [id],
    )
  ).map(({ type }) => type);

async function expectRefused(method: string, path: string, body: object, expected: object) {
  const before = await inspector.fingerprint();
  const reply = await send(method, path, body);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}

describe('a ticket', () => {
  it('begins as new, with its number, defaults and both clocks running', async () => {
    const ticket = await open();
    expect(ticket).toMatchObject({
      audience: 'client',
      status: 'new',
      priority: 'normal',
      channel: 'api',
      version: 1,
    });
    expect(ticket.number).toMatch(/^T-\d{6}$/);
    expect(ticket.sla).toEqual({
      first_response_due_at: minutesAfter(ticket, 480),
      next_response_due_at: null,
      resolution_due_at: minutesAfter(ticket, 1440),
      state: 'ok',
      missed: [],
    });
    expect(ticket.sla_due_at).toBe(minutesAfter(ticket, 480));
  });

  it('opens when it is assigned, with one event, and its assignee is notified', async () => {
    const { id } = await open();
    const ticket = await patch(id, { assignee_user_id: await memberId('member') });
    expect(ticket).toMatchObject({ status: 'open', version: 2 });
    expect(await eventsOf(id)).toEqual(['ticket.created', 'ticket.assigned']);
    service.advance(0);
    const notifications = await ok(
      'GET',
      '/api/notifications?filter[category][eq]=ticket_assigned',
      undefined,
      {
        as: service.acme.people.member,
      },
    );
    expect(notifications.map(({ entity }: Listed) => entity.id)).toContain(id);
  });

  it('does not open or resolve from new by hand', async () => {
    const { id } = await open();
    for (const status of ['open', 'resolved', 'closed'])
      await expectRefused(
        'PATCH',
        `/api/support/${id}`,
        { status },
        {
          code: 'INVALID_STATE_TRANSITION',
          details: { from: 'new', to: status, allowed: ['pending', 'on_hold'] },
        },
      );
  });

  it('pauses its resolution while pending, and ends later by as much', async () => {
    const { id, ...ticket } = await open({ assignee_user_id: await memberId('member') });
    service.advance(HOUR);
    const pending = await patch(id, { status: 'pending' });
    expect(pending.sla).toMatchObject({
      resolution_due_at: null,
      first_response_due_at: minutesAfter(ticket as never, 480),
    });
    service.advance(3 * HOUR);
    const resumed = await patch(id, { status: 'open' });
    const late =
      Date.parse(resumed.sla.resolution_due_at) - Date.parse(minutesAfter(ticket as never, 1440 + 120));
    expect(Math.abs(late)).toBeLessThan(60_000);
  });

  it('takes the targets of a new priority from its beginning', async () => {
    const ticket = await open();
    const urgent = await patch(ticket.id, { priority: 'urgent' });
    expect(urgent.sla.first_response_due_at).toBe(minutesAfter(ticket, 60));
    expect(urgent.sla.resolution_due_at).toBe(minutesAfter(ticket, 240));
  });

  it('is at risk and breached by the clock before any sweep, and lists find it so', async () => {
    const { id } = await open({ priority: 'urgent' });
    service.advance(0.8 * HOUR + 5);
    expect((await get(id)).sla.state).toBe('at_risk');
    service.advance(HOUR + 5);
    expect((await get(id)).sla.state).toBe('breached');
    const listed = await ok('GET', '/api/support?filter[sla_state][eq]=breached&pageSize=100');
    expect(listed.map(({ id }: Listed) => id)).toContain(id);
    expect(await eventsOf(id)).toEqual(['ticket.created']);
  });

  it('is warned of once for each step by the sweep, and its assignee is notified', async () => {
    const { id } = await open({ priority: 'high', assignee_user_id: await memberId('member') });
    service.advance(3.3 * HOUR);
    await sweep();
    await sweep();
    expect(await eventsOf(id)).toEqual(['ticket.created', 'ticket.sla_at_risk']);
    service.advance(4.1 * HOUR);
    await sweep();
    await sweep();
    expect(await eventsOf(id)).toEqual(['ticket.created', 'ticket.sla_at_risk', 'ticket.sla_breached']);
    service.advance(0);
    const notifications = await ok('GET', '/api/notifications?filter[category][eq]=sla_risk', undefined, {
      as: service.acme.people.member,
    });
    expect(notifications.find(({ entity }: Listed) => entity.id === id)).toMatchObject({ priority: 'high' });
  });

  it('keeps whether it was resolved in time, and forgets it when it is opened again', async () => {
    const { id } = await open({ assignee_user_id: await memberId('member') });
    const resolved = await patch(id, { status: 'resolved' });
    expect(resolved.sla.state).toBe('met');
    expect((await patch(id, { status: 'open' })).sla.state).toBe('ok');
    service.advance(30 * HOUR);
    const late = await patch(id, { status: 'resolved' });
    expect(late.sla).toMatchObject({ state: 'breached', missed: ['first_response', 'resolution'] });
  });

  it('is closed after seven quiet days by the clock, and by the sweep with an event', async () => {
    const { id } = await open({ assignee_user_id: await memberId('member') });
    const resolved = await patch(id, { status: 'resolved' });
    service.advance(7 * 24 * HOUR + 60);
    const closedAt = new Date(Date.parse(resolved.resolved_at) + 7 * 86_400_000).toISOString();
    expect(await get(id)).toMatchObject({ status: 'closed', closed_at: closedAt, version: resolved.version });
    const closed = await ok('GET', '/api/support?filter[status][eq]=closed&pageSize=100');
    expect(closed.map(({ id }: Listed) => id)).toContain(id);
    await sweep();
    expect(await get(id)).toMatchObject({
      status: 'closed',
      closed_at: closedAt,
      version: resolved.version + 1,
    });
    expect((await eventsOf(id)).at(-1)).toBe('ticket.status_changed');
  });

  it('refuses what does not fit together', async () => {
    const company = (await ok('POST', '/api/companies', { name: `Company ${++serial}` })).id;
    const other = (await ok('POST', '/api/companies', { name: `Company ${++serial}` })).id;
    const contact = (
      await ok('POST', '/api/contacts', { first_name: 'Ada', last_name: 'B', company_id: other })
    ).id;
    const foreign = { code: 'COMPANY_MISMATCH', fields: [expect.objectContaining({ path: 'contact_id' })] };
    await expectRefused(
      'POST',
      '/api/support',
      { subject: 'x', company_id: company, contact_id: contact },
      foreign,
    );
    const rule = (path: string, name: string) => ({
      fields: [expect.objectContaining({ path, rule: name })],
    });
    await expectRefused(
      'POST',
      '/api/support',
      { subject: 'x', company_id: service.acme.id },
      rule('company_id', 'exists'),
    );
    await expectRefused('POST', '/api/support', { subject: '  ' }, rule('subject', 'required'));
    await expectRefused(
      'POST',
      '/api/support',
      { subject: 'x', audience: 'platform', company_id: company },
      rule('company_id', 'audience'),
    );
    await expectRefused(
      'POST',
      '/api/support',
      { subject: 'x', assignee_user_id: company },
      rule('assignee_user_id', 'exists'),
    );
  });

  it('is counted where its client is shown', async () => {
    const client = await ok('POST', '/api/clients', {
      client_name: `Client ${++serial}`,
      domain: `c-${serial}.com`,
    });
    const ticket = await open({ company_id: client.id });
    expect((await ok('GET', `/api/clients/${client.id}`)).open_tickets).toBe(1);
    expect((await ok('GET', `/api/companies/${client.id}/dossier`)).support_open).toBe(1);
    const overview = await ok('GET', `/api/clients/${client.id}/overview`);
    expect(overview.tickets_open.map(({ id }: Listed) => id)).toEqual([ticket.id]);
    expect(overview.health.components).toContainEqual(
      expect.objectContaining({ key: 'support', score: 100 }),
    );
  });

  it('is work of its assignee until it is resolved', async () => {
    const ticket = await open({ assignee_user_id: await memberId('manager') });
    const mine = async () =>
      (await ok('GET', '/api/my-work?kind=ticket', undefined, { as: service.acme.people.manager })).filter(
        ({ entity }: Listed) => entity.id === ticket.id,
      );
    expect(await mine()).toMatchObject([
      { kind: 'ticket', title: ticket.subject, due_at: ticket.sla_due_at },
    ]);
    await patch(ticket.id, { status: 'resolved' });
    expect(await mine()).toEqual([]);
  });
});

describe('the service level', () => {
  it('recomputes the clocks of open tickets when it is changed, and only then', async () => {
    const ticket = await open();
    const before = await ok('GET', '/api/support/sla-policies');
    expect((await ok('PUT', '/api/support/sla-policies', ALL_HOURS)).version).toBe(before.version);
    const targets = ALL_HOURS.targets.map((one) => ({ ...one, first_response_minutes: 30 }));
    await ok('PUT', '/api/support/sla-policies', { ...ALL_HOURS, targets });
    expect((await get(ticket.id)).sla.first_response_due_at).toBe(minutesAfter(ticket, 30));
    await ok('PUT', '/api/support/sla-policies', ALL_HOURS);
    expect((await get(ticket.id)).sla.first_response_due_at).toBe(minutesAfter(ticket, 480));
  });

  it('takes each priority once, and hours that make sense', async () => {
    const refused = (body: object, path: string, rule: string) =>
      expectRefused(
        'PUT',
        '/api/support/sla-policies',
        { ...ALL_HOURS, ...body },
        {
          code: 'VALIDATION_ERROR',
          fields: [expect.objectContaining({ path, rule })],
        },
      );
    const [urgent] = ALL_HOURS.targets;
    await refused({ targets: [urgent, urgent] }, 'targets[1].priority', 'unique');
    const period = (weekday: string, from: string, until: string) => ({ weekday, from, until });
    const hours = (...periods: object[]) => ({ business_hours: { periods } });
    await refused(hours(period('mon', '17:00', '09:00')), 'business_hours.periods[0].until', 'range');
    await refused(
      hours(period('mon', '09:00', '12:00'), period('mon', '11:00', '17:00')),
      'business_hours.periods[1]',
      'overlap',
    );
    await refused(hours(period('mon', '09:00', '10:00')), 'business_hours.periods', 'min_week');
  });

  it('is set by admins only', async () => {
    const reply = await send('PUT', '/api/support/sla-policies', ALL_HOURS, {
      as: service.acme.people.manager,
    });
    expect(reply.body.error).toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});
