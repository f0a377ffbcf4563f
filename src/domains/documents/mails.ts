// The mails with which quotes and invoices reach clients, as plain text.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { addToPreview } from '../../operations/preview.ts';
import { formatMoney } from '../money.ts';
import type { CommercialDocument } from './document.ts';

export interface SendInput {
  to?: string[] | null;
  cc?: string[] | null;
  subject?: string | null;
  message?: string | null;
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;

const INVALID_ADDRESS = 'Give a mail address such as ada@example.com.';

/** Refuses a text that is no mail address; an absent one passes. @throws VALIDATION_ERROR email */
export function assertMailAddress(address: string | null | undefined, path: string): void {
  if (address?.trim() && !ADDRESS.test(address.trim())) throw invalid(path, 'email', INVALID_ADDRESS);
}

/** Returns who gets the mail. @throws VALIDATION_ERROR required, email */
export function readRecipients(
  { to, cc }: SendInput,
  fallback: string | null | undefined,
): { to: string[]; cc: string[] } {
  const faults: FieldFault[] = [];
  const check = (list: readonly string[], name: string) => {
    for (const [index, address] of list.entries())
      if (!ADDRESS.test(address.trim()))
        faults.push({
          path: `${name}[${index}]`,
          rule: 'email',
          message: INVALID_ADDRESS,
        });
    return list.map((address) => address.trim());
  };
  const receivers = to?.length ? check(to, 'to') : fallback ? [fallback] : [];
  if (receivers.length === 0)
    faults.push({
      path: 'to',
      rule: 'required',
      message: 'Neither the buyer nor the contact has a mail address; give one.',
    });
  const copies = check(cc ?? [], 'cc');
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  return { to: receivers, cc: copies };
}

/** Queues one mail for each recipient, after the commit. */
export async function mailDocument(
  ctx: TenantContext,
  document: CommercialDocument,
  recipients: { to: string[]; cc: string[] },
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  addToPreview(ctx, {
    document: document.number,
    total: { amount: formatMoney(document.total, document.currency), currency: document.currency },
    ...recipients,
    subject,
  });
  for (const to of [...recipients.to, ...recipients.cc]) await queueMail(ctx, { to, subject, text });
  ctx.log.debug({ document: document.id }, 'mails of a document were queued');
}

/** Returns the mail with the link to a document; the sender's own words come first. */
export function documentMail(
  kind: 'quote' | 'invoice' | 'reminder' | 'receipt',
  document: CommercialDocument,
  {
    url,
    subject,
    message,
    amount,
    day,
  }: { url: string; subject?: string | null; message?: string | null; amount: string; day: string | null },
): { subject: string; text: string } {
  const seller = document.seller?.name ?? '';
  const lines: Record<typeof kind, [subject: string, text: string]> = {
    quote: [
      `Quote ${document.number}`,
      `here is our quote ${document.number} over ${amount}${day ? `, valid until ${day}` : ''}. Read it, and accept or decline it here:`,
    ],
    invoice: [
      `Invoice ${document.number}`,
      `here is our invoice ${document.number} over ${amount}${day ? `, due on ${day}` : ''}. Read it here:`,
    ],
    reminder: [
      `Reminder: invoice ${document.number}`,
      `our invoice ${document.number} is still open with ${amount}${day ? `; it was due on ${day}` : ''}. Read it here:`,
    ],
    receipt: [
      `Receipt for invoice ${document.number}`,
      `thank you: our invoice ${document.number} over ${amount} is paid. Read it here:`,
    ],
  };
  const [title, text] = lines[kind];
  return {
    subject: subject?.trim() || `${title} from ${seller}`,
    text: [...(message?.trim() ? [message.trim()] : []), 'Hello,', text, url, seller].join('\n\n'),
  };
}
