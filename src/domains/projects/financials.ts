// Budget, work and money of a project (delivery.md sections 2.2 and 2.3).
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
    quoted: null,
    invoiced: null,
    paid: null,
    margin: null,
    otherCurrencies: [],
  };
}

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
