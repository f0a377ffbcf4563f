// The agreement that the demo has people sign, as PDF.
import PDFDocument from 'pdfkit';
import { MARGIN, registerFonts, tag, WIDTH } from '../domains/documents/pdf-layout.ts';

const CLAUSES = [
  'The parties work together as the quotes and work orders that refer to this agreement describe.',
  'Invoices are due fourteen days after their date. Prices are net of value-added tax.',
  'Each party keeps the confidential information of the other to itself, also after the end of this agreement.',
  'Either party can end this agreement with three months’ notice to the end of a quarter.',
];
/** Where its signatures stand, as fractions of the page. */
export const SIGNATURE = { x: 0.08, y: 0.6, width: 0.36, height: 0.06 };

/** Returns the agreement of a workspace; the same for the same name and day. */
export function agreementPdf(workspace: string, at: Date): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: 'Framework agreement', Author: workspace, CreationDate: at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
  });
  registerFonts(pdf);
  tag(pdf, 'H1', () => pdf.font('bold').fontSize(18).text('Framework agreement', { width: WIDTH }));
  tag(pdf, 'P', () => pdf.moveDown().font('regular').fontSize(10).text(`with ${workspace}`));
  for (const [index, clause] of CLAUSES.entries())
    tag(pdf, 'P', () => pdf.moveDown().text(`${index + 1}. ${clause}`, { width: WIDTH }));
  pdf.end();
  return done;
}
