// The invoice as the client with the link sees and pays it.
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { plainDecimal } from '../documents/exact.ts';
import { asVisitor, isOfWorkspace, openLink } from '../documents/public.ts';
import { publicMembers } from '../documents/public-view.ts';
import { storedLines } from '../documents/store.ts';
import { currencyDigits, formatMoney } from '../money.ts';
import { lockRecord } from '../records/verbs.ts';
import { invoiceKind } from './kind.ts';
import type { Invoice } from './model.ts';
import { failState, minor } from './settlement.ts';

export interface PayInput {
  amount?: string | null;
  successUrl?: string | null;
  cancelUrl?: string | null;
}

/** Returns what the client sees, and records the first view by the client. @throws NOT_FOUND, LINK_CLOSED, RATE_LIMITED */
export async function viewPublicInvoice(ctx: Context, token: string): Promise<object> {
  const link = await openLink(ctx, token, 'invoice', 'public-room');
  return asVisitor(ctx, link, async (visitor) => {
    const invoice = await lockOpen(visitor, link.documentId);
    if (!invoice.viewedAt && !isOfWorkspace(ctx, link)) {
      const opened = await invoice.change(visitor, { viewedAt: visitor.now });
      await emit(visitor, 'invoice.viewed', {
        object: opened,
        label: opened.title,
        links: invoiceKind.links(opened),
      });
    }
    return viewOf(visitor, invoice);
  });
}

async function lockOpen(ctx: TenantContext, id: string) {
  const invoice = await lockRecord<Invoice>(ctx, invoiceKind, id);
  if (invoice.status === 'draft') fail('NOT_FOUND', 'There is no such link.');
  if (invoice.status === 'void') fail('LINK_CLOSED', undefined, { details: { reason: 'void' } });
  return invoice;
}

async function viewOf(ctx: TenantContext, invoice: Invoice): Promise<object> {
  const lines = await storedLines(ctx, 'invoiceId', invoice.id);
  const { documentType, status, dueDate, supplyDate, currency } = invoice;
  return {
    ...(await publicMembers(ctx, invoice, lines)),
    ...{ documentType, status, dueDate, supplyDate },
    amountPaid: formatMoney(invoice.amountPaid, currency),
    balance: formatMoney(invoice.balance, currency),
  };
}

/**
 * Opens a payment page of the provider.
 * @throws NOT_FOUND, LINK_CLOSED, INVALID_STATE_TRANSITION, OVERPAYMENT, CONNECTOR_NOT_CONFIGURED as long as the workspace
 *   has no payment provider
 */
export async function payPublicInvoice(ctx: Context, token: string, { amount }: PayInput): Promise<never> {
  const link = await openLink(ctx, token, 'invoice', 'public-room-write');
  return asVisitor(ctx, link, async (visitor) => {
    const invoice = await lockOpen(visitor, link.documentId);
    const balance = minor(invoice.balance, invoice.currency);
    if (balance <= 0n || invoice.status === 'uncollectible') failState(invoice, 'paid');
    if (amount != null) {
      const plain = plainDecimal(amount);
      if ((plain.split('.')[1]?.length ?? 0) > currencyDigits(invoice.currency))
        throw invalid('amount', 'money_format', 'The amount has too many digits behind the point.');
      if (minor(plain, invoice.currency) <= 0n) throw invalid('amount', 'range', 'Give an amount above 0.');
      if (minor(plain, invoice.currency) > balance) fail('OVERPAYMENT');
    }
    return fail(
      'CONNECTOR_NOT_CONFIGURED',
      'The seller takes no payments by this page; pay by bank transfer.',
    );
  });
}
