// Statements of account and the aging of receivables: sums of what is stored, exact to the last digit (delivery.md 2.1, 4.5).
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { getCompany } from '../companies/service.ts';
import { profileOf } from '../documents/profile.ts';
import { assertCurrency } from '../money.ts';
import { addDays } from '../working-days.ts';
import { decimal, minor } from './settlement.ts';

export interface StatementRow {
  date: string;
  type: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'write_off' | 'write_off_reversed' | 'void';
  number: string | null;
  documentId: string;
  paymentId: string | null;
  debit: string;
  credit: string;
  balance: string;
}

export interface StatementCurrency {
  currency: string;
  opening: string;
  debits: string;
  credits: string;
  closing: string;
  rows: StatementRow[];
}

export interface Statement {
  companyId: string;
  from: string;
  to: string;
  currencies: StatementCurrency[];
}

interface Entry {
  currency: string;
  date: string;
  type: StatementRow['type'];
  number: string | null;
  documentId: string;
  paymentId: string | null;
  amount: string;
}

const MAX_DAYS = 366;

/**
 * Returns the statement of a client: what was open before, every document and payment, and what is open after.
 * @throws NOT_FOUND, VALIDATION_ERROR range, currency
 */
export async function getStatement(
  ctx: TenantContext,
  companyId: string,
  args: { from?: string | null; to?: string | null; currency?: string | null },
): Promise<Statement> {
  if (args.currency) assertCurrency(args.currency, 'currency');
  const company = await getCompany(ctx, companyId);
  const { today, timeZone } = await profileOf(ctx);
  const to = args.to ?? today;
  const from = args.from ?? `${to.slice(0, 4)}-01-01`;
  if (from > to) throw invalid('from', 'range', 'The first day must not be after the last one.');
  if (addDays(from, MAX_DAYS) <= to)
    throw invalid('to', 'range', `A statement covers at most ${MAX_DAYS} days.`);
  const entries = await ctx.tx.rows<Entry>(SELECT_ENTRIES, [
    ctx.tenantId,
    company.id,
    timeZone,
    to,
    args.currency ?? null,
  ]);
  const byCurrency = Map.groupBy(entries, ({ currency }) => currency);
  const currencies = [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, all]) => accountOf(currency, all, from));
  return { companyId, from, to, currencies };
}

function accountOf(currency: string, entries: readonly Entry[], from: string): StatementCurrency {
  let balance = 0n;
  let opening = 0n;
  let debits = 0n;
  let credits = 0n;
  const rows: StatementRow[] = [];
  for (const { date, type, number, documentId, paymentId, amount } of entries) {
    const value = minor(amount, currency);
    balance += value;
    if (date < from) {
      opening = balance;
      continue;
    }
    const [debit, credit] = value < 0n ? [0n, -value] : [value, 0n];
    debits += debit;
    credits += credit;
    const text = (one: bigint) => decimal(one, currency);
    rows.push({
      date,
      type,
      number,
      documentId,
      paymentId,
      debit: text(debit),
      credit: text(credit),
      balance: text(balance),
    });
  }
  const text = (one: bigint) => decimal(one, currency);
  return {
    currency,
    opening: text(opening),
    debits: text(debits),
    credits: text(credits),
    closing: text(balance),
    rows,
  };
}

/** Every entry of a client up to a day: amounts are positive for what the client owes. */
const SELECT_ENTRIES = `
  with documents as (
    select i.* from invoices i where i.tenant_id = $1 and i.company_id = $2 and i.status <> 'draft'
      and ($5::text is null or i.currency = $5)
  ), entries as (
    select currency, issue_date as date, 1 as rank, document_type as type, number, id as document_id, null::uuid as payment_id,
      case document_type when 'invoice' then total else -total end as amount, created_at as at from documents
    union all
    select d.currency, (p.paid_at at time zone $3)::date, 2, 'payment', d.number, d.id, p.id, -p.amount, p.created_at
    from documents d join invoice_payments p on p.tenant_id = $1 and p.invoice_id = d.id
    where p.method not in ('credit_note', 'client_credit') and p.status not in ('pending', 'failed')
    union all
    select d.currency, ((r ->> 'at')::timestamptz at time zone $3)::date, 3, 'refund', d.number, d.id, p.id,
      (r ->> 'amount')::numeric, (r ->> 'at')::timestamptz
    from documents d join invoice_payments p on p.tenant_id = $1 and p.invoice_id = d.id,
      jsonb_array_elements(p.refunds) r
    union all
    select currency, (written_off_at at time zone $3)::date, 4, 'write_off', number, id, null, -written_off_amount, written_off_at
    from documents where written_off_amount > 0
    union all
    select d.currency, (p.paid_at at time zone $3)::date, 5, 'write_off_reversed', d.number, d.id, p.id, p.applied, p.created_at
    from documents d join invoice_payments p on p.tenant_id = $1 and p.invoice_id = d.id
    where p.reverses_write_off and p.status not in ('pending', 'failed') and p.applied > 0
    union all
    select currency, (voided_at at time zone $3)::date, 6, 'void', number, id, null,
      case document_type when 'invoice' then -total else total end, voided_at from documents where status = 'void'
  )
  select currency, date::text as date, type, number, document_id as "documentId", payment_id as "paymentId", amount::text as amount
  from entries where date <= $4::date order by currency, date, at, rank, document_id, payment_id`;

