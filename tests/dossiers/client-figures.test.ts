// What delivery and billing say of a client: its derived fields, its overview, its health, and the financials of a project.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { create, daysFromNow, withoutPermissions } from './records.ts';

let service: TestService;
let world: DocumentWorld;
let clientId: string;
let projectId: string;
const day = (days: number) => daysFromNow(days).slice(0, 10);
const get = async (path: string, as?: Identity) => {
  const { status, body } = await service.rest('GET', path, undefined, { as });
  expect([path, status, body.error]).toEqual([path, 200, undefined]);
  return body.data;
};

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
  const address = { line1: 'Main Street 1', city: 'Bremen', country: 'DE' };
  const client = { client_name: 'Northwind', domain: 'northwind.com', address };
  clientId = (await create(service, '/api/clients', client)).id;
  const project = (name: string, more: object = {}) =>
    create(service, '/api/projects', {
      name,
      company_id: clientId,
      status: 'active',
      currency: 'EUR',
      ...more,
    });
  const userId = service.acme.people.owner.userId;
  projectId = (
    await project('Running', {
      ...{ billing_type: 'time_and_materials', bill_rate: '90', due_date: day(30) },
      members: [{ user_id: userId, cost_rate: '30' }],
    })
  ).id;
  await project('Late', { due_date: day(-1), start_date: day(-9) });
  await project('Planned', { status: 'planned' });
  await create(service, `/api/projects/${projectId}/milestones`, { name: 'First', due_date: day(3) });
  const task = (title: string, more: object = {}) =>
    create(service, '/api/tasks', { title, project_id: projectId, ...more });
  const { id: taskId } = await task('Open');
  await task('Overdue', { due_date: day(-2) });
  await task('Done', { due_date: day(-2), status: 'done' });
  const entry = (minutes: number, more: object = {}) =>
    create(service, `/api/tasks/${taskId}/time-entries`, { minutes, work_date: day(-1), ...more });
  await entry(100);
  await entry(20);
  await entry(60, { billable: false });
  // A paid, an open, an overdue and a credited invoice, one in dollars, and a draft that counts nowhere.
  const issued = (more: object = {}) =>
    world.issued({ company_id: clientId, project_id: projectId, ...more });
  const paid = await issued();
  await world.ok('POST', `/api/invoices/${paid.id}/payments`, { amount: '119', method: 'cash' });
  await issued({ due_date: day(10), lines: [item({ quantity: '1' })] });
  const overdue = await issued({ lines: [item({ quantity: '4' })] });
  const usd = await world.invoice({
    company_id: clientId,
    project_id: projectId,
    currency: 'USD',
    exchange_rate: '2',
  });
  await world.ok('POST', `/api/invoices/${usd.id}/issue`, {});
  await world.invoice({ company_id: clientId, project_id: projectId });
  const note = await world.created(`/api/invoices/${paid.id}/credit-notes`, {
    reason: 'Returned',
    full: true,
  });
  await world.ok('POST', `/api/invoices/${note.id}/issue`, {});
  await world.accepted({ company_id: clientId, project_id: projectId });
  const open = await world.quote({ company_id: clientId });
  await world.ok('POST', `/api/quotes/${open.id}/send`, { to: ['ada@buyer.example'] });
  const inspector = await Inspector.open(service.databaseUrl);
  await inspector.query('alter table invoices disable trigger user');
  await inspector.query('update invoices set due_date = $2 where id = $1', [overdue.id, day(-3)]);
  await inspector.query('alter table invoices enable trigger user');
  await inspector.close();
});

afterAll(() => service?.stop());

