// Draws what all documents of the demo have: a client, priced lines, a header, a number.
import { priceDocument } from '../domains/documents/amounts.ts';
import { scaled, unscaled } from '../domains/documents/exact.ts';
import { readLines } from '../domains/documents/line-input.ts';
import { currencyDigits } from '../domains/money.ts';
import { DEFAULT_FORMATS, formatNumber, periodOf, type SeriesName } from '../domains/numbering/rules.ts';
import { commercialSettings } from '../domains/tenants/commercial.ts';
import { snakeCase } from '../naming.ts';
import { ITEMS, VAT } from './commercial-plans.ts';
import type { CompanyRow, Row } from './companies.ts';
import type { Random } from './random.ts';
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

export type PricedDocument = ReturnType<typeof priceDocument>;
type Line = PricedDocument['lines'][number];

/** The documents of a workspace while they are drawn. */
export class DocumentDraw {
  readonly rows: CommercialRows = {
    ...{ quotes: [], work_orders: [], invoices: [], document_lines: [], work_order_deliveries: [] },
    ...{ invoice_payments: [], credit_applications: [], number_series: [], number_ledger: [] },
  };
  readonly random: Random;
  readonly #workspace: DemoWorkspace;
  readonly clients: readonly CompanyRow[];
  readonly staff: Staff;
  readonly author: StaffMember;
  readonly now: Date;
  readonly #series = new Map<string, Row & { next_value: number }>();

  constructor(
    random: Random,
    workspace: DemoWorkspace,
    companies: readonly CompanyRow[],
    staff: Staff,
    now: Date,
  ) {
    this.random = random;
    this.#workspace = workspace;
    this.clients = companies.filter(
      ({ client_status, deleted_at }) => client_status === 'active' && !deleted_at,
    );
    this.staff = staff;
    this.author = staff.people.find(({ roleKey }) => roleKey === 'manager') ?? staff.people[0]!;
    this.now = now;
  }

  /** Adds the series to the rows. */
  finish(): CommercialRows {
    this.rows.number_series.push(...this.#series.values());
    return this.rows;
  }

  /** Draws the client of a document. */
  client(): CompanyRow {
    return this.random.pick(this.clients);
  }

  /** Draws lines and computes their amounts. */
  price(at: Date): PricedDocument {
    const { trade, currency, country } = this.#workspace;
    const taxes = [
      { name: 'VAT', rate: VAT[country]!, category: 'standard' as const, exemptionReason: null },
    ];
    const input = this.random.some(ITEMS[trade], 3).map(([description, unit, unitPrice]) => ({
      ...{ description, unit, unitPrice, taxes, quantity: String(2 * this.random.int(1, 6)) },
    }));
    const rules = { currency, allowsNegative: false, allowsOptions: false, allowsBilling: false, before: [] };
    const lines = readLines(input, rules).lines.map((line) => ({ ...line, id: this.random.id(at) }));
    const settings = commercialSettings({ ...this.#workspace, commercial: {} });
    const header = { currency, pricesIncludeTax: false, taxRounding: settings.taxRounding, discount: null };
    return priceDocument(header, lines, { currency, commercial: settings });
  }

  /** Returns the columns that all documents have. */
  header(client: CompanyRow, at: Date, { lines, totals }: PricedDocument) {
    const author = actor(this.author);
    const { currency } = this.#workspace;
    return {
      ...{ tenantId: this.staff.tenantId, id: this.random.id(at), version: 1, customFields: {}, tags: [] },
      ...{ createdAt: at, updatedAt: at, createdBy: author, updatedBy: author, ownerUserId: this.author.id },
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
  number(series: SeriesName, documentId: string, at: Date): string {
    const { format, reset } = DEFAULT_FORMATS[series];
    const date = day(at);
    const period = periodOf(reset, date);
    const key = `${series} ${period}`;
    const tenant_id = this.staff.tenantId;
    const counter = this.#series.get(key) ?? { tenant_id, series, period, next_value: 1, last_date: date };
    const seq = counter.next_value;
    this.#series.set(key, { ...counter, next_value: seq + 1, last_date: date });
    const number = formatNumber(format, date, seq, null);
    this.rows.number_ledger.push({
      ...{ tenant_id, id: this.random.id(at), series, number, seq, period },
      ...{ document_type: series, document_id: documentId, issued_at: at, state: 'used' },
    });
    return number;
  }

  /** Returns an amount less others. */
  minus(from: string, ...amounts: readonly string[]): string {
    const digits = currencyDigits(this.#workspace.currency);
    const left = amounts.reduce((rest, amount) => rest - scaled(amount, digits), scaled(from, digits));
    return unscaled(left, digits);
  }

  /** Adds a document with its lines. */
  store(
    table: 'quotes' | 'work_orders' | 'invoices',
    owner: string,
    lines: readonly Line[],
    document: Row & { id: string; createdAt: Date },
  ): void {
    const { createdAt: at } = document;
    this.rows[table].push(rowOf(document));
    for (const line of lines)
      this.rows.document_lines.push({
        ...rowOf({ ...line, timeEntryIds: '{}' }),
        ...{ quote_id: null, work_order_id: null, invoice_id: null, [owner]: document.id },
        ...{ tenant_id: this.staff.tenantId, created_at: at, updated_at: at },
      });
  }
}

function rowOf(record: object): Row {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), value]));
}

/** Returns the day of a time. */
export function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