export interface AgingBucket {
  bucket: string;
  amount: string;
}

export interface AgingRow {
  companyId: string | null;
  companyName: string | null;
  currency: string;
  buckets: AgingBucket[];
  credits: string;
  total: string;
}

export interface Aging {
  asOf: string;
  rows: AgingRow[];
  totals: Omit<AgingRow, 'companyId' | 'companyName'>[];
}

const BUCKETS = ['current', '1-30', '31-60', '61-90', 'over_90'] as const;

/** Returns what clients owe, by how long it is overdue, less their unapplied credit. @throws VALIDATION_ERROR currency */
export async function getAging(
  ctx: TenantContext,
  args: { asOf?: string | null; companyId?: string | null; currency?: string | null },
): Promise<Aging> {
  if (args.currency) assertCurrency(args.currency, 'currency');
  const { today } = await profileOf(ctx);
  const asOf = args.asOf ?? today;
  const found = await ctx.tx.rows<{
    companyId: string;
    companyName: string;
    currency: string;
    bucket: string;
    amount: string;
  }>(SELECT_AGING, [ctx.tenantId, asOf, args.companyId ?? null, args.currency ?? null]);
  const groups = Map.groupBy(found, ({ companyId, currency }) => `${companyId} ${currency}`);
  const rows = [...groups.values()].map((parts): AgingRow => {
    const { companyId, companyName, currency } = parts[0]!;
    return { companyId, companyName, ...sumsOf(currency, parts) };
  });
  const byCurrency = Map.groupBy(found, ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, parts]) => sumsOf(currency, parts));
  return { asOf, rows, totals };
}

function sumsOf(currency: string, parts: readonly { bucket: string; amount: string }[]) {
  const amountOf = (bucket: string) =>
    parts
      .filter((part) => part.bucket === bucket)
      .reduce((total, { amount }) => total + minor(amount, currency), 0n);
  const buckets = BUCKETS.map((bucket) => ({ bucket, amount: amountOf(bucket) }));
  const credits = amountOf('credits');
  const total = buckets.reduce((all, { amount }) => all + amount, credits);
  return {
    currency,
    buckets: buckets.map(({ bucket, amount }) => ({ bucket, amount: decimal(amount, currency) })),
    credits: decimal(credits, currency),
    total: decimal(total, currency),
  };
}

const SELECT_AGING = `
  with amounts as (
    select company_id, currency, balance as amount, case
        when due_date is null or due_date >= $2::date then 'current'
        when $2::date - due_date <= 30 then '1-30'
        when $2::date - due_date <= 60 then '31-60'
        when $2::date - due_date <= 90 then '61-90' else 'over_90' end as bucket
    from invoices where tenant_id = $1 and document_type = 'invoice' and status in ('issued', 'partially_paid')
      and issue_date <= $2::date and balance > 0
    union all
    select company_id, currency, -credit_remaining, 'credits' from invoices
    where tenant_id = $1 and document_type = 'credit_note' and status = 'issued' and credit_remaining > 0 and issue_date <= $2::date
    union all
    select company_id, currency, -sum(amount), 'credits' from client_credits where tenant_id = $1
    group by company_id, currency having sum(amount) > 0
  )
  select a.company_id as "companyId", c.name as "companyName", a.currency, a.bucket, sum(a.amount)::text as amount
  from amounts a join companies c on c.tenant_id = $1 and c.id = a.company_id
  where ($3::uuid is null or a.company_id = $3) and ($4::text is null or a.currency = $4)
  group by 1, 2, 3, 4 order by c.name, a.company_id, a.currency`;
