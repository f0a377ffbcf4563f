// E-invoices: every kind of document keeps the rules of EN 16931 (en16931.sch; the file that CEN publishes is in no registry), and
// its amounts are those of the document.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item, VAT } from '../documents/world.ts';
import { startService, type TestService } from '../support/service.ts';

const RULES = new URL('en16931.sch', import.meta.url);

let service: TestService;
let world: DocumentWorld;
let schema: { validateString(xml: string): { message?: string }[] };

beforeAll(async () => {
  // Its types load those of browsers, which contradict those of Node; a name that is not literal keeps them out.
  const { Schema } = await import(String('node-schematron'));
  schema = Schema.fromString(readFileSync(RULES, 'utf8'));
  service = await startService();
  world = new DocumentWorld(service);
  await world.ok('PATCH', '/api/settings/tenant', {
    commercial: {
      seller: {
        name: 'Seller & Sons',
        tax_id: 'DE123456789',
        email: 'sales@seller.example',
        bank: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' },
      },
    },
  });
});
afterAll(() => service?.stop());

async function xmlOf(id: string): Promise<string> {
  const headers = { authorization: `Bearer ${service.acme.people.owner.token}` };
  const reply = await fetch(`${service.url}/api/invoices/${id}/pdf?format=xml`, { headers });
  if (reply.status !== 200) throw new Error(await reply.text());
  expect(reply.headers.get('content-type')).toBe('application/xml');
  return reply.text();
}

/** Returns the rules that an e-invoice breaks, warnings included. */
function brokenRules(xml: string): string[] {
  return schema.validateString(xml).map(({ message }) => message!.trim());
}

function amounts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, amount]) => amount!);
}

/** Issues an invoice and returns its e-invoice, which must keep all rules. */
async function valid(body: object): Promise<string> {
  const { id } = await world.issued(body);
  const xml = await xmlOf(id);
  expect(brokenRules(xml)).toEqual([]);
  return xml;
}

const tax = (category: string, rate: string, reason?: string) => ({
  name: category,
  rate,
  category,
  ...(reason && { exemption_reason: reason }),
});
const REDUCED = tax('reduced', '7');
const WITHHELD = tax('withholding', '-15');
const BUYER = { tax_id: 'FR12345678901', email: 'ada@buyer.example' };

