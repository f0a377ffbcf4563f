// The documents of a demo workspace: quotes, work orders and invoices in every state, with deliveries, payments and credit.
import { plainDecimal, roundDivide, scaled, unscaled } from '../domains/documents/exact.ts';
import { currencyDigits } from '../domains/money.ts';
import { frozenContent } from '../domains/quotes/frozen.ts';
import { hashOf } from '../domains/quotes/rules.ts';
import {
  CREDITED_AFTER,
  INVOICES,
  type InvoicePlan,
  ORDERS,
  type OrderPlan,
  PAID_AFTER,
  QUOTES,
  type QuotePlan,
  TERMS_DAYS,
} from './commercial-plans.ts';
import type { CompanyRow, Row } from './companies.ts';
import { type CommercialRows, DocumentDraw, day, type PricedDocument } from './document-draw.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** Draws the documents of a workspace for its active clients. */
export function drawCommercial(
  random: Random,
  workspace: DemoWorkspace,
  companies: readonly CompanyRow[],
  staff: Staff,
  now: Date,
): CommercialRows {
  const draw = new DocumentDraw(random, workspace, companies, staff, now);
  for (const plan of QUOTES) drawQuote(draw, plan);
  for (const plan of ORDERS) drawOrder(draw, plan);
  for (const plan of INVOICES) drawInvoice(draw, plan);
  return draw.finish();
}

function drawQuote(draw: DocumentDraw, plan: QuotePlan): void {
  const at = daysBefore(draw.now, plan.age);
  const former = plan.isRevision ? draw.rows.quotes.at(-1)! : undefined;
  const client = draw.clients.find(({ id }) => id === former?.company_id) ?? draw.client();
  const priced = draw.price(at);
  const header = draw.header(client, at, priced);
  const number = former ? `${former.number}-R2` : draw.number('quote', header.id, at);
  const validUntil = day(daysBefore(at, -(plan.validity ?? 30)));
  const stored = { ...header, number, status: plan.status, revision: former ? 2 : 1, validUntil };
  const wasSent = plan.status !== 'draft';
  const parties = { seller: header.seller, buyer: header.buyer };
  const content = frozenContent(stored as never, priced.lines as never, parties);
  const documentHash = wasSent ? hashOf(content) : null;
  const decided = ['accepted', 'declined', 'cancelled'].includes(plan.status);
  const decidedAt = decided ? daysBefore(at, -2) : null;
  draw.store('quotes', 'quote_id', priced.lines, {
    ...stored,
    ...{ rootId: former?.root_id ?? header.id, previousRevisionId: former?.id ?? null, documentHash },
    ...{ sentAt: wasSent ? at : null, viewedAt: wasSent ? daysBefore(at, -1) : null, decidedAt },
    expiredAt:
      plan.status === 'sent' && validUntil < day(draw.now)
        ? daysBefore(at, -(plan.validity ?? 30) - 1)
        : null,
    decision: decidedAt && {
      ...{ decision: plan.status, by: 'user', userId: draw.author.id, name: null, email: null, ip: null },
      ...{ signatureText: null, documentHash, reason: plan.reason ?? null, at: decidedAt },
    },
  });
}

function drawOrder(draw: DocumentDraw, { age, status, delivered }: OrderPlan): void {
  const at = daysBefore(draw.now, age);
  const priced = draw.price(at);
  const header = draw.header(draw.client(), at, priced);
  const parts = priced.lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity: partOf(quantity!, delivered),
  }));
  const lines = priced.lines.map((line, index) => ({ ...line, quantityDelivered: parts[index]!.quantity }));
  const isPlanned = status !== 'draft';
  draw.store('work_orders', 'work_order_id', lines, {
    ...{ ...header, number: draw.number('work_order', header.id, at), status },
    ...{
      scheduledStart: isPlanned ? daysBefore(at, -2) : null,
      scheduledEnd: isPlanned ? daysBefore(at, -9) : null,
    },
    assigneeIds: `{${draw.staff.seller(draw.random).id}}`,
    ...{
      siteAddress: header.buyer.address,
      completedAt: status === 'completed' ? daysBefore(at, -8) : null,
    },
    signOff: status === 'completed' ? { name: header.buyer.name, at: daysBefore(at, -8) } : null,
  });
  if (delivered === 'none') return;
  const deliveredAt = daysBefore(at, -3);
  draw.rows.work_order_deliveries.push({
    ...{ tenant_id: draw.staff.tenantId, id: draw.random.id(deliveredAt), work_order_id: header.id },
    ...{ delivered_on: day(deliveredAt), note: null, lines: parts, created_by: actor(draw.author) },
    ...{ created_at: deliveredAt, updated_at: deliveredAt },
  });
}