describe('a client', () => {
  it('has its counts, balances and health on its route and in lists', async () => {
    const client = await get(`/api/clients/${clientId}`);
    expect(client).toMatchObject({
      open_projects: 3,
      active_milestones: 1,
      overdue_tasks: 1,
      open_tickets: 0,
      open_balance: [
        { currency: 'EUR', amount: '297.50' },
        { currency: 'USD', amount: '119.00' },
      ],
      credit_balance: [{ currency: 'EUR', amount: '119.00' }],
      unbilled_minutes: 120,
      // Delivery: half of the tasks overdue, half of the active projects off track; receivables: 238 of 535.5 overdue.
      health: { score: 52, band: 'at_risk' },
    });
    const { status_history: _, ...listed } = client;
    expect((await get('/api/clients'))[0]).toEqual(listed);
  });

  it('hides what the caller may not read', async () => {
    const person = await withoutPermissions(service, 'manager', [
      'invoices.read',
      'time_entries.read',
      'tasks.read',
    ]);
    expect(await get(`/api/clients/${clientId}`, person)).toMatchObject({
      open_projects: 3,
      overdue_tasks: null,
      open_balance: null,
      credit_balance: null,
      unbilled_minutes: null,
    });
  });

  it('has an overview with the work under way and what is due', async () => {
    const overview = await get(`/api/clients/${clientId}/overview`);
    const names = (rows: { name?: string; title?: string }[]) => rows.map(({ name, title }) => name ?? title);
    expect(names(overview.projects)).toEqual(['Late', 'Running']);
    expect(overview.milestones_due).toMatchObject([{ name: 'First', project_id: projectId }]);
    expect(names(overview.overdue_tasks)).toEqual(['Overdue']);
    expect(overview.quotes_open).toHaveLength(1);
    expect(overview.invoices_open.map(({ balance }: { balance: string }) => balance).sort()).toEqual([
      '119.00',
      '238.00',
      '59.50',
    ]);
    expect(overview.time_unbilled).toEqual({
      minutes: 120,
      amounts: [{ currency: 'EUR', amount: '180.00' }],
    });
    expect(overview.health.components.map(({ key, score }: Record<string, unknown>) => [key, score])).toEqual(
      [
        ['delivery', 50],
        ['receivables', 56],
      ],
    );
    const dossier = await get(`/api/companies/${clientId}/dossier`);
    expect(names(dossier.projects).sort()).toEqual(['Late', 'Planned', 'Running']);
    expect(dossier.invoices_summary).toEqual({
      open_invoices: 3,
      open_balance: expect.any(Array),
      overdue_balance: [{ currency: 'EUR', amount: '238.00' }],
      credit_balance: [{ currency: 'EUR', amount: '119.00' }],
    });
  });

  it('cannot end while invoices are unpaid, and names every reason with its count', async () => {
    const inspector = await Inspector.open(service.databaseUrl);
    const before = await inspector.fingerprint();
    const { body } = await service.rest('DELETE', `/api/clients/${clientId}`);
    expect(body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'open_invoices', counts: { open_invoices: 3, active_projects: 2 } },
    });
    expect(await inspector.fingerprint()).toEqual(before);
    await inspector.close();
  });
});

describe('a project', () => {
  it('has financials from its documents, time and milestones, other currencies apart', async () => {
    expect(await get(`/api/projects/${projectId}/financials`)).toMatchObject({
      currency: 'EUR',
      tracked: { minutes: 180, billable_minutes: 120, value: '180.00', cost: '90.00' },
      unbilled: { minutes: 120, time_amount: '180.00', milestone_amount: '0.00', amount: '180.00' },
      quoted: '100.00',
      invoiced: '250.00',
      paid: '119.00',
      margin: { amount: '160.00', percent: '64.0' },
      other_currencies: [{ currency: 'USD', quoted: '0.00', invoiced: '100.00', paid: '0.00' }],
    });
  });

  it('leads to its documents in GraphQL', async () => {
    const { body } = await service.graphql(
      'query Documents($id: UUID!) { project(id: $id) { quotes { nodes { id } } workOrders { nodes { id } } invoices { nodes { status } } } }',
      { id: projectId },
    );
    expect(body.errors).toBeUndefined();
    const { quotes, workOrders, invoices } = body.data.project;
    expect([quotes.nodes.length, workOrders.nodes.length]).toEqual([1, 0]);
    expect(invoices.nodes.map(({ status }: { status: string }) => status).sort()).toEqual([
      ...['DRAFT', 'ISSUED', 'ISSUED', 'ISSUED', 'PAID'],
    ]);
  });

  it('cannot be deleted, given to another client or another currency once documents are issued for it', async () => {
    const inspector = await Inspector.open(service.databaseUrl);
    const other = (await create(service, '/api/clients', { client_name: 'Other', domain: 'other.com' })).id;
    const before = await inspector.fingerprint();
    const url = `/api/projects/${projectId}`;
    const code = async (method: string, body?: object) => (await service.rest(method, url, body)).body.error;
    expect(await code('DELETE')).toMatchObject({
      code: 'RESOURCE_IN_USE',
      details: { counts: { quotes: 1, invoices: 4 } },
    });
    expect(await code('PATCH', { company_id: other })).toMatchObject({ code: 'PROJECT_COMPANY_LOCKED' });
    expect(await code('PATCH', { currency: 'USD' })).toMatchObject({
      details: { reason: 'currency_in_use' },
    });
    expect(await inspector.fingerprint()).toEqual(before);
    await inspector.close();
  });
});