describe('an e-invoice keeps the rules of EN 16931', () => {
  it.each([
    ['119.00<', '118.00<', 'BR-CO-15'],
    ['>S<', '>X<', 'BR-CL-17'],
    ['>380<', '>1<', 'BR-04'],
    ['RegistrationName>', 'OtherName>', 'BR-06'],
    ['<cbc:PriceAmount currencyID="EUR">', '<cbc:PriceAmount currencyID="EUR">-', 'BR-27'],
    [/<cac:TaxSubtotal>.*<.cac:TaxSubtotal>/, '', 'BR-CO-18'],
    ['<cbc:TaxableAmount currencyID="EUR">1', '<cbc:TaxableAmount currencyID="EUR">2', 'BR-S-08'],
    ['<cbc:Percent>19<', '<cbc:Percent>0<', 'BR-S-05'],
  ])('which find that %s became %j, by %s', async (from, to, rule) => {
    const broken = (await valid({})).replaceAll(new RegExp(from, 'g'), to);
    expect(brokenRules(broken).join()).toContain(`[${rule}]`);
  });

  it('with discounts, negative prices, sections, units, references and texts that XML must escape', async () => {
    const discount = { type: 'percent', value: '12.5' };
    const xml = await valid({
      buyer: BUYER,
      po_number: 'PO <1>',
      notes: 'Thanks & \u0001 regards',
      terms: 'Net 14 days',
      supply_date: '2026-11-01',
      discount: { type: 'percent', value: '10' },
      lines: [
        { kind: 'section', description: 'Work' },
        item({ quantity: '3', unit_price: '33.335', unit: 'h', sku: 'A-1', discount }),
        item({ quantity: '1', unit_price: '-5', description: 'Less <deposit>' }),
        item({ quantity: '-1', unit_price: '49.99', taxes: [REDUCED] }),
        { description: 'x'.repeat(300), minutes: 100, unit_price: '99', taxes: [VAT] },
      ],
    });
    expect(xml).toContain('<cbc:Note>Thanks &amp;   regards</cbc:Note>');
    expect(xml).toContain(
      '<cbc:InvoicedQuantity unitCode="C62">-1</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">-5.00<',
    );
    // The reduced line is below 0, so its share of the discount is a charge.
    expect(amounts(xml, 'ChargeIndicator')).toEqual(['false', 'true', 'false']);
  });

  it('without tax, with exempt and reverse charge lines, and with untaxed lines beside taxed ones', async () => {
    const untaxed = item({ taxes: [] });
    const outside = item({ taxes: [tax('outside_scope', '0', 'Outside the scope of VAT')] });
    expect(amounts(await valid({ buyer: BUYER, lines: [untaxed, outside] }), 'Percent')).toEqual([]);
    await valid({ buyer: BUYER, lines: [item({ taxes: [tax('reverse_charge', '0', 'Reverse charge')] })] });
    await valid({ lines: [item({ taxes: [tax('exempt', '0', 'Insurance')] }), item({ taxes: [] })] });
    const mixed = await valid({ lines: [item(), untaxed, item({ taxes: [tax('zero', '0')] })] });
    expect(amounts(mixed, 'TaxableAmount')).toEqual(['100.00', '100.00', '100.00']);
  });

  it('with one breakdown for taxes of the same rate that have different names', async () => {
    const other = { ...VAT, name: 'Umsatzsteuer' };
    const xml = await valid({ lines: [item(), item({ unit_price: '0.03', taxes: [other] })] });
    expect(amounts(xml, 'TaxableAmount')).toEqual(['100.06']);
    expect(amounts(xml, 'TaxAmount')).toEqual(['19.01', '19.01']);
  });

  it('with prices that include tax, whose net lines add up to the base, even if that is a cent off its rate', async () => {
    const five = tax('standard', '5');
    const xml = await valid({
      prices_include_tax: true,
      discount: { type: 'amount', value: '10' },
      lines: [
        item({ quantity: '1', unit_price: '98', taxes: [five] }),
        item({ quantity: '3', unit_price: '19', taxes: [five] }),
        item({ quantity: '1', unit_price: '10.70', taxes: [REDUCED] }),
      ],
    });
    const cents = amounts(xml, 'LineExtensionAmount').map((text) => Math.round(Number(text) * 100));
    const [total, ...lines] = cents;
    expect(lines.reduce((all, one) => all + one, 0)).toBe(total);
    expect(xml).not.toContain('AllowanceCharge');
    // Check vector 2: 138.10 with 5 % is 6.905, but the tax inside 145.00 is 6.90.
    const vector = await valid({
      prices_include_tax: true,
      lines: ['90', '55'].map((price) => item({ quantity: '1', unit_price: price, taxes: [five] })),
    });
    expect(amounts(vector, 'TaxableAmount')).toEqual(['138.10']);
    expect(amounts(vector, 'TaxAmount')).toEqual(['6.90', '6.90']);
    expect(amounts(vector, 'PayableAmount')).toEqual(['145.00']);
  });

  it('with withholding, which counts as paid and stands in the note', async () => {
    const lines = [item({ quantity: '1', unit_price: '1393.50', taxes: [tax('standard', '21'), WITHHELD] })];
    const xml = await valid({ lines });
    expect(amounts(xml, 'TaxInclusiveAmount')).toEqual(['1686.14']);
    expect(amounts(xml, 'PrepaidAmount')).toEqual(['209.03']);
    expect(amounts(xml, 'PayableAmount')).toEqual(['1477.11']);
    expect(xml).toContain('<cbc:Note>withholding 15 % of 1393.50: 209.03 EUR withheld</cbc:Note>');
    await valid({ lines, prices_include_tax: true });
  });

  it('as a prepayment invoice for a deposit', async () => {
    expect(amounts(await valid({ kind: 'deposit' }), 'InvoiceTypeCode')).toEqual(['386']);
  });

  it('in a currency without cents', async () => {
    const xml = await valid({
      currency: 'JPY',
      exchange_rate: '0.006',
      lines: [item({ quantity: '3', unit_price: '333', taxes: [tax('standard', '10')] })],
    });
    expect(amounts(xml, 'PayableAmount')).toEqual(['1099']);
    // The workspace accounts for the VAT in its own currency, by the rate of the document.
    expect(amounts(xml, 'TaxCurrencyCode')).toEqual(['EUR']);
    expect(xml).toContain(
      '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">0.60</cbc:TaxAmount></cac:TaxTotal>',
    );
    expect(amounts(xml, 'PaymentMeansCode')).toEqual(['30']);
  });

  it('as a credit note that refers to the invoice, by quantity, by amount and in full', async () => {
    for (const pricesIncludeTax of [false, true]) {
      const invoice = await world.issued({
        prices_include_tax: pricesIncludeTax,
        discount: { type: 'percent', value: '10' },
        lines: [item({ taxes: [VAT, WITHHELD] }), item({ taxes: [REDUCED] }), item({ taxes: [] })],
      });
      const [first, second] = invoice.lines;
      for (const part of [
        { lines: [{ line_id: first.id, quantity: '1' }] },
        { lines: [{ line_id: second.id, amount: '33.33' }] },
        { full: true },
      ]) {
        const note = await world.created(`/api/invoices/${invoice.id}/credit-notes`, {
          reason: 'Sent back',
          ...part,
        });
        const { total } = (await world.ok('POST', `/api/invoices/${note.id}/issue`, {})).body.data;
        const xml = await xmlOf(note.id);
        expect(brokenRules(xml)).toEqual([]);
        expect(amounts(xml, 'PayableAmount')).toEqual([total]);
        expect(xml).toContain(
          `<cac:InvoiceDocumentReference><cbc:ID>${invoice.number}</cbc:ID><cbc:IssueDate>${invoice.issue_date}<`,
        );
      }
    }
  });

  it('and is refused for what they cannot express', async () => {
    const rules = async (body: object) => {
      const { id } = await world.issued(body);
      const reply = await world.send('GET', `/api/invoices/${id}/pdf?format=xml`);
      return [reply.status, reply.body.error.fields[0].rule];
    };
    const city = { name: 'City tax', rate: '2', category: 'standard' };
    expect(await rules({ lines: [item({ taxes: [VAT, city] })] })).toEqual([400, 'single_tax']);
    expect(await rules({ currency: 'KWD', exchange_rate: '3' })).toEqual([400, 'currency_digits']);
  });
});
