// Renders documents as PDF by pdfkit: tagged, with embedded fonts, several pages with repeated headers, amounts as stored.
import PDFDocument from 'pdfkit';
import type { CommercialDocument } from './document.ts';
import { drawHead } from './pdf-head.ts';
import type { PdfInput } from './pdf-input.ts';
import { type Labels, labelsOf } from './pdf-labels.ts';
import { BOTTOM, keepRoom, MARGIN, printed, registerFonts, tag, WIDTH } from './pdf-layout.ts';
import { finishPages } from './pdf-pages.ts';
import { drawLines } from './pdf-table.ts';
import { assertPrintable } from './pdf-text.ts';
import { drawTotals } from './pdf-totals.ts';

/** Renders a document. @throws VALIDATION_ERROR script for text that the fonts cannot show */
export async function renderPdf(input: PdfInput): Promise<Buffer> {
  assertPrintable(input);
  const { document, kind, profile, seller } = input;
  const locale = document.locale ?? profile.locale;
  const labels = labelsOf(locale);
  const title = `${labels.titles[titleOf(document, kind)]} ${document.number ?? ''}`.trim();
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 841.89 - BOTTOM },
    bufferPages: true,
    tagged: true,
    lang: locale,
    displayTitle: true,
    pdfVersion: '1.7',
    // The bytes of a stored document depend on nothing but the document.
    info: { Title: title, Author: seller?.name ?? '', CreationDate: document.updatedAt },
  });
  const done = collect(pdf);
  registerFonts(pdf);
  drawHead(pdf, input, { title, labels, locale });
  drawLines(pdf, input, labels);
  drawTotals(pdf, document, labels);
  drawTexts(pdf, input, labels);
  finishPages(pdf, { footer: seller?.footer, isDraft: input.isDraft }, title, labels);
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

/** Draws what stands below the totals: notes, terms, where to pay, and the place for a signature. */
function drawTexts(pdf: PDFKit.PDFDocument, { document, kind, seller }: PdfInput, labels: Labels): void {
  const bank = seller?.bank;
  const payment =
    kind === 'invoice' && bank?.iban
      ? [labels.bank, [bank.name, bank.iban, bank.bic].filter(Boolean).join(' · ')].join(': ')
      : undefined;
  pdf.y += 12;
  pdf.font('regular').fontSize(8.5);
  for (const text of [document.notes, document.terms, payment]) {
    if (!text) continue;
    keepRoom(pdf, 12);
    tag(pdf, 'P', () => pdf.text(printed(text), MARGIN, pdf.y, { width: WIDTH }));
    pdf.moveDown(0.8);
  }
  if (kind !== 'work_order') return;
  const { signOff } = document as unknown as { signOff?: { name: string; at: string } | null };
  keepRoom(pdf, 60);
  const signature = signOff ? `${signOff.name}, ${signOff.at.slice(0, 10)}` : '_'.repeat(40);
  tag(pdf, 'P', () => pdf.text(`${labels.signOff}: ${signature}`, MARGIN, pdf.y + 30, { width: WIDTH }));
}
