// Invoices for the work of projects: time entries and milestones are billed once, locked while billed, and freed again.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item, VAT } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let world: DocumentWorld;
let serial = 0;
// The client, project and task of a test.
let companyId: string;
let projectId: string;
let taskId: string;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  world = new DocumentWorld(service);
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});
beforeEach(async () => {
  serial += 1;
  const address = { country: 'DE' };
  companyId = (await make('/api/clients', { client_name: `Client ${serial}`, domain: `c${serial}.com` })).id;
  await world.ok('PATCH', `/api/companies/${companyId}`, { address });
  projectId = (await project(companyId)).id;
  taskId = (await make('/api/tasks', { title: 'Design', project_id: projectId })).id;
});

const make = async (path: string, body: object): Promise<Data> =>
  (await world.ok('POST', path, body)).body.data;
const read = async (path: string): Promise<Data> => (await world.ok('GET', path)).body.data;
const project = (company: string, more: object = {}) =>
  make('/api/projects', {
    name: 'Project',
    company_id: company,
    ...{ billing_type: 'time_and_materials', bill_rate: '100', status: 'active', budget_amount: '1000' },
    ...more,
  });
/** Logs time and approves it. */
async function approved(minutes: number, more: object = {}, task = taskId): Promise<Data> {
  const entry = await make(`/api/tasks/${task}/time-entries`, { minutes, work_date: '2026-01-05', ...more });
  const path = `/api/tasks/time-entries/${entry.id}`;
  return (await world.ok('PATCH', path, { status: 'approved' })).body.data;
}
const milestone = async (body: object): Promise<Data> => {
  const { id } = await make(`/api/projects/${projectId}/milestones`, { name: 'Launch', ...body });
  const path = `/api/projects/${projectId}/milestones/${id}`;
  return (await world.ok('PATCH', path, { status: 'completed' })).body.data;
};
const invoice = (body: object) => make('/api/invoices', { company_id: companyId, ...body });
const entryOf = async (id: string) =>
  (await read(`/api/tasks/time-entries?project_id=${projectId}&pageSize=100`)).find((e: Data) => e.id === id);
const milestoneOf = async (id: string) =>
  (await read(`/api/projects/${projectId}`)).milestones.find((m: Data) => m.id === id);

/** Sends a call that must be refused and write nothing. */
async function refused(method: string, path: string, body: object, expected: object) {
  const before = await inspector.fingerprint();
  const reply = await world.send(method, path, body);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}
const fault = (path: string, rule: string) => ({ code: 'VALIDATION_ERROR', fields: [{ path, rule }] });

