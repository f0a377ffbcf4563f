// Workloads: the statement of a client with 5,000 documents, and the issue of an invoice, which takes the next number.
import { randomBytes, randomUUID } from 'node:crypto';
import { LARGEST, ownerId, WRITTEN, workspaceId } from '../dataset/sizes.ts';
import { type Body, floor, type Query, rest, type Workload } from './workload.ts';

const DOCUMENTS = 5_000;
const tenant = workspaceId(LARGEST);
const authorOf = (workspace: number) =>
  `'{"type": "user", "id": "${ownerId(workspace)}", "label": "Bench"}'::jsonb`;
const INVOICE = `('01940000-0000-7000-8000-0000000d' || lpad(to_hex(n), 4, '0'))::uuid`;

/** The documents of the first company: an invoice a number, each second one paid. */
const prepareStatement = `do $$ begin
  set local session_replication_role = replica;
  insert into invoices (tenant_id, id, version, document_type, kind, status, number, company_id, currency, issue_date, due_date,
      tax_rounding, subtotal, net_total, tax_total, total, amount_paid, balance, exchange_rate, issued_at, created_at, updated_at,
      created_by, updated_by)
    select c.tenant_id, ${INVOICE}, 1, 'invoice', 'standard', case when n % 2 = 0 then 'paid' else 'issued' end,
      'BENCH-' || n, c.id, 'EUR', date '2026-01-01' + n % 300, date '2026-01-15' + n % 300, 'per_rate',
      100 + n, 100 + n, 19, 119 + n, case when n % 2 = 0 then 119 + n else 0 end, case when n % 2 = 0 then 0 else 119 + n end, 1,
      timestamptz '2026-01-01 12:00Z' + n % 300 * interval '1 day', timestamptz '2026-01-01 12:00Z' + n % 300 * interval '1 day',
      now(), ${authorOf(LARGEST)}, ${authorOf(LARGEST)}
    from (select * from companies where tenant_id = '${tenant}' and deleted_at is null order by id limit 1) c,
      generate_series(1, ${DOCUMENTS}) n;
  insert into invoice_payments (tenant_id, id, invoice_id, amount, currency, method, status, paid_at, applied, created_by, created_at,
      updated_at)
    select tenant_id, id, id, total, currency, 'bank_transfer', 'succeeded', issued_at + interval '3 days', total, created_by,
      issued_at + interval '3 days', now()
    from invoices where tenant_id = '${tenant}' and number like 'BENCH-%' and status = 'paid';
end $$;
analyze invoices, invoice_payments`;

const restoreStatement = `do $$ begin
  set local session_replication_role = replica;
  delete from invoice_payments where tenant_id = '${tenant}' and invoice_id in (select id from invoices
    where tenant_id = '${tenant}' and number like 'BENCH-%');
  delete from invoices where tenant_id = '${tenant}' and number like 'BENCH-%';
end $$`;

const PERIOD = ['2026-01-01', '2026-12-31'];
const readStatement = ({ currencies: [euro] }: Body) => ({
  rows: euro.rows.length,
  opening: euro.opening,
  debits: euro.debits,
  closing: euro.closing,
  last: euro.rows.at(-1).balance,
});

