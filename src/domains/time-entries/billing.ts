// The time that invoices bill: approved and billable entries, each on one live invoice at most.
import type { TenantContext } from '../../context.ts';
import type { TimeEntryStatus } from './model.ts';

/** A time entry with what an invoice line needs of it. */
export interface BillableTime {
  id: string;
  userId: string;
  userName: string;
  taskId: string;
  taskTitle: string;
  companyId: string | null;
  workDate: string;
  minutes: number;
  /** Per hour. */
  rate: string | null;
  currency: string;
  status: TimeEntryStatus;
  billable: boolean;
  invoiceId: string | null;
}

const SELECT = `
  select e.id, e.user_id as "userId", u.name as "userName", e.task_id as "taskId", t.title as "taskTitle",
    e.company_id as "companyId", e.work_date::text as "workDate", e.minutes, e.rate::text as rate, e.currency, e.status,
    e.billable, e.invoice_id as "invoiceId"
  from time_entries e join users u on u.id = e.user_id join tasks t on t.tenant_id = $1 and t.id = e.task_id
  where e.tenant_id = $1 and e.deleted_at is null`;

/** Returns live time entries by their ids, locked until the transaction ends. */
export function lockTime(ctx: TenantContext, ids: readonly string[]): Promise<BillableTime[]> {
  return ctx.tx.rows<BillableTime>(`${SELECT} and e.id = any($2) order by e.id for update of e`, [
    ctx.tenantId,
    ids,
  ]);
}

/** Returns the time of a project that is approved, billable and on no live invoice, oldest first, locked likewise. */
export async function lockUnbilledTime(
  ctx: TenantContext,
  projectId: string,
  until: string | null,
): Promise<BillableTime[]> {
  const entries = await ctx.tx.rows<BillableTime>(
    `${SELECT} and e.project_id = $2 and e.status = 'approved' and e.billable and e.invoice_id is null
       and ($3::date is null or e.work_date <= $3) order by e.id for update of e`,
    [ctx.tenantId, projectId, until],
  );
  return entries.sort((a, b) => compare(a.workDate, b.workDate) || compare(a.id, b.id));
}

/** Returns whether a project has time that `lockUnbilledTime` would return. */
export async function hasUnbilledTime(
  ctx: TenantContext,
  projectId: string,
  until: string | null,
): Promise<boolean> {
  return (await lockUnbilledTime(ctx, projectId, until)).length > 0;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Ties time entries to the lines of a draft that bill them, and frees those that the draft no longer bills. */
export async function tieTime(ctx: TenantContext, invoiceId: string): Promise<void> {
  const values = [ctx.tenantId, invoiceId, ctx.now];
  await ctx.tx.rows(
    `update time_entries e set invoice_id = null, invoice_line_id = null, version = version + 1, updated_at = $3
     where e.tenant_id = $1 and e.invoice_id = $2 and not exists (select from document_lines l
       where l.tenant_id = $1 and l.invoice_id = $2 and e.id = any(l.time_entry_ids))`,
    values,
  );
  await ctx.tx.rows(
    `update time_entries e set invoice_id = $2, invoice_line_id = l.id, version = version + 1, updated_at = $3
     from document_lines l cross join lateral unnest(l.time_entry_ids) billed(id)
     where l.tenant_id = $1 and l.invoice_id = $2 and e.tenant_id = $1 and e.id = billed.id
       and (e.invoice_id is null or e.invoice_line_id <> l.id)`,
    values,
  );
}

/** Marks the time of an issued invoice as invoiced. */
export async function markTimeInvoiced(ctx: TenantContext, invoiceId: string): Promise<void> {
  await ctx.tx.rows(
    `update time_entries set status = 'invoiced', version = version + 1, updated_at = $3
     where tenant_id = $1 and invoice_id = $2`,
    [ctx.tenantId, invoiceId, ctx.now],
    'generic',
  );
}

/** Frees the time of an invoice that is deleted or voided: it is approved and unbilled again. */
export async function releaseTime(ctx: TenantContext, invoiceId: string): Promise<void> {
  await ctx.tx.rows(
    `update time_entries set status = 'approved', invoice_id = null, invoice_line_id = null, version = version + 1,
       updated_at = $3 where tenant_id = $1 and invoice_id = $2`,
    [ctx.tenantId, invoiceId, ctx.now],
  );
}
