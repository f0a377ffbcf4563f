// The documents of a demo workspace: quotes, work orders and invoices in every state, with deliveries, payments and credit.
import { priceDocument } from '../domains/documents/amounts.ts';
import { plainDecimal, roundDivide, scaled, unscaled } from '../domains/documents/exact.ts';
import { readLines } from '../domains/documents/line-input.ts';
import { currencyDigits } from '../domains/money.ts';
import { DEFAULT_FORMATS, formatNumber, periodOf, type SeriesName } from '../domains/numbering/rules.ts';
import { frozenContent } from '../domains/quotes/frozen.ts';
import { hashOf } from '../domains/quotes/rules.ts';
import { commercialSettings } from '../domains/tenants/commercial.ts';
import { snakeCase } from '../naming.ts';
import {
  CREDITED_AFTER,
  INVOICES,
  type InvoicePlan,
  ITEMS,
  ORDERS,
  type OrderPlan,
  PAID_AFTER,
  QUOTES,
  type QuotePlan,
  TERMS_DAYS,
  VAT,
} from './commercial-plans.ts';
import type { CompanyRow, Row } from './companies.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** Rows of the tables of documents, by table. */
export interface CommercialRows {
  quotes: Row[];
  work_orders: Row[];
  invoices: Row[];
  document_lines: Row[];
  work_order_deliveries: Row[];
  invoice_payments: Row[];
  credit_applications: Row[];
  number_series: Row[];
  number_ledger: Row[];
}

/** Draws the documents of a workspace for its active clients. */
export function drawCommercial(
  random: Random,
  workspace: DemoWorkspace,
  companies: readonly CompanyRow[],
  staff: Staff,
  now: Date,
): CommercialRows {
  return new DocumentDraw(random, workspace, companies, staff, now).draw();
}

type Line = ReturnType<typeof priceDocument>['lines'][number];
type Priced = ReturnType<typeof priceDocument>;

