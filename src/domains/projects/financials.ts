// Budget, work and money of a project (delivery.md sections 2.2 and 2.3).
import { sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { roundMoney } from '../money.ts';
import { Project } from './model.ts';

interface Sums {
  minutes: number;
  billable: number;
  value: string;
  cost: string;
  unbilledMinutes: number;
  unbilledTime: string;
  milestones: string;
}

/** Returns the financials of a project in its currency. @throws NOT_FOUND */
export async function getFinancials(ctx: TenantContext, projectId: string): Promise<object> {
  const project = await Project.find<Project>(ctx, projectId);
  const [sums] = await ctx.tx.rows<Sums>(SUMS, [ctx.tenantId, projectId]);
  const { currency } = project;
  const money = (amount: string) => roundMoney(amount, currency);
  const documents = await documentsOf(ctx, projectId, currency);
  const { minutes, billable, value, cost, unbilledMinutes, unbilledTime, milestones } = sums!;
  return {
    currency,
    budget: { amount: project.budgetAmount && money(project.budgetAmount), minutes: project.budgetMinutes },
    tracked: { minutes, billableMinutes: billable, value: money(value), cost: money(cost) },
    unbilled: {
      minutes: unbilledMinutes,
      timeAmount: money(unbilledTime),
      milestoneAmount: money(milestones),
      amount: money(String(await total(ctx, money(unbilledTime), money(milestones)))),
    },
    ...documents,
    margin: documents.invoiced === null ? null : await marginOf(ctx, documents.invoiced, money(cost)),
  };
}

interface DocumentSums {
  currency: string;
  quoted: string;
  invoiced: string;
  paid: string;
}

/** Returns the sums of the documents of a project; null where the module of documents is off. */
async function documentsOf(ctx: TenantContext, projectId: string, currency: string) {
  const access = { name: 'documents', list: 'ListInvoices', isBuilt: true };
  if (sectionRefusal(ctx, access)?.code === 'FEATURE_DISABLED')
    return { quoted: null, invoiced: null, paid: null, otherCurrencies: [] };
  const rows = await ctx.tx.rows<DocumentSums>(DOCUMENTS, [ctx.tenantId, projectId]);
  const amounts = rows.map(({ currency: code, ...sums }) => ({
    currency: code,
    quoted: roundMoney(sums.quoted, code),
    invoiced: roundMoney(sums.invoiced, code),
    paid: roundMoney(sums.paid, code),
  }));
  const zero = roundMoney('0', currency);
  const own = amounts.find((row) => row.currency === currency);
  return {
    quoted: own?.quoted ?? zero,
    invoiced: own?.invoiced ?? zero,
    paid: own?.paid ?? zero,
    otherCurrencies: amounts.filter((row) => row.currency !== currency),
  };
}

/** Returns what is invoiced less the cost, and its share with one decimal place; the share is null if nothing is. */
async function marginOf(ctx: TenantContext, invoiced: string, cost: string) {
  const [row] = await ctx.tx.rows<{ amount: string; percent: string | null }>(
    `select ($1::numeric - $2::numeric)::text as amount,
       round(100 * ($1::numeric - $2::numeric) / nullif($1::numeric, 0), 1)::text as percent`,
    [invoiced, cost],
  );
  return row!;
}

/**
 * Sums by currency: accepted quotes, issued invoices less credit notes, without tax, and payments less refunds. What was
 * settled with credit is no payment.
 */
const DOCUMENTS = `
  with documents as (
    select i.id, i.currency, case i.document_type when 'invoice' then i.net_total else -i.net_total end as net
    from invoices i left join invoices o on o.tenant_id = $1 and o.id = i.credited_invoice_id
    where i.tenant_id = $1 and coalesce(o.project_id, i.project_id) = $2 and i.deleted_at is null
      and i.status not in ('draft', 'void')),
  sums as (
    select q.currency, q.net_total as quoted, 0 as invoiced, 0 as paid from quotes q
    where q.tenant_id = $1 and q.project_id = $2 and q.deleted_at is null and q.status = 'accepted'
    union all select d.currency, 0, d.net, 0 from documents d
    union all select p.currency, 0, 0, p.amount - p.refunded from documents d
      join invoice_payments p on p.tenant_id = $1 and p.invoice_id = d.id
      where p.status in ('succeeded', 'refunded', 'partially_refunded') and p.method not in ('credit_note', 'client_credit'))
  select s.currency, sum(s.quoted)::text as quoted, sum(s.invoiced)::text as invoiced, sum(s.paid)::text as paid
  from sums s group by 1 order by 1`;

/** Adds two amounts exactly. */
async function total(ctx: TenantContext, first: string, second: string): Promise<string> {
  const [row] = await ctx.tx.rows<{ sum: string }>('select ($1::numeric + $2::numeric)::text as sum', [
    first,
    second,
  ]);
  return row!.sum;
}

/** Exact sums over the entries that are not rejected; the caller rounds each once. */
const SUMS = `
  select t.*, (select coalesce(sum(coalesce(m.billing_amount, p.budget_amount * m.billing_percent / 100)), 0)::text from milestones m
      join projects p on p.tenant_id = $1 and p.id = m.project_id
      where m.tenant_id = $1 and m.project_id = $2 and m.deleted_at is null and m.status = 'completed' and m.invoice_id is null) as milestones
  from (select coalesce(sum(e.minutes), 0)::int as minutes,
      coalesce(sum(e.minutes) filter (where e.billable), 0)::int as billable,
      coalesce(sum(e.minutes * e.rate) filter (where e.billable) / 60, 0)::text as value,
      coalesce(sum(e.minutes * m.cost_rate) / 60, 0)::text as cost,
      coalesce(sum(e.minutes) filter (where e.billable and e.invoice_id is null), 0)::int as "unbilledMinutes",
      coalesce(sum(e.minutes * e.rate) filter (where e.billable and e.invoice_id is null) / 60, 0)::text as "unbilledTime"
    from time_entries e
    left join project_members m on m.tenant_id = $1 and m.project_id = $2 and m.user_id = e.user_id
    where e.tenant_id = $1 and e.project_id = $2 and e.deleted_at is null and not e.running and e.status <> 'rejected') t`;