export const clientStatement: Workload<string> = {
  name: 'client-statement',
  title: 'the statement of a client: 5,000 invoices and 2,500 payments',
  // Each answer has 7,500 rows; 32 at once would measure the limit of load.
  connections: [1],
  prepare: prepareStatement,
  restore: restoreStatement,
  params: async (query) => {
    const [found] = await query(
      'select company_id as id from invoices where tenant_id = $1 and number = $2',
      [tenant, 'BENCH-1'],
    );
    return [String(found!.id)];
  },
  variants: [
    rest(
      (company) => ({
        method: 'GET',
        path: `/api/clients/${company}/statement?from=${PERIOD[0]}&to=${PERIOD[1]}`,
      }),
      ({ data }) => readStatement(data),
    ),
    floor(
      'client-statement',
      `with entries as (
          select i.currency, i.issue_date as date, i.created_at as at, 'invoice' as type, i.number, i.id as document_id,
            null::uuid as payment_id, i.total as amount
          from invoices i where i.tenant_id = $1 and i.company_id = $2 and i.status <> 'draft'
          union all
          select i.currency, p.paid_at::date, p.created_at, 'payment', i.number, i.id, p.id, -p.amount
          from invoices i join invoice_payments p on p.tenant_id = $1 and p.invoice_id = i.id
          where i.tenant_id = $1 and i.company_id = $2 and i.status <> 'draft' and p.status = 'succeeded'
        ), running as (
          select *, sum(amount) over (order by date, at, type, document_id)::numeric(20, 2) as balance from entries
          where date <= $4::date
        )
        select json_build_object('currencies', json_build_array(json_build_object('currency', 'EUR',
          'opening', coalesce(sum(amount) filter (where date < $3::date), 0)::numeric(20, 2)::text,
          'debits', coalesce(sum(amount) filter (where date >= $3::date and amount > 0), 0)::numeric(20, 2)::text,
          'closing', sum(amount)::numeric(20, 2)::text,
          'rows', json_agg(json_build_object('date', date, 'type', type, 'number', number, 'document_id', document_id,
            'payment_id', payment_id, 'debit', greatest(amount, 0)::numeric(20, 2)::text,
            'credit', greatest(-amount, 0)::numeric(20, 2)::text, 'balance', balance::text) order by date, at, type, document_id)
            filter (where date >= $3::date))))::text as body
        from running`,
      (company) => [tenant, company, ...PERIOD],
      readStatement,
    ),
  ],
};

const writer = workspaceId(WRITTEN);
/** Numbers of drafts: more than the longest run issues, and few for a smoke test. */
const DRAFTS = { many: 30_000, few: 1_000 };
const PARTIES = `'{"name": "Buyer", "address": {"country": "DE"}}'::jsonb`;
let drafts: string[] = [];

function nextDraft(): string {
  const id = drafts.pop();
  if (!id) throw new Error(`more invoices were issued than the ${DRAFTS.many} drafts`);
  return id;
}

/** Inserts drafts of one line without triggers. */
const insertDrafts = (name: string, count: number): string => `do $$ begin
  set local session_replication_role = replica;
  insert into invoices (tenant_id, id, version, document_type, kind, status, company_id, currency, tax_rounding, tax_groups, subtotal,
      net_total, tax_total, total, balance, buyer_input, reference, created_at, updated_at, created_by, updated_by)
    select c.tenant_id, gen_random_uuid(), 1, 'invoice', 'standard', 'draft', c.id, t.currency, 'per_rate',
      '[{"name": "VAT", "rate": "19", "category": "standard", "base": "100.00", "tax": "19.00"}]', 100, 100, 19, 119, 119, ${PARTIES},
      '${name}', now(), now(), ${authorOf(WRITTEN)}, ${authorOf(WRITTEN)}
    from (select * from companies where tenant_id = '${writer}' and deleted_at is null order by id limit 1) c
      join tenants t on t.id = c.tenant_id, generate_series(1, ${count});
  insert into document_lines (tenant_id, id, invoice_id, position, kind, description, currency, quantity, unit_price, taxes, gross,
      discount_amount, net, discount_share, created_at, updated_at)
    select tenant_id, id, id, 1, 'item', 'Consulting', currency, 1, 100,
      '[{"name": "VAT", "rate": "19", "category": "standard"}]', 100, 0, 100, 0, created_at, created_at
    from invoices where tenant_id = '${writer}' and reference = '${name}';
end $$`;

async function makeDrafts(query: Query): Promise<null[]> {
  const name = `Bench ${randomBytes(4).toString('hex')}`;
  const [size] = await query('select count(*) > 10000 as large from companies');
  await query(insertDrafts(name, size!.large ? DRAFTS.many : DRAFTS.few));
  const rows = await query('select id from invoices where tenant_id = $1 and reference = $2', [writer, name]);
  drafts = rows.map(({ id }) => String(id));
  return [null];
}

const ACTOR = authorOf(WRITTEN);
const CHANGED = [
  'status',
  'number',
  'issue_date',
  'due_date',
  'issued_at',
  'exchange_rate',
  'seller',
  'buyer',
];
const CHANGES = CHANGED.map((field) => `jsonb_build_object('field', '${field}', 'to', i.${field})`).join(
  ', ',
);

/**
 * Issues a draft with everything that the product writes: number and ledger, audit entry, timeline, event, job of the PDF.
 * Its parameters: workspace, invoice, request id and user agent.
 */