describe('a line for time entries', () => {
  it('takes hours and price from them, rounds each entry, and computes from minutes', async () => {
    await world.ok('PATCH', '/api/settings/tenant', {
      commercial: { time_rounding: { minutes: 15, mode: 'nearest' } },
    });
    const entries = [await approved(20), await approved(23), await approved(7)];
    const line = { time_entry_ids: entries.map(({ id }) => id), taxes: [VAT] };
    const draft = await invoice({ lines: [line] });
    await world.ok('PATCH', '/api/settings/tenant', { commercial: { time_rounding: null } });
    expect(draft.lines[0]).toMatchObject({
      ...{ description: 'Design', minutes: 45, quantity: '0.75', unit: 'h', unit_price: '100', net: '75.00' },
      time_entry_ids: line.time_entry_ids,
    });
    expect(draft).toMatchObject({ net_total: '75.00', total: '89.25' });
    expect(await entryOf(entries[0].id)).toMatchObject({
      ...{ status: 'approved', minutes: 20, invoice_id: draft.id, invoice_line_id: draft.lines[0].id },
    });
  });

  it('takes only approved and billable time of the company, of one person, rate and currency', async () => {
    const draft = await make(`/api/tasks/${taskId}/time-entries`, { minutes: 10, work_date: '2026-01-05' });
    const free = await approved(10, { billable: false });
    const dear = await approved(10, { rate: '120' });
    const usual = await approved(10);
    const other = await world.company();
    const lines = (...ids: string[]) => ({ company_id: companyId, lines: [{ time_entry_ids: ids }] });
    const path = 'lines[0].time_entry_ids';
    for (const ids of [[draft.id], [free.id], [dear.id, usual.id]])
      await refused('POST', '/api/invoices', lines(...ids), fault(path, 'same_rate'));
    const dollars = { ...lines(usual.id), currency: 'USD' };
    await refused('POST', '/api/invoices', dollars, fault(path, 'same_rate'));
    await refused('POST', '/api/invoices', lines(usual.id, usual.id), fault(`${path}[1]`, 'unique'));
    await refused('POST', '/api/invoices', lines(projectId), fault(`${path}[0]`, 'exists'));
    const foreign = { code: 'COMPANY_MISMATCH', fields: [{ path: `${path}[0]`, rule: 'company_mismatch' }] };
    await refused('POST', '/api/invoices', { ...lines(usual.id), company_id: other }, foreign);
    const counted = { company_id: companyId, lines: [{ time_entry_ids: [usual.id], quantity: '2' }] };
    await refused('POST', '/api/invoices', counted, fault('lines[0].quantity', 'exclusive'));
    await refused('POST', '/api/quotes', lines(usual.id), {
      code: 'VALIDATION_ERROR',
      fields: expect.arrayContaining([expect.objectContaining({ path, rule: 'not_allowed' })]),
    });
  });

  it('bills an entry once, and locks it until the draft lets go of it', async () => {
    const entry = await approved(60);
    const first = await invoice({ lines: [{ time_entry_ids: [entry.id] }] });
    const again = { company_id: companyId, lines: [{ time_entry_ids: [entry.id] }] };
    const locked = { code: 'TIME_ENTRY_LOCKED', details: { ids: [entry.id] } };
    await refused('POST', '/api/invoices', again, locked);
    const path = `/api/tasks/time-entries/${entry.id}`;
    await refused('PATCH', path, { status: 'draft', reason: 'Wrong' }, { code: 'TIME_ENTRY_LOCKED' });
    await refused('PATCH', path, { minutes: 30 }, { code: 'TIME_ENTRY_LOCKED' });
    await refused('DELETE', path, {}, { code: 'TIME_ENTRY_LOCKED' });
    const lines = [{ id: first.lines[0].id, time_entry_ids: [entry.id] }];
    const kept = { lines, expected_version: first.version };
    expect((await world.ok('PATCH', `/api/invoices/${first.id}`, kept)).body.data.version).toBe(
      first.version,
    );
    const company = { company_id: await world.company(), expected_version: first.version };
    await refused('PATCH', `/api/invoices/${first.id}`, company, { code: 'COMPANY_MISMATCH' });
    const replaced = { lines: [item()], expected_version: first.version };
    await world.ok('PATCH', `/api/invoices/${first.id}`, replaced);
    expect(await entryOf(entry.id)).toMatchObject({ status: 'approved', invoice_id: null });
    const second = await invoice({ lines: [{ time_entry_ids: [entry.id] }] });
    await world.ok('DELETE', `/api/invoices/${second.id}`);
    expect(await entryOf(entry.id)).toMatchObject({ status: 'approved', invoice_id: null });
  });

  it('is invoiced at issue and freed by void; the database keeps billed time too', async () => {
    const entry = await approved(90);
    const { id } = await invoice({ lines: [{ time_entry_ids: [entry.id] }] });
    await world.ok('POST', `/api/invoices/${id}/issue`, {});
    expect(await entryOf(entry.id)).toMatchObject({ status: 'invoiced', invoice_id: id });
    const set = (columns: string) =>
      inspector.query(`update time_entries set ${columns} where id = '${entry.id}'`);
    await expect(set('minutes = 1')).rejects.toThrow(/cannot be changed/);
    await expect(set('invoice_id = gen_random_uuid()')).rejects.toThrow(/another invoice/);
    await refused('DELETE', `/api/tasks/time-entries/${entry.id}`, {}, { code: 'TIME_ENTRY_LOCKED' });
    await world.ok('POST', `/api/invoices/${id}/void`, { reason: 'Wrong client' });
    expect(await entryOf(entry.id)).toMatchObject({ status: 'approved', invoice_id: null });
    const { lines } = await read(`/api/invoices/${id}`);
    expect(lines[0].time_entry_ids).toEqual([entry.id]);
    expect((await invoice({ lines: [{ time_entry_ids: [entry.id] }] })).total).toBe('150.00');
  });
});

describe('a line for a milestone', () => {
  it('takes name and amount from it, bills it once, and is freed by void', async () => {
    const half = await milestone({ billing_percent: '33.3333' });
    const draft = await invoice({ lines: [{ milestone_id: half.id, taxes: [VAT] }] });
    expect(draft.lines[0]).toMatchObject({ description: 'Launch', quantity: '1', unit_price: '333.33' });
    const billed = { code: 'MILESTONE_BILLED' };
    const again = { company_id: companyId, lines: [{ milestone_id: half.id }] };
    await refused('POST', '/api/invoices', again, { ...billed, details: { ids: [half.id] } });
    const path = `/api/projects/${projectId}/milestones/${half.id}`;
    await refused('PATCH', path, { status: 'open' }, billed);
    await refused('DELETE', path, {}, billed);
    await world.ok('POST', `/api/invoices/${draft.id}/issue`, {});
    await world.ok('POST', `/api/invoices/${draft.id}/void`, { reason: 'Wrong' });
    expect(await milestoneOf(half.id)).toMatchObject({ invoice_id: null, invoice_line_id: null });
    await world.ok('PATCH', path, { status: 'open' });
  });

  it('must bill something, and be of the company', async () => {
    const free = await milestone({});
    const path = 'lines[0].milestone_id';
    const body = (id: string) => ({ company_id: companyId, lines: [{ milestone_id: id }] });
    await refused('POST', '/api/invoices', body(free.id), fault(path, 'billing_amount'));
    await refused('POST', '/api/invoices', body(taskId), fault(path, 'exists'));
    const paid = await milestone({ billing_amount: '10' });
    const other = { ...body(paid.id), company_id: await world.company() };
    await refused('POST', '/api/invoices', other, { code: 'COMPANY_MISMATCH', fields: [{ path }] });
  });
});

