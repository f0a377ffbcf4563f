// Renders documents as PDF by pdfkit: tagged, with embedded fonts, several pages with repeated headers, amounts as stored.
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { fail } from '../../errors.ts';
import { formatMoney } from '../money.ts';
import type { CommercialDocument, DocumentLine, StoredTaxGroup } from './document.ts';
import { plainDecimal } from './exact.ts';
import { type Labels, labelsOf } from './pdf-labels.ts';
import { finishPages } from './pdf-pages.ts';
import type { Profile } from './profile.ts';

export interface PdfInput {
  document: CommercialDocument;
  lines: readonly DocumentLine[];
  kind: 'quote' | 'work_order' | 'invoice';
  profile: Profile;
  isDraft: boolean;
}

const { resolve } = createRequire(import.meta.url);
const FONTS = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};
const MARGIN = 50;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - 80;
/** Left edges and widths of the table of lines. */
const COLUMNS = [
  { x: MARGIN, width: 230, align: 'left' as const },
  { x: MARGIN + 235, width: 60, align: 'right' as const },
  { x: MARGIN + 300, width: 80, align: 'right' as const },
  { x: MARGIN + 385, width: 110, align: 'right' as const },
];
/** What the embedded fonts have glyphs for: Latin, Greek, Cyrillic, punctuation, currencies, arrows and signs. */
const PRINTABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\s]*$/u;

/** Renders a document. @throws VALIDATION_ERROR script for text in a script that the fonts do not have */
export async function renderPdf(input: PdfInput): Promise<Buffer> {
  assertPrintable(input);
  const { document, kind, profile } = input;
  const locale = document.locale ?? profile.locale;
  const labels = labelsOf(locale);
  const title = `${labels.titles[titleOf(document, kind)]} ${document.number ?? ''}`.trim();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    tagged: true,
    lang: locale,
    displayTitle: true,
    pdfVersion: '1.7',
    // The bytes of a stored document depend on nothing but the document.
    info: { Title: title, Author: document.seller?.name ?? '', CreationDate: document.updatedAt },
  });
  const done = collect(pdf);
  pdf.registerFont('regular', resolve(FONTS.regular));
  pdf.registerFont('bold', resolve(FONTS.bold));
  drawHead(pdf, input, title, labels);
  drawLines(pdf, input, labels);
  drawTotals(pdf, input, labels);
  drawTexts(pdf, input, labels);
  finishPages(pdf, input, title, labels);
  pdf.end();
  return done;
}

