// Ends invoices that are not paid: void, and written off (delivery.md section 4.5).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { releaseConversions } from '../documents/conversions.ts';
import { changeDocument } from '../documents/store.ts';
import { formatMoney } from '../money.ts';
import { voidNumber } from '../numbering/service.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { releaseBilled } from './billing.ts';
import { lockForCredit } from './credit-notes.ts';
import { invoiceKind } from './kind.ts';
import type { Invoice } from './model.ts';
import { failState, minor, settled } from './settlement.ts';

/**
 * Voids an issued invoice without payments or credits, or a credit note of which nothing was used.
 * @throws NOT_FOUND, PRECONDITION_FAILED, NOT_ISSUED, INVALID_STATE_TRANSITION, INVOICE_HAS_PAYMENTS, VALIDATION_ERROR
 */
export async function voidInvoice(
  ctx: TenantContext,
  id: string,
  reason: string,
  expectedVersion?: number | null,
): Promise<Invoice> {
  if (!reason.trim()) throw invalid('reason', 'required', 'Say why.');
  const invoice = await lockRecord(ctx, invoiceKind, id, { expectedVersion });
  if (invoice.documentType === 'credit_note') return voidCreditNote(ctx, invoice, reason.trim());
  if (invoice.status === 'draft') fail('NOT_ISSUED');
  if (invoice.status === 'void' || invoice.status === 'uncollectible') failState(invoice, 'void');
  await assertUnsettled(ctx, invoice);
  await releaseConversions(ctx, id);
  await releaseBilled(ctx, id);
  await voidNumber(ctx, id);
  return changeDocument(
    ctx,
    invoiceKind,
    invoice,
    { status: 'void', voidReason: reason.trim(), voidedAt: ctx.now, balance: '0' },
    { event: 'invoice.voided' },
  );
}

async function assertUnsettled(ctx: TenantContext, { id, status }: Invoice): Promise<void> {
  const [row] = await ctx.tx.rows<{ payments: number; notes: number }>(
    `select (select count(*) from invoice_payments p where p.tenant_id = $1 and p.invoice_id = $2
        and p.status in ('succeeded', 'partially_refunded', 'disputed')) as payments,
      (select count(*) from invoices n where n.tenant_id = $1 and n.credited_invoice_id = $2
        and n.status not in ('draft', 'void')) as notes`,
    [ctx.tenantId, id],
  );
  const { payments, notes } = row!;
  if (payments || notes)
    fail('INVOICE_HAS_PAYMENTS', undefined, { details: { references: { payments, credit_notes: notes } } });
  if (status === 'partially_paid')
    fail('INVOICE_HAS_PAYMENTS', undefined, { details: { references: { payments: 0, credit_notes: 0 } } });
}

async function voidCreditNote(ctx: TenantContext, note: Locked<Invoice>, reason: string): Promise<Invoice> {
  if (note.status !== 'issued') failState(note, 'void');
  const invoice = await lockForCredit(ctx, note.creditedInvoiceId!);
  const { currency } = note;
  const [application] = await ctx.tx.rows<{ amount: string }>(
    `update credit_applications set reversed_at = $3, updated_at = $3
     where tenant_id = $1 and credit_note_id = $2 and reversed_at is null returning amount::text`,
    [ctx.tenantId, note.id, ctx.now],
  );
  const applied = application ? minor(application.amount, currency) : 0n;
  if (minor(note.total, currency) - applied !== minor(note.creditRemaining ?? '0', currency))
    fail('INVOICE_HAS_PAYMENTS', 'Something of the credit note was applied or refunded.');
  if (applied > 0n) await invoice.change(ctx, settled(invoice, { credited: -applied }));
  await voidNumber(ctx, note.id);
  return changeDocument(
    ctx,
    invoiceKind,
    note,
    { status: 'void', voidReason: reason, voidedAt: ctx.now, creditRemaining: '0' },
    { event: 'credit_note.voided' },
  );
}

/**
 * Marks the balance of an invoice as uncollectible; a later payment is still possible.
 * @throws NOT_FOUND, PRECONDITION_FAILED, NOT_ISSUED, INVALID_STATE_TRANSITION, VALIDATION_ERROR
 */
export async function writeOffInvoice(
  ctx: TenantContext,
  id: string,
  reason: string,
  expectedVersion?: number | null,
): Promise<Invoice> {
  if (!reason.trim()) throw invalid('reason', 'required', 'Say why.');
  const invoice = await lockRecord(ctx, invoiceKind, id, { expectedVersion });
  if (invoice.documentType === 'credit_note' || !['issued', 'partially_paid'].includes(invoice.status))
    failState(invoice, 'uncollectible');
  const writtenOffAmount = formatMoney(invoice.balance, invoice.currency);
  return changeDocument(
    ctx,
    invoiceKind,
    invoice,
    { status: 'uncollectible', writeOffReason: reason.trim(), writtenOffAt: ctx.now, writtenOffAmount },
    { event: 'invoice.written_off' },
  );
}