describe('pulling', () => {
  it('adds the unbilled time and milestones of a project, grouped, behind the lines that are given', async () => {
    const second = (await make('/api/tasks', { title: 'Build', project_id: projectId })).id;
    await approved(30);
    await approved(45);
    await approved(60, { rate: '120' }, second);
    await approved(60, { work_date: '2026-02-01' }, second);
    await approved(60, { billable: false });
    await milestone({ billing_amount: '250' });
    const preview = async (pull: object) =>
      (await invoice({ pull: { project_id: projectId, ...pull }, dry_run: true })).lines.map(
        ({ description, minutes, net }: Data) => [description, minutes, net],
      );
    expect(await preview({ until: '2026-01-31' })).toEqual([
      ['Design', 75, '125.00'],
      ['Build', 60, '120.00'],
      ['Launch', null, '250.00'],
    ]);
    expect(await preview({ group_by: 'none', milestones: false })).toHaveLength(4);
    expect(
      (await preview({ group_by: 'user', milestones: false })).map(([, minutes]: Data) => minutes),
    ).toEqual([135, 60]);
    const draft = await invoice({ lines: [item()], pull: { project_id: projectId } });
    expect(draft).toMatchObject({ project_id: projectId, net_total: '695.00' });
    expect(draft.lines.map(({ net }: Data) => net)).toEqual([
      '100.00',
      '125.00',
      '120.00',
      '100.00',
      '250.00',
    ]);
    const more = { pull: { project_id: projectId }, expected_version: draft.version };
    expect((await world.ok('PATCH', `/api/invoices/${draft.id}`, more)).body.data.version).toBe(
      draft.version,
    );
    const late = await approved(6);
    const longer = (await world.ok('PATCH', `/api/invoices/${draft.id}`, more)).body.data;
    expect(longer.lines.map(({ id }: Data) => id).slice(0, 5)).toEqual(draft.lines.map(({ id }: Data) => id));
    expect(longer.lines[5]).toMatchObject({ time_entry_ids: [late.id], net: '10.00' });
    expect((await entryOf(late.id)).invoice_line_id).toBe(longer.lines[5].id);
  });

  it('needs a project of the company, its currency and rates', async () => {
    const pull = (project_id: string, more: object = {}) => ({
      company_id: companyId,
      pull: { project_id },
      ...more,
    });
    await refused('POST', '/api/invoices', pull(taskId), fault('pull.project_id', 'exists'));
    const mismatch = { code: 'COMPANY_MISMATCH', fields: [{ path: 'pull.project_id' }] };
    await refused('POST', '/api/invoices', pull(projectId, { company_id: await world.company() }), mismatch);
    const dollars = pull(projectId, { currency: 'USD' });
    await refused('POST', '/api/invoices', dollars, fault('currency', 'currency'));
    const poor = await project(companyId, { bill_rate: null, budget_amount: null });
    const task = (await make('/api/tasks', { title: 'Task', project_id: poor.id })).id;
    const entry = await approved(10, {}, task);
    await refused('POST', '/api/invoices', pull(poor.id), {
      ...fault('pull', 'rate_missing'),
      details: { ids: [entry.id] },
    });
  });

  it('bills everything once when many pull at once', async () => {
    for (let index = 0; index < 5; index += 1) await approved(60);
    await milestone({ billing_amount: '10' });
    const body = { company_id: companyId, pull: { project_id: projectId, group_by: 'none' } };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world.send('POST', '/api/invoices', body)),
    );
    expect(replies.every(({ status }) => status === 201 || status === 503)).toBe(true);
    const totals = replies.filter(({ status }) => status === 201).map(({ body }) => Number(body.data.total));
    expect(totals.filter((total) => total > 0)).toEqual([510]);
  });

  it('invoices the time of the project of a work order', async () => {
    const entry = await approved(60);
    const order = await make('/api/work-orders', {
      company_id: companyId,
      project_id: projectId,
      lines: [item()],
    });
    await world.ok('POST', `/api/work-orders/${order.id}/status`, { action: 'start' });
    const convert = { basis: 'time' };
    const draft = await make(`/api/work-orders/${order.id}/convert`, convert);
    expect(draft).toMatchObject({
      project_id: projectId,
      total: '100.00',
      lines: [{ time_entry_ids: [entry.id] }],
    });
    await refused('POST', `/api/work-orders/${order.id}/convert`, convert, {
      code: 'CONFLICT',
      details: { reason: 'nothing_to_invoice' },
    });
  });
});
