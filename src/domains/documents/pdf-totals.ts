// The totals of a document as PDF: as stored, with the base of each tax and why a tax is not charged.
import { formatMoney } from '../money.ts';
import type { CommercialDocument, StoredTaxGroup } from './document.ts';
import { plainDecimal } from './exact.ts';
import type { Labels } from './pdf-labels.ts';
import { drawFitted, drawRule, keepRoom, MARGIN, type Pdf, printed, tag, WIDTH } from './pdf-layout.ts';

const LABEL = { x: MARGIN + 120, width: 230 };
const AMOUNT = { x: MARGIN + 360, width: WIDTH - 360 };

/** Draws the totals of a document. */
export function drawTotals(pdf: Pdf, document: CommercialDocument, labels: Labels): void {
  const money = (amount: string) => `${formatMoney(amount, document.currency)} ${document.currency}`;
  const rows = rowsOf(document, labels, money);
  keepRoom(pdf, Math.min((rows.length + 2) * 14 + 8, 300));
  drawRule(pdf, pdf.y + 2);
  pdf.y += 8;
  for (const [label, amount] of rows) drawTotal(pdf, label, amount, 'regular', 9);
  drawTotal(pdf, labels.total, money(document.total), 'bold', 11);
  const reasons = new Set(document.taxGroups.flatMap(({ exemptionReason }) => exemptionReason ?? []));
  if (reasons.size === 0) return;
  pdf.font('regular').fontSize(8);
  tag(pdf, 'P', () => pdf.text(printed([...reasons].join('\n')), MARGIN, pdf.y + 6, { width: WIDTH }));
}

function rowsOf(
  document: CommercialDocument,
  labels: Labels,
  money: (amount: string) => string,
): [string, string][] {
  const hasDiscount = Number(document.discountTotal) !== 0;
  const rows: [isPrinted: boolean, label: string, amount: string][] = [
    [true, labels.subtotal, money(document.subtotal)],
    [hasDiscount, labels.discount, money(`-${document.discountTotal}`)],
    [document.pricesIncludeTax || hasDiscount, labels.net, money(document.netTotal)],
    ...document.taxGroups.map((group): [boolean, string, string] => [
      true,
      taxLabel(group, labels),
      money(group.tax),
    ]),
    [Number(document.roundingAdjustment) !== 0, labels.rounding, money(document.roundingAdjustment)],
  ];
  return rows.filter(([isPrinted]) => isPrinted).map(([, label, amount]) => [label, amount]);
}

function taxLabel({ name, rate, base }: StoredTaxGroup, labels: Labels): string {
  return printed(`${name} ${plainDecimal(rate)} % ${labels.of} ${base}`);
}

function drawTotal(pdf: Pdf, label: string, amount: string, font: string, size: number): void {
  pdf.font(font).fontSize(size);
  const height = pdf.heightOfString(label, { width: LABEL.width });
  keepRoom(pdf, height);
  const y = pdf.y;
  tag(pdf, 'P', () => {
    pdf.text(label, LABEL.x, y, { width: LABEL.width, align: 'right' });
    drawFitted(pdf, amount, size, { ...AMOUNT, y });
  });
  pdf.y = y + height + 3;
}
