// The amounts of documents: the vectors of delivery.md section 10, and 10,000 random documents against exact fractions.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unscaled } from '../../src/domains/documents/exact.ts';
import {
  computeTotals,
  counts,
  type PricedDocument,
  type PricedLine,
  type Tax,
} from '../../src/domains/documents/totals.ts';
import { exactTotals } from './exact-totals.ts';

const vat = (rate: string, name = 'VAT'): Tax => ({ name, rate, category: 'standard' });
const line = (unitPrice: string, taxes: Tax[] = [], quantity = '1'): PricedLine => ({
  kind: 'item',
  quantity,
  unitPrice,
  minutes: null,
  discount: null,
  taxes,
  optional: false,
  selected: false,
});
const document = (lines: PricedLine[], more: Partial<PricedDocument> = {}): PricedDocument => ({
  digits: 2,
  pricesIncludeTax: false,
  taxRounding: 'per_rate',
  discount: null,
  lines,
  cashRounding: null,
  ...more,
});
const amounts = (given: PricedDocument) => {
  const { lines, taxGroups, total, discountTotal } = computeTotals(given);
  const text = (value: bigint) => unscaled(value, given.digits);
  return {
    nets: lines.map(({ net }) => text(net)),
    shares: lines.map(({ discountShare }) => text(discountShare)),
    bases: taxGroups.map(({ base }) => text(base)),
    taxes: taxGroups.map(({ tax }) => text(tax)),
    discount: text(discountTotal),
    total: text(total),
  };
};

describe('the check vectors of the specification', () => {
  it('1: two rates and a discount on the document', () => {
    const lines = [line('33.335', [vat('19')], '3'), line('49.99', [vat('7')])];
    expect(amounts(document(lines, { discount: { type: 'percent', value: '10' } }))).toEqual({
      nets: ['100.01', '49.99'],
      shares: ['10.00', '5.00'],
      bases: ['90.01', '44.99'],
      taxes: ['17.10', '3.15'],
      discount: '15.00',
      total: '155.25',
    });
  });

  it('2: prices that include one tax', () => {
    expect(
      amounts(document([line('90', [vat('5')]), line('55', [vat('5')])], { pricesIncludeTax: true })),
    ).toMatchObject({ bases: ['138.10'], taxes: ['6.90'], total: '145.00' });
  });

  it('3: prices that include two taxes', () => {
    const taxes = [vat('14', 'CGST'), vat('14', 'SGST')];
    expect(amounts(document([line('24900', taxes)], { pricesIncludeTax: true }))).toMatchObject({
      bases: ['19453.13', '19453.13'],
      taxes: ['2723.44', '2723.43'],
      total: '24900.00',
    });
  });

  it('4: withholding', () => {
    const taxes = [vat('21'), { name: 'IRPF', rate: '-15', category: 'withholding' }];
    expect(amounts(document([line('1393.50', taxes)]))).toMatchObject({
      taxes: ['292.64', '-209.03'],
      total: '1477.11',
    });
  });

  it('5: two taxes on one line', () => {
    expect(amounts(document([line('140', [vat('5', 'GST'), vat('9.975', 'QST')])]))).toMatchObject({
      taxes: ['7.00', '13.97'],
      total: '160.97',
    });
  });

  it('6 and 7: currencies without and with three digits', () => {
    expect(amounts(document([line('333', [vat('10')], '3')], { digits: 0 }))).toMatchObject({
      taxes: ['100'],
      total: '1099',
    });
    expect(amounts(document([line('1.2345', [vat('0')])], { digits: 3 })).nets).toEqual(['1.235']);
  });

  it('8: the invoice whose credit notes are checked with the others', () => {
    const lines = ['68.33', '57.50', '85.00', '68.33'].map((price) => line(price, [vat('20')]));
    expect(amounts(document(lines)).total).toBe('334.99');
  });
});

describe('cash rounding', () => {
  it('goes to the adjustment alone', () => {
    const { total, roundingAdjustment, netTotal } = computeTotals(
      document([line('9.98')], { cashRounding: 5n }),
    );
    expect([total, roundingAdjustment, netTotal]).toEqual([1000n, 2n, 998n]);
  });
});

const decimal = (whole: number, digits: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: whole }), fc.integer({ min: 0, max: 10 ** digits - 1 }))
    .map(([integer, fraction]) => `${integer}.${String(fraction).padStart(digits, '0')}`);
const tax = fc.oneof(
  fc.constantFrom(vat('19'), vat('7'), vat('9.975', 'QST'), vat('5', 'GST'), {
    ...vat('0'),
    category: 'exempt',
  }),
  fc.constant<Tax>({ name: 'IRPF', rate: '-15', category: 'withholding' }),
);
const pricedLine = fc.record({
  kind: fc.constantFrom<PricedLine['kind']>('item', 'item', 'item', 'section', 'text'),
  quantity: decimal(500, 4),
  unitPrice: decimal(5_000, 6),
  minutes: fc.option(fc.integer({ min: 1, max: 2_000 }), { freq: 4 }),
  discount: fc.option(fc.record({ type: fc.constant('percent' as const), value: decimal(99, 4) })),
  taxes: fc.uniqueArray(tax, { maxLength: 3, selector: (one) => `${one.name}${one.category}${one.rate}` }),
  optional: fc.boolean(),
  selected: fc.boolean(),
});
const pricedDocument = fc.record({
  digits: fc.constantFrom(0, 2, 2, 3),
  pricesIncludeTax: fc.boolean(),
  taxRounding: fc.constantFrom('per_rate' as const, 'per_line' as const),
  discount: fc.option(fc.record({ type: fc.constant('percent' as const), value: decimal(99, 4) })),
  lines: fc.array(pricedLine, { minLength: 1, maxLength: 8 }),
  cashRounding: fc.option(fc.constantFrom(5n, 10n), { freq: 4 }),
});

describe('10,000 random documents', () => {
  it('have the amounts of an independent computation by fractions, and add up', () => {
    fc.assert(
      fc.property(pricedDocument, (given) => {
        const totals = computeTotals(given);
        const expected = exactTotals(given);
        expect(totals.lines.map(({ net }) => net)).toEqual(expected.nets);
        expect(totals.taxGroups.map(({ base, tax: amount }) => ({ base, tax: amount }))).toEqual(
          expected.groups,
        );
        const { subtotal, discountTotal, netTotal, taxTotal, total } = totals;
        expect({ subtotal, discountTotal, netTotal, taxTotal, total }).toEqual({
          subtotal: expected.subtotal,
          discountTotal: expected.discountTotal,
          netTotal: expected.netTotal,
          taxTotal: expected.taxTotal,
          total: expected.total,
        });
        const shares = totals.lines
          .filter((_, at) => counts(given.lines[at]!))
          .map((one) => one.discountShare);
        expect(shares).toEqual(expected.shares);
        expect(netTotal + taxTotal + totals.roundingAdjustment).toBe(total);
      }),
      { numRuns: 10_000 },
    );
  });
});
