// The documents of the demo data: every state, numbers without gaps, and amounts that add up.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  await loadDemo(service.server.services);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const states = (table: string, where = 'true') =>
  inspector.query<{ states: string[] }>(
    `select array_agg(distinct status order by status) as states from ${table} where ${where} group by tenant_id`,
  );

it('has quotes, work orders and invoices in every state, also expired and overdue ones', async () => {
  const quotes = ['accepted', 'cancelled', 'declined', 'draft', 'sent', 'superseded'];
  expect(await states('quotes')).toEqual([{ states: quotes }, { states: quotes }]);
  const orders = ['completed', 'draft', 'in_progress', 'scheduled'];
  expect(await states('work_orders')).toEqual([{ states: orders }, { states: orders }]);
  const invoices = ['draft', 'issued', 'paid', 'partially_paid', 'uncollectible', 'void'];
  expect(await states('invoices')).toEqual([{ states: invoices }, { states: invoices }]);
  const [counts] = await inspector.query<Record<string, number>>(
    `select (select count(*)::int from quotes where status = 'sent' and valid_until < current_date) as expired,
       (select count(*)::int from invoices where status in ('issued', 'partially_paid') and due_date < current_date
         and document_type = 'invoice') as overdue,
       (select count(*)::int from invoices where document_type = 'credit_note') as notes,
       (select count(*)::int from invoices where issue_date >= current_date) as late`,
  );
  expect(counts).toEqual({ expired: 2, overdue: 4, notes: 2, late: 0 });
});

it('has numbers without gaps, payments that make the balances, and delivered quantities that are recorded', async () => {
  const wrong = await inspector.query(
    `select s.series from number_series s where s.series in ('quote', 'work_order', 'invoice', 'credit_note') and s.next_value - 1 <>
       (select count(*) from number_ledger l where l.tenant_id = s.tenant_id and l.series = s.series and l.period = s.period)
     union all select i.number from invoices i where i.number is not null and not exists (select from number_ledger l
       where l.tenant_id = i.tenant_id and l.document_id = i.id and l.number = i.number)
     union all select i.number from invoices i where i.amount_paid <> (select coalesce(sum(p.amount), 0) from invoice_payments p
       where p.tenant_id = i.tenant_id and p.invoice_id = i.id)
     union all select i.number from invoices i where i.document_type = 'invoice' and i.amount_credited <> (select
       coalesce(sum(a.amount), 0) from credit_applications a where a.tenant_id = i.tenant_id and a.invoice_id = i.id)
     union all select l.description from document_lines l where l.quantity_delivered <> coalesce((select sum((part ->> 'quantity')::numeric)
       from work_order_deliveries d, jsonb_array_elements(d.lines) part
       where d.tenant_id = l.tenant_id and part ->> 'lineId' = l.id::text), 0)`,
  );
  expect(wrong).toEqual([]);
});

it('enqueues the PDF of everything that was sent or issued', async () => {
  const [sent] = await inspector.query<{ count: number }>(
    `select (select count(*) from quotes where status <> 'draft') + (select count(*) from invoices where status <> 'draft') as count`,
  );
  const [jobs] = await inspector.query<{ count: number }>(
    `select (select count(*) from graphile_worker.jobs where task_identifier = 'pdf_render')
       + (select count(*) from quotes where pdf_file_id is not null)
       + (select count(*) from invoices where pdf_file_id is not null) as count`,
  );
  expect(Number(jobs!.count)).toBe(Number(sent!.count));
  expect(Number(sent!.count)).toBeGreaterThan(30);
});
