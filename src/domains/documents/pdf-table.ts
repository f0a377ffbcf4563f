// The table of the lines of a document as PDF; its header repeats on every page.
import { formatMoney } from '../money.ts';
import type { DocumentLine } from './document.ts';
import { plainDecimal } from './exact.ts';
import type { PdfInput } from './pdf-input.ts';
import type { Labels } from './pdf-labels.ts';
import {
  drawArtifact,
  drawFitted,
  drawRule,
  keepRoom,
  MARGIN,
  type Pdf,
  printed,
  WIDTH,
} from './pdf-layout.ts';

type Structure = ReturnType<Pdf['struct']>;

const SIZE = 8.5;
const FIRST_WIDTH = 215;
/** Left edges and widths of quantity, price and amount; the description stands before them. */
const AMOUNTS = [
  { x: MARGIN + 220, width: 80 },
  { x: MARGIN + 305, width: 85 },
  { x: MARGIN + 395, width: WIDTH - 395 },
];
/** A text up to this height stays on one page; of a longer one at least a few lines do. */
const KEPT_WHOLE = 200;
const FIRST_LINES = 40;

/** Draws the lines of a document. */
export function drawLines(pdf: Pdf, { lines, document }: PdfInput, labels: Labels): void {
  const table = pdf.struct('Table');
  pdf.addStructure(table);
  keepRoom(pdf, 40);
  drawHeader(pdf, labels, table);
  let style: 'regular' | 'bold' = 'regular';
  const repeatHeader = () => {
    drawArtifact(pdf, () => drawHeader(pdf, labels));
    pdf.font(style).fontSize(SIZE);
  };
  pdf.on('pageAdded', repeatHeader);
  for (const line of lines) {
    style = line.kind === 'section' ? 'bold' : 'regular';
    pdf.font(style).fontSize(SIZE);
    drawLine(pdf, table, line, labels, document.currency);
  }
  pdf.off('pageAdded', repeatHeader);
  table.end();
}

/** Draws the header: as a row of the table, or as what only repeats. */
function drawHeader(pdf: Pdf, labels: Labels, table?: Structure): void {
  const y = pdf.y;
  const row = table && pdf.struct('TR');
  if (row) table.add(row);
  const cell = (draw: () => void) =>
    row ? row.add(pdf.struct('TH', { scope: 'Column' } as never, draw)) : draw();
  pdf.font('bold').fontSize(SIZE);
  cell(() => pdf.text(labels.description, MARGIN, y, { width: FIRST_WIDTH }));
  for (const [index, label] of [labels.quantity, labels.unitPrice, labels.amount].entries())
    cell(() => drawFitted(pdf, label, SIZE, { ...AMOUNTS[index]!, y }));
  if (row) drawRule(pdf, y + 13);
  else
    pdf
      .moveTo(MARGIN, y + 13)
      .lineTo(MARGIN + WIDTH, y + 13)
      .lineWidth(0.5)
      .stroke();
  pdf.font('regular');
  pdf.y = y + 18;
}

function drawLine(pdf: Pdf, table: Structure, line: DocumentLine, labels: Labels, currency: string): void {
  const text = lineText(line, labels);
  const cells = line.kind === 'item' ? amountsOf(line, currency) : [];
  const width = cells.length ? FIRST_WIDTH : WIDTH;
  // A heading stays with the line below it.
  const room = pdf.heightOfString(text, { width }) + (line.kind === 'section' ? 30 : 0);
  keepRoom(pdf, room > KEPT_WHOLE ? FIRST_LINES : room);
  const { y, page } = pdf;
  const row = pdf.struct('TR');
  table.add(row);
  const description = pdf.struct('TD');
  row.add(description);
  for (const [index, cell] of cells.entries())
    row.add(pdf.struct('TD', {}, () => drawFitted(pdf, cell, SIZE, { ...AMOUNTS[index]!, y })));
  // Drawn last, because a long text ends on another page.
  description.add(() => pdf.text(text, MARGIN, y, { width }));
  pdf.y = (pdf.page === page ? Math.max(pdf.y, y + 12) : pdf.y) + 3;
}

/** Returns quantity, price and amount of an item. */
function amountsOf({ quantity, unit, unitPrice, net }: DocumentLine, currency: string): string[] {
  return [
    printed([quantity && plainDecimal(quantity), unit].filter(Boolean).join(' ')),
    unitPrice ? plainDecimal(unitPrice) : '',
    formatMoney(net!, currency),
  ];
}

function lineText(line: DocumentLine, labels: Labels): string {
  const discount =
    line.discount &&
    `${labels.discount} ${plainDecimal(line.discount.value)}${line.discount.type === 'percent' ? ' %' : ''}`;
  const optional = line.optional ? ` (${labels.optional}${line.selected ? ' ✓' : ''})` : '';
  return [`${printed(line.description)}${optional}`, line.sku && printed(line.sku), discount]
    .filter(Boolean)
    .join('\n');
}