function titleOf(document: PdfInput['document'], kind: PdfInput['kind']): keyof Labels['titles'] {
  return (document as CommercialDocument & { documentType?: string }).documentType === 'credit_note'
    ? 'credit_note'
    : kind;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolveBytes, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolveBytes(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

function assertPrintable({ document, lines }: PdfInput): void {
  const { seller, buyer, terms, notes, reference, poNumber } = document;
  const texts = [
    JSON.stringify(seller ?? {}),
    JSON.stringify(buyer ?? {}),
    terms,
    notes,
    reference,
    poNumber,
  ];
  for (const text of [...texts, ...lines.map(({ description }) => description)])
    if (text && !PRINTABLE.test(text))
      fail(
        'VALIDATION_ERROR',
        'A PDF has Latin, Greek and Cyrillic letters only; the document has text in another script.',
        {
          fields: [
            { path: 'lines', rule: 'script', message: 'Write it in Latin, Greek or Cyrillic letters.' },
          ],
        },
      );
}

/** Puts a drawing into the logical structure, so that readers of the screen find it. */
function tag(pdf: PDFKit.PDFDocument, type: string, draw: () => void): void {
  pdf.addStructure(pdf.struct(type, {}, draw));
}

function drawHead(
  pdf: PDFKit.PDFDocument,
  { document, isDraft }: PdfInput,
  title: string,
  labels: Labels,
): void {
  const { seller, buyer } = document;
  const address = (party: typeof seller | typeof buyer) => {
    const { line1, line2, postalCode, city, region, country } = party?.address ?? {};
    return [line1, line2, [postalCode, city].filter(Boolean).join(' '), region, country]
      .filter(Boolean)
      .join('\n');
  };
  tag(pdf, 'P', () => {
    pdf
      .font('bold')
      .fontSize(11)
      .text(seller?.legalName ?? seller?.name ?? '', MARGIN, MARGIN, { width: WIDTH / 2 });
    pdf
      .font('regular')
      .fontSize(8)
      .text([address(seller), seller?.taxId, seller?.email, seller?.phone].filter(Boolean).join('\n'), {
        width: WIDTH / 2,
      });
  });
  const facts = factsOf(document, labels);
  tag(pdf, 'P', () => {
    pdf.font('regular').fontSize(8);
    pdf.text(facts.map(([label, value]) => `${label}: ${value}`).join('\n'), MARGIN + WIDTH / 2, MARGIN, {
      width: WIDTH / 2,
      align: 'right',
    });
  });
  tag(pdf, 'P', () => {
    pdf
      .fontSize(10)
      .text(`${buyer?.name ?? ''}\n${address(buyer)}${buyer?.taxId ? `\n${buyer.taxId}` : ''}`, MARGIN, 150, {
        width: WIDTH / 2,
      });
  });
  tag(pdf, 'H1', () => {
    pdf
      .font('bold')
      .fontSize(16)
      .text(title, MARGIN, Math.max(pdf.y + 24, 240), { width: WIDTH });
  });
  if (isDraft) pdf.fontSize(10).text(labels.draft);
  pdf.moveDown(0.6);
}

function factsOf(document: PdfInput['document'], labels: Labels): [string, string][] {
  const { issueDate, dueDate, supplyDate, validUntil, reference, poNumber } = document as unknown as Record<
    string,
    string | null
  >;
  return (
    [
      [labels.issueDate, issueDate],
      [labels.dueDate, dueDate],
      [labels.supplyDate, supplyDate],
      [labels.validUntil, validUntil],
      [labels.reference, reference],
      [labels.poNumber, poNumber],
    ] as [string, string | null | undefined][]
  ).filter((fact): fact is [string, string] => !!fact[1]);
}

function drawTableHead(pdf: PDFKit.PDFDocument, labels: Labels): void {
  const y = pdf.y;
  pdf.font('bold').fontSize(8.5);
  for (const [index, label] of [
    labels.description,
    labels.quantity,
    labels.unitPrice,
    labels.amount,
  ].entries()) {
    const { x, width, align } = COLUMNS[index]!;
    pdf.text(label, x, y, { width, align });
  }
  pdf
    .moveTo(MARGIN, y + 13)
    .lineTo(MARGIN + WIDTH, y + 13)
    .lineWidth(0.5)
    .stroke();
  pdf.font('regular');
  pdf.y = y + 18;
}

function drawLines(pdf: PDFKit.PDFDocument, { lines, document }: PdfInput, labels: Labels): void {
  tag(pdf, 'P', () => drawTableHead(pdf, labels));
  for (const line of lines) {
    pdf.font(line.kind === 'section' ? 'bold' : 'regular').fontSize(8.5);
    const text = lineText(line, labels);
    const height = pdf.heightOfString(text, { width: COLUMNS[0]!.width });
    if (pdf.y + Math.min(height, 600) > BOTTOM) {
      pdf.addPage();
      pdf.y = MARGIN + 20;
      tag(pdf, 'P', () => drawTableHead(pdf, labels));
      pdf.font(line.kind === 'section' ? 'bold' : 'regular').fontSize(8.5);
    }
    const y = pdf.y;
    tag(pdf, 'P', () => {
      if (line.kind === 'item') {
        const quantity = [line.quantity && plainDecimal(line.quantity), line.unit].filter(Boolean).join(' ');
        const cells = [
          quantity,
          line.unitPrice ? plainDecimal(line.unitPrice) : '',
          formatMoney(line.net!, document.currency),
        ];
        for (const [index, cell] of cells.entries()) {
          const { x, width, align } = COLUMNS[index + 1]!;
          pdf.text(cell, x, y, { width, align });
        }
      }
      pdf.text(text, COLUMNS[0]!.x, y, { width: line.kind === 'item' ? COLUMNS[0]!.width : WIDTH });
    });
    pdf.y = Math.max(pdf.y, y + 12) + 3;
  }
}

function lineText(line: DocumentLine, labels: Labels): string {
  const discount = line.discount
    ? `\n${labels.discount} ${plainDecimal(line.discount.value)}${line.discount.type === 'percent' ? ' %' : ''}`
    : '';
  const optional = line.optional ? ` (${labels.optional}${line.selected ? ' ✓' : ''})` : '';
  return `${line.description}${optional}${discount}`;
}

function drawTotals(pdf: PDFKit.PDFDocument, { document }: PdfInput, labels: Labels): void {
  const { currency } = document;
  const money = (amount: string) => `${formatMoney(amount, currency)} ${currency}`;
  const taxes = document.taxGroups.map((group): [string, string] => [
    taxLabel(group, labels),
    money(group.tax),
  ]);
  const rows: [string, string][] = [
    [labels.subtotal, money(document.subtotal)],
    ...(Number(document.discountTotal)
      ? [[labels.discount, money(`-${document.discountTotal}`)] as [string, string]]
      : []),
    ...(document.pricesIncludeTax || Number(document.discountTotal)
      ? [[labels.net, money(document.netTotal)] as [string, string]]
      : []),
    ...taxes,
    ...(Number(document.roundingAdjustment)
      ? [[labels.rounding, money(document.roundingAdjustment)] as [string, string]]
      : []),
  ];
  if (pdf.y + (rows.length + 2) * 14 > BOTTOM) {
    pdf.addPage();
    pdf.y = MARGIN + 20;
  }
  pdf
    .moveTo(MARGIN, pdf.y + 2)
    .lineTo(MARGIN + WIDTH, pdf.y + 2)
    .lineWidth(0.5)
    .stroke();
  pdf.y += 8;
  for (const [label, value] of rows) drawTotal(pdf, label, value, 'regular', 9);
  drawTotal(pdf, labels.total, money(document.total), 'bold', 11);
  const reasons = document.taxGroups.flatMap(({ exemptionReason }) => exemptionReason ?? []);
  if (reasons.length)
    tag(pdf, 'P', () =>
      pdf
        .font('regular')
        .fontSize(8)
        .text(reasons.join('\n'), MARGIN, pdf.y + 6, { width: WIDTH }),
    );
}

function taxLabel({ name, rate, base }: StoredTaxGroup, labels: Labels): string {
  return `${name} ${plainDecimal(rate)} % ${labels.of} ${base}`;
}

function drawTotal(pdf: PDFKit.PDFDocument, label: string, value: string, font: string, size: number): void {
  const y = pdf.y;
  tag(pdf, 'P', () => {
    pdf
      .font(font)
      .fontSize(size)
      .text(label, MARGIN + 180, y, { width: 190, align: 'right' });
    pdf.text(value, MARGIN + 375, y, { width: 120, align: 'right' });
  });
  pdf.y = y + size + 5;
}

function drawTexts(pdf: PDFKit.PDFDocument, { document, kind }: PdfInput, labels: Labels): void {
  const { bank } = document.seller ?? {};
  const payment =
    kind === 'invoice' && bank?.iban
      ? [labels.bank, [bank.name, bank.iban, bank.bic].filter(Boolean).join(' · ')].join(': ')
      : undefined;
  pdf.y += 12;
  for (const text of [document.notes, document.terms, payment]) {
    if (!text) continue;
    tag(pdf, 'P', () => pdf.font('regular').fontSize(8.5).text(text, MARGIN, pdf.y, { width: WIDTH }));
    pdf.moveDown(0.8);
  }
  if (kind !== 'work_order') return;
  const signOff = (document as unknown as { signOff?: { name: string; at: string } | null }).signOff;
  if (pdf.y + 60 > BOTTOM) pdf.addPage();
  tag(pdf, 'P', () =>
    pdf.text(
      `${labels.signOff}: ${signOff ? `${signOff.name}, ${signOff.at.slice(0, 10)}` : '________________________'}`,
      MARGIN,
      pdf.y + 30,
    ),
  );
}