const ISSUE = `with ids as materialized (select uuidv7() as ledger, uuidv7() as entry, uuidv7() as activity, uuidv7() as event),
  counter as (
    insert into number_series (tenant_id, series, period, next_value, last_date)
      values ($1, 'invoice', to_char(current_date, 'YYYY'), 2, current_date)
    on conflict (tenant_id, series, period) do update set next_value = number_series.next_value + 1, last_date = excluded.last_date
    returning period, next_value - 1 as seq
  ), issued as (
    update invoices i set status = 'issued', number = 'INV-' || c.period || '-' || lpad(c.seq::text, 8, '0'), version = i.version + 1,
      issue_date = current_date, due_date = current_date + 14, issued_at = now(), updated_at = now(), updated_by = ${ACTOR},
      exchange_rate = 1, buyer = i.buyer_input, seller = jsonb_build_object('name', t.name,
        'address', jsonb_build_object('country', t.country))
    from counter c, tenants t where i.tenant_id = $1 and i.id = $2 and i.status = 'draft' and t.id = $1 returning i.*
  ), ledger as (
    insert into number_ledger (tenant_id, id, series, number, seq, period, document_type, document_id, issued_at)
      select i.tenant_id, ids.ledger, 'invoice', i.number, c.seq, c.period, 'invoice', i.id, now() from issued i, counter c, ids
  ), entry as (
    insert into audit_entries (tenant_id, occurred_at, actor, action, target_type, target_id, request_id, id, operation,
      surface, target_label, outcome, changes, ip, user_agent, actor_id, risk)
    select i.tenant_id, now(), ${ACTOR}, 'invoice.issued', 'invoice', i.id, $3, ids.entry, 'IssueInvoice', 'rest', i.number, 'success',
      jsonb_build_array(${CHANGES}), '127.0.0.1', $4, (${ACTOR} ->> 'id')::uuid, 'risky' from issued i, ids
  ), activity as (
    insert into activities (tenant_id, occurred_at, created_at, actor, event, id, type, subject, source)
    select i.tenant_id, now(), now(), ${ACTOR}, 'invoice.issued', ids.activity, 'system', 'Invoice issued: ' || i.number, 'system'
    from issued i, ids
  ), link as (
    insert into activity_links (tenant_id, occurred_at, activity_id, entity, entity_id)
    select i.tenant_id, now(), ids.activity, l.entity, l.id
    from issued i, ids, lateral (values ('invoice', i.id), ('company', i.company_id)) as l(entity, id)
  ), event as (
    insert into events (tenant_id, occurred_at, actor, type, object_type, object_id, request_id, id, data)
    select i.tenant_id, now(), ${ACTOR}, 'invoice.issued', 'invoice', i.id, $3, ids.event, jsonb_build_object('object_type', 'invoice',
      'object', jsonb_build_object('id', i.id, 'version', i.version), 'number', i.number) from issued i, ids
  ), job as (
    select enqueue_job('pdf_render', json_build_object('tenantId', i.tenant_id, 'requestId', $3, 'payload',
      json_build_object('kind', 'invoice', 'id', i.id)), null, null, null, i.tenant_id || ':pdf_render:' || i.id) from issued i
  )
  select json_build_object('data', json_build_object('id', i.id, 'version', i.version, 'status', i.status, 'number', i.number,
    'issue_date', i.issue_date, 'due_date', i.due_date, 'seller', i.seller, 'buyer', i.buyer, 'tax_groups', i.tax_groups,
    'subtotal', i.subtotal::numeric(20, 2)::text, 'total', i.total::numeric(20, 2)::text, 'lines', (select json_agg(l)
      from document_lines l where l.tenant_id = $1 and l.invoice_id = i.id)))::text as body
  from issued i left join job on true`;

export const issueInvoice: Workload<null> = {
  name: 'issue-invoice',
  title: 'issue an invoice: the next number without gaps, parties and totals frozen',
  workspace: WRITTEN,
  params: makeDrafts,
  variants: [
    rest(
      () => ({
        method: 'POST',
        path: `/api/invoices/${nextDraft()}/issue`,
        body: {},
        headers: { 'user-agent': 'node' },
      }),
      ({ data }) => ({ status: data.status, total: data.total, version: data.version }),
      { sameRows: true },
    ),
    floor(
      'issue-invoice',
      ISSUE,
      () => [writer, nextDraft(), randomUUID(), 'node'],
      ({ data }) => ({ status: data.status, total: data.total, version: data.version }),
      { note: 'same traces', sameRows: true },
    ),
  ],
};
