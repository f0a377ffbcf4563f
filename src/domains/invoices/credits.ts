// Loads the credits that were applied to invoices, and says how long they are overdue.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { dayOf } from '../days.ts';
import { formatMoney } from '../money.ts';
import type { Invoice } from './model.ts';

/** A credit as the API lists it. */
export interface AppliedCredit {
  creditNoteId: string | null;
  number: string | null;
  amount: string;
  at: Date;
}

/** Returns the credits of an invoice, oldest first; one statement for all of an answer. */
export function creditsOf(ctx: TenantContext, invoiceId: string): Promise<AppliedCredit[]> {
  return creditsLoader(ctx).load(invoiceId);
}

/** Makes the next load of this request return the given credits. */
export function primeCredits(ctx: TenantContext, invoiceId: string, credits: AppliedCredit[]): void {
  creditsLoader(ctx).prime(invoiceId, credits);
}

function creditsLoader(ctx: TenantContext) {
  return loaderOf<string, AppliedCredit[]>(ctx, 'invoices.credits', async (ids) => {
    const rows = await ctx.tx.rows<AppliedCredit & { parent: string; currency: string }>(
      `select * from (
         select a.invoice_id as parent, a.credit_note_id as "creditNoteId", n.number, a.amount::text as amount, n.currency, a.created_at as at
         from credit_applications a join invoices n on n.tenant_id = $1 and n.id = a.credit_note_id
         where a.tenant_id = $1 and a.invoice_id = any($2) and a.reversed_at is null
         union all
         select p.invoice_id, p.credit_note_id, n.number, p.amount::text, p.currency, p.created_at
         from invoice_payments p left join invoices n on n.tenant_id = $1 and n.id = p.credit_note_id
         where p.tenant_id = $1 and p.invoice_id = any($2) and p.method in ('credit_note', 'client_credit')
       ) credits order by at`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(rows, ({ parent }) => parent);
    return ids.map((id) =>
      (groups.get(id) ?? []).map((row) => ({ ...row, amount: formatMoney(row.amount, row.currency) })),
    );
  });
}

/** Returns by how many days an invoice is overdue; 0 for one that is not. */
export function daysOverdue(ctx: TenantContext, { status, documentType, dueDate }: Invoice): number {
  if (documentType !== 'invoice' || !['issued', 'partially_paid'].includes(status) || !dueDate) return 0;
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / 86_400_000));
}
