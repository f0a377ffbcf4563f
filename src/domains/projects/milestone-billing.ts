// The milestones that invoices bill, each on one live invoice at most.
import type { TenantContext } from '../../context.ts';
import { milestoneAmount } from './milestone-amounts.ts';

/** A milestone with what an invoice line needs of it. */
export interface BillableMilestone {
  id: string;
  name: string;
  companyId: string;
  currency: string;
  /** What it bills; null for one without billing. */
  amount: string | null;
  invoiceId: string | null;
}

const SELECT = `
  select m.id, m.name, m.project_id as "projectId", m.billing_amount::text as "billingAmount",
    m.billing_percent::text as "billingPercent", p.company_id as "companyId", p.currency, m.invoice_id as "invoiceId"
  from milestones m join projects p on p.tenant_id = $1 and p.id = m.project_id
  where m.tenant_id = $1 and m.deleted_at is null and p.deleted_at is null`;

/** Returns live milestones by their ids, locked until the transaction ends. */
export function lockMilestones(ctx: TenantContext, ids: readonly string[]): Promise<BillableMilestone[]> {
  return withAmounts(ctx, `${SELECT} and m.id = any($2) order by m.id for update of m`, ids);
}

/** Returns the completed milestones of a project that bill something and are on no live invoice, locked likewise. */
export async function lockUnbilledMilestones(
  ctx: TenantContext,
  projectId: string,
): Promise<BillableMilestone[]> {
  const milestones = await withAmounts(
    ctx,
    `${SELECT} and m.project_id = $2 and m.status = 'completed' and m.invoice_id is null
       and (m.billing_amount > 0 or m.billing_percent is not null) order by m.id for update of m`,
    projectId,
  );
  return milestones.filter(({ amount }) => Number(amount) > 0);
}

async function withAmounts(ctx: TenantContext, sql: string, value: unknown): Promise<BillableMilestone[]> {
  const rows = await ctx.tx.rows<
    Omit<BillableMilestone, 'amount'> & {
      projectId: string;
      billingAmount: string | null;
      billingPercent: string | null;
    }
  >(sql, [ctx.tenantId, value]);
  return Promise.all(
    rows.map(async ({ projectId, billingAmount, billingPercent, ...milestone }) => ({
      ...milestone,
      amount: await milestoneAmount(ctx, { projectId, billingAmount, billingPercent }),
    })),
  );
}

/** Ties milestones to the lines of a draft that bill them, and frees those that the draft no longer bills. */
export async function tieMilestones(ctx: TenantContext, invoiceId: string): Promise<void> {
  const values = [ctx.tenantId, invoiceId, ctx.now];
  await ctx.tx.rows(
    `update milestones m set invoice_id = null, invoice_line_id = null, version = version + 1, updated_at = $3
     where m.tenant_id = $1 and m.invoice_id = $2 and not exists (select from document_lines l
       where l.tenant_id = $1 and l.invoice_id = $2 and l.milestone_id = m.id)`,
    values,
  );
  await ctx.tx.rows(
    `update milestones m set invoice_id = $2, invoice_line_id = l.id, version = version + 1, updated_at = $3
     from document_lines l
     where l.tenant_id = $1 and l.invoice_id = $2 and m.tenant_id = $1 and m.id = l.milestone_id
       and (m.invoice_id is null or m.invoice_line_id <> l.id)`,
    values,
  );
}

/** Frees the milestones of an invoice that is deleted or voided. */
export async function releaseMilestones(ctx: TenantContext, invoiceId: string): Promise<void> {
  await ctx.tx.rows(
    `update milestones set invoice_id = null, invoice_line_id = null, version = version + 1, updated_at = $3
     where tenant_id = $1 and invoice_id = $2`,
    [ctx.tenantId, invoiceId, ctx.now],
  );
}
