// Mails invoices, reminders and receipts with the link for the client (delivery.md section 4.5).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { createLink, shownUrl } from '../documents/links.ts';
import { documentMail, mailDocument, readRecipients, type SendInput } from '../documents/mails.ts';
import { changeDocument } from '../documents/store.ts';
import { formatMoney } from '../money.ts';
import { lockRecord } from '../records/verbs.ts';
import { invoiceKind } from './kind.ts';
import type { Invoice } from './model.ts';
import { failState } from './settlement.ts';

export interface SendInvoiceInput extends SendInput {
  kind?: 'invoice' | 'reminder' | 'receipt' | null;
}

const REMINDER_PAUSE_MS = 24 * 3_600_000;

/**
 * Mails an issued document, a reminder of its balance, or the receipt of a paid one.
 * @throws NOT_FOUND, PRECONDITION_FAILED, NOT_ISSUED, INVALID_STATE_TRANSITION, REMINDER_TOO_SOON, VALIDATION_ERROR
 */
export async function sendInvoice(
  ctx: TenantContext,
  id: string,
  input: SendInvoiceInput,
  expectedVersion?: number | null,
): Promise<Invoice> {
  const invoice = await lockRecord(ctx, invoiceKind, id, { expectedVersion });
  const kind = input.kind ?? 'invoice';
  if (invoice.status === 'draft') fail('NOT_ISSUED');
  if (invoice.status === 'void') failState(invoice, 'sent');
  if (kind === 'reminder') assertRemindable(ctx, invoice);
  if (kind === 'receipt' && invoice.status !== 'paid') failState(invoice, 'paid');
  const recipients = readRecipients(input, invoice.buyer?.email);
  const url = await createLink(ctx, 'invoice', id);
  const amount = kind === 'reminder' ? invoice.balance : invoice.total;
  const text = {
    ...input,
    url,
    amount: `${formatMoney(amount, invoice.currency)} ${invoice.currency}`,
    day: invoice.dueDate,
  };
  await mailDocument(ctx, invoice, recipients, documentMail(kind, invoice, text));
  const isReminder = kind === 'reminder';
  const patch = isReminder
    ? { reminderCount: invoice.reminderCount + 1, remindedAt: ctx.now }
    : { sentAt: invoice.sentAt ?? ctx.now };
  const after = await changeDocument(ctx, invoiceKind, invoice, patch, {
    event: isReminder ? 'invoice.reminded' : 'invoice.sent',
    data: { kind },
  });
  return Object.assign(after, { publicUrl: shownUrl(ctx, url) });
}

function assertRemindable(ctx: TenantContext, invoice: Invoice): void {
  if (invoice.documentType === 'credit_note' || !['issued', 'partially_paid'].includes(invoice.status))
    failState(invoice, 'reminded');
  const retryAt = invoice.remindedAt && new Date(invoice.remindedAt.getTime() + REMINDER_PAUSE_MS);
  if (retryAt && retryAt > ctx.now)
    fail('REMINDER_TOO_SOON', undefined, { details: { retry_at: retryAt.toISOString() } });
}