class DocumentDraw {
  readonly #rows: CommercialRows = {
    ...{ quotes: [], work_orders: [], invoices: [], document_lines: [], work_order_deliveries: [] },
    ...{ invoice_payments: [], credit_applications: [], number_series: [], number_ledger: [] },
  };
  readonly #random: Random;
  readonly #workspace: DemoWorkspace;
  readonly #clients: readonly CompanyRow[];
  readonly #staff: Staff;
  readonly #author: StaffMember;
  readonly #now: Date;
  readonly #series = new Map<string, Row & { next_value: number }>();

  constructor(
    random: Random,
    workspace: DemoWorkspace,
    companies: readonly CompanyRow[],
    staff: Staff,
    now: Date,
  ) {
    this.#random = random;
    this.#workspace = workspace;
    this.#clients = companies.filter(
      ({ client_status, deleted_at }) => client_status === 'active' && !deleted_at,
    );
    this.#staff = staff;
    this.#author = staff.people.find(({ roleKey }) => roleKey === 'manager') ?? staff.people[0]!;
    this.#now = now;
  }

  draw(): CommercialRows {
    for (const plan of QUOTES) this.#quote(plan);
    for (const plan of ORDERS) this.#order(plan);
    for (const plan of INVOICES) this.#invoice(plan);
    this.#rows.number_series.push(...this.#series.values());
    return this.#rows;
  }

  #quote(plan: QuotePlan): void {
    const at = daysBefore(this.#now, plan.age);
    const former = plan.isRevision ? this.#rows.quotes.at(-1)! : undefined;
    const client = this.#clients.find(({ id }) => id === former?.company_id) ?? this.#client();
    const priced = this.#price(at);
    const header = this.#header(client, at, priced);
    const number = former ? `${former.number}-R2` : this.#number('quote', header.id, at);
    const validUntil = day(daysBefore(at, -(plan.validity ?? 30)));
    const quote = { ...header, number, status: plan.status, revision: former ? 2 : 1, validUntil };
    const wasSent = plan.status !== 'draft';
    const documentHash = wasSent ? hashOf(frozenContent(quote as never, priced.lines as never, quote)) : null;
    const decided = ['accepted', 'declined', 'cancelled'].includes(plan.status);
    const decidedAt = decided ? daysBefore(at, -2) : null;
    this.#store('quotes', 'quote_id', priced.lines, {
      ...quote,
      ...{ rootId: former?.root_id ?? header.id, previousRevisionId: former?.id ?? null, documentHash },
      ...{ sentAt: wasSent ? at : null, viewedAt: wasSent ? daysBefore(at, -1) : null, decidedAt },
      expiredAt:
        plan.status === 'sent' && validUntil < day(this.#now)
          ? daysBefore(at, -(plan.validity ?? 30) - 1)
          : null,
      decision: decidedAt && {
        ...{ decision: plan.status, by: 'user', userId: this.#author.id, name: null, email: null, ip: null },
        ...{ signatureText: null, documentHash, reason: plan.reason ?? null, at: decidedAt },
      },
    });
  }

  #order({ age, status, delivered }: OrderPlan): void {
    const at = daysBefore(this.#now, age);
    const priced = this.#price(at);
    const header = this.#header(this.#client(), at, priced);
    const parts = priced.lines.map(({ id, quantity }) => ({
      lineId: id,
      quantity: partOf(quantity!, delivered),
    }));
    const lines = priced.lines.map((line, index) => ({ ...line, quantityDelivered: parts[index]!.quantity }));
    const isPlanned = status !== 'draft';
    this.#store('work_orders', 'work_order_id', lines, {
      ...{ ...header, number: this.#number('work_order', header.id, at), status },
      ...{
        scheduledStart: isPlanned ? daysBefore(at, -2) : null,
        scheduledEnd: isPlanned ? daysBefore(at, -9) : null,
      },
      assigneeIds: `{${this.#staff.seller(this.#random).id}}`,
      ...{
        siteAddress: header.buyer.address,
        completedAt: status === 'completed' ? daysBefore(at, -8) : null,
      },
      signOff: status === 'completed' ? { name: header.buyer.name, at: daysBefore(at, -8) } : null,
    });
    if (delivered === 'none') return;
    const deliveredAt = daysBefore(at, -3);
    this.#rows.work_order_deliveries.push({
      ...{ tenant_id: this.#staff.tenantId, id: this.#random.id(deliveredAt), work_order_id: header.id },
      ...{ delivered_on: day(deliveredAt), note: null, lines: parts, created_by: actor(this.#author) },
      ...{ created_at: deliveredAt, updated_at: deliveredAt },
    });
  }

  #invoice({ age, status, paid, isCredited = false }: InvoicePlan): void {
    const at = daysBefore(this.#now, age);
    const priced = this.#price(at);
    const header = this.#header(this.#client(), at, priced);
    const isIssued = status !== 'draft';
    const { total } = priced.totals;
    const amountPaid = partOf(total, paid, currencyDigits(header.currency));
    const amountCredited = isCredited ? total : '0';
    const left = this.#minus(total, amountPaid, amountCredited);
    const ended = daysBefore(at, -TERMS_DAYS - 30);
    this.#store('invoices', 'invoice_id', priced.lines, {
      ...this.#invoiceHeader(header, 'invoice', isIssued ? this.#number('invoice', header.id, at) : null),
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
    if (status === 'void') this.#rows.number_ledger.at(-1)!.state = 'void';
    if (Number(amountPaid))
      this.#payment(header.id, amountPaid, header.currency, daysBefore(at, -PAID_AFTER));
    if (isCredited) this.#creditNote(header, priced, daysBefore(at, -CREDITED_AFTER));
  }

  #creditNote(invoice: Row & { id: string }, priced: Priced, at: Date): void {
    const header = { ...invoice, id: this.#random.id(at), issueDate: day(at), createdAt: at, updatedAt: at };
    const lines = priced.lines.map((line) => ({ ...line, id: this.#random.id(at), sourceLineId: line.id }));
    this.#store('invoices', 'invoice_id', lines, {
      ...this.#invoiceHeader(header, 'credit_note', this.#number('credit_note', header.id, at)),
      ...{ status: 'issued', issuedAt: at, sentAt: at, creditedInvoiceId: invoice.id, creditRemaining: '0' },
      creditReason: 'The goods were returned.',
      ...{ sourceType: 'invoice', sourceId: invoice.id },
    });
    this.#rows.credit_applications.push({
      ...{ tenant_id: this.#staff.tenantId, id: this.#random.id(at), invoice_id: invoice.id },
      ...{ credit_note_id: header.id, amount: priced.totals.total, created_at: at, updated_at: at },
    });
  }

  /** The columns of every invoice, so that all rows have the same. */
  #invoiceHeader(header: object, documentType: string, number: string | null) {
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

  #payment(invoiceId: string, amount: string, currency: string, at: Date): void {
    this.#rows.invoice_payments.push({
      ...{
        tenant_id: this.#staff.tenantId,
        id: this.#random.id(at),
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
      ...{ refunded: '0', refunds: [], reverses_write_off: false, created_by: actor(this.#author) },
      ...{ created_at: at, updated_at: at },
    });
  }

  #client(): CompanyRow {
    return this.#random.pick(this.#clients);
  }

  #price(at: Date): Priced {
    const { trade, currency, country } = this.#workspace;
    const taxes = [
      { name: 'VAT', rate: VAT[country]!, category: 'standard' as const, exemptionReason: null },
    ];
    const input = this.#random.some(ITEMS[trade], 3).map(([description, unit, unitPrice]) => ({
      ...{ description, unit, unitPrice, taxes, quantity: String(2 * this.#random.int(1, 6)) },
    }));
    const rules = { currency, allowsNegative: false, allowsOptions: false, allowsBilling: false, before: [] };
    const lines = readLines(input, rules).lines.map((line) => ({ ...line, id: this.#random.id(at) }));
    const settings = commercialSettings({ ...this.#workspace, commercial: {} });
    const header = { currency, pricesIncludeTax: false, taxRounding: settings.taxRounding, discount: null };
    return priceDocument(header, lines, { currency, commercial: settings });
  }

  #header(client: CompanyRow, at: Date, { lines, totals }: Priced) {
    const author = actor(this.#author);
    const { currency } = this.#workspace;
    return {
      ...{ tenantId: this.#staff.tenantId, id: this.#random.id(at), version: 1, customFields: {}, tags: [] },
      ...{ createdAt: at, updatedAt: at, createdBy: author, updatedBy: author, ownerUserId: this.#author.id },
      ...{ companyId: client.id, currency, exchangeRate: '1', issueDate: day(at), pricesIncludeTax: false },
      ...{
        taxRounding: 'per_rate',
        discount: null,
        terms: null,
        notes: null,
        reference: null,
        poNumber: null,
      },
      ...totals,
      seller: commercialSettings({ ...this.#workspace, commercial: {} }).seller,
      buyer: { name: client.name, address: client.address, taxId: null, email: null },
      words: [client.name, ...lines.map(({ description }) => description)].join('\n'),
    };
  }

  /** Takes the next number of a series. */
  #number(series: SeriesName, documentId: string, at: Date): string {
    const { format, reset } = DEFAULT_FORMATS[series];
    const date = day(at);
    const period = periodOf(reset, date);
    const key = `${series} ${period}`;
    const tenant_id = this.#staff.tenantId;
    const counter = this.#series.get(key) ?? { tenant_id, series, period, next_value: 1, last_date: date };
    const seq = counter.next_value;
    this.#series.set(key, { ...counter, next_value: seq + 1, last_date: date });
    const number = formatNumber(format, date, seq, null);
    this.#rows.number_ledger.push({
      ...{ tenant_id, id: this.#random.id(at), series, number, seq, period },
      ...{ document_type: series, document_id: documentId, issued_at: at, state: 'used' },
    });
    return number;
  }

  #minus(from: string, ...amounts: readonly string[]): string {
    const digits = currencyDigits(this.#workspace.currency);
    const left = amounts.reduce((rest, amount) => rest - scaled(amount, digits), scaled(from, digits));
    return unscaled(left, digits);
  }

  #store(
    table: 'quotes' | 'work_orders' | 'invoices',
    owner: string,
    lines: readonly Line[],
    document: Row & { id: string; createdAt: Date },
  ): void {
    const { createdAt: at } = document;
    this.#rows[table].push(rowOf(document));
    for (const line of lines)
      this.#rows.document_lines.push({
        ...rowOf({ ...line, timeEntryIds: '{}' }),
        ...{ quote_id: null, work_order_id: null, invoice_id: null, [owner]: document.id },
        ...{ tenant_id: this.#staff.tenantId, created_at: at, updated_at: at },
      });
  }
}

function rowOf(record: object): Row {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), value]));
}

/** Returns none, half or all of an amount; half is rounded to the digits. */
function partOf(amount: string, part: 'none' | 'half' | 'all', digits = 0): string {
  if (part === 'none') return '0';
  if (part === 'all') return amount;
  return unscaled(roundDivide(scaled(plainDecimal(amount), digits), 2n), digits);
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