function drawInvoice(draw: DocumentDraw, { age, status, paid, isCredited = false }: InvoicePlan): void {
  const at = daysBefore(draw.now, age);
  const priced = draw.price(at);
  const header = draw.header(draw.client(), at, priced);
  const isIssued = status !== 'draft';
  const { total } = priced.totals;
  const amountPaid = partOf(total, paid, currencyDigits(header.currency));
  const amountCredited = isCredited ? total : '0';
  const left = draw.minus(total, amountPaid, amountCredited);
  const ended = daysBefore(at, -TERMS_DAYS - 30);
  draw.store('invoices', 'invoice_id', priced.lines, {
    ...invoiceHeader(header, 'invoice', isIssued ? draw.number('invoice', header.id, at) : null),
    ...{ status, issuedAt: isIssued ? at : null, sentAt: isIssued ? at : null },
    dueDate: day(daysBefore(at, -TERMS_DAYS)),
    ...{ amountPaid, amountCredited, balance: status === 'void' ? '0' : left },
    overdueAt:
      Number(left) && isIssued && status !== 'void' && age > TERMS_DAYS
        ? daysBefore(at, -TERMS_DAYS - 1)
        : null,
    ...(status === 'void' && { voidReason: 'Issued to the wrong company.', voidedAt: daysBefore(at, -1) }),
    ...(status === 'uncollectible' && {
      writeOffReason: 'Insolvency.',
      writtenOffAt: ended,
      writtenOffAmount: left,
    }),
  });
  if (status === 'void') draw.rows.number_ledger.at(-1)!.state = 'void';
  if (Number(amountPaid))
    drawPayment(draw, header.id, amountPaid, header.currency, daysBefore(at, -PAID_AFTER));
  if (isCredited) drawCreditNote(draw, header, priced, daysBefore(at, -CREDITED_AFTER));
}

function drawCreditNote(
  draw: DocumentDraw,
  credited: Row & { id: string },
  priced: PricedDocument,
  at: Date,
): void {
  const header = { ...credited, id: draw.random.id(at), issueDate: day(at), createdAt: at, updatedAt: at };
  const lines = priced.lines.map((line) => ({ ...line, id: draw.random.id(at), sourceLineId: line.id }));
  draw.store('invoices', 'invoice_id', lines, {
    ...invoiceHeader(header, 'credit_note', draw.number('credit_note', header.id, at)),
    ...{ status: 'issued', issuedAt: at, sentAt: at, creditedInvoiceId: credited.id, creditRemaining: '0' },
    creditReason: 'The goods were returned.',
    ...{ sourceType: 'invoice', sourceId: credited.id },
  });
  draw.rows.credit_applications.push({
    ...{ tenant_id: draw.staff.tenantId, id: draw.random.id(at), invoice_id: credited.id },
    ...{ credit_note_id: header.id, amount: priced.totals.total, created_at: at, updated_at: at },
  });
}

/** The columns of every invoice, so that all rows have the same. */
function invoiceHeader<H extends object>(header: H, documentType: string, number: string | null) {
  return {
    ...{ ...header, documentType, number, kind: 'standard', dueDate: null, issuedAt: null, sentAt: null },
    ...{
      amountPaid: '0',
      amountCredited: '0',
      balance: '0',
      creditedInvoiceId: null,
      creditRemaining: null,
    },
    ...{ creditReason: null, reminderCount: 0, overdueAt: null, voidReason: null, voidedAt: null },
    ...{
      writeOffReason: null,
      writtenOffAt: null,
      writtenOffAmount: null,
      sourceType: null,
      sourceId: null,
    },
  };
}

function drawPayment(
  draw: DocumentDraw,
  invoiceId: string,
  amount: string,
  currency: string,
  at: Date,
): void {
  draw.rows.invoice_payments.push({
    ...{
      tenant_id: draw.staff.tenantId,
      id: draw.random.id(at),
      invoice_id: invoiceId,
      amount,
      currency,
    },
    ...{
      method: 'bank_transfer',
      status: 'succeeded',
      paid_at: at,
      reference: null,
      applied: amount,
      excess: '0',
    },
    ...{ refunded: '0', refunds: [], reverses_write_off: false, created_by: actor(draw.author) },
    ...{ created_at: at, updated_at: at },
  });
}

/** Returns none, half or all of an amount; half is rounded to the digits. */
function partOf(amount: string, part: 'none' | 'half' | 'all', digits = 0): string {
  if (part === 'none') return '0';
  if (part === 'all') return amount;
  return unscaled(roundDivide(scaled(plainDecimal(amount), digits), 2n), digits);
}
