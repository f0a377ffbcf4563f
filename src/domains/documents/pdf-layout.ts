// The page of documents as PDF: margins, fonts, structure, and text that fits its place.
import { fontPath } from '../fonts.ts';

export type Pdf = PDFKit.PDFDocument;

export const MARGIN = 50;
export const WIDTH = 595.28 - 2 * MARGIN;
/** Text ends here; below stand footer and page number. */
export const BOTTOM = 841.89 - 80;

/** Registers the fonts of documents under the names `regular` and `bold`. */
export function registerFonts(pdf: Pdf): void {
  pdf.registerFont('regular', fontPath('text'));
  pdf.registerFont('bold', fontPath('bold'));
}

/** Puts a drawing into the logical structure, so that screen readers find it. */
export function tag(pdf: Pdf, type: string, draw: () => void, options: { alt?: string } = {}): void {
  pdf.addStructure(pdf.struct(type, options, draw));
}

/** Draws what screen readers skip, because it repeats on every page or says nothing. */
export function drawArtifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Pagination' });
  draw();
  pdf.endMarkedContent();
}

/** Begins a new page unless so much room is left on this one. */
export function keepRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > BOTTOM) pdf.addPage();
}

/** Draws a text on one line, aligned to the right, as small as it takes to fit. */
export function drawFitted(
  pdf: Pdf,
  text: string,
  size: number,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  pdf.fontSize(size);
  const needed = pdf.widthOfString(text);
  if (needed > width) pdf.fontSize((size * width) / needed);
  const end = Math.min(needed, width);
  pdf.text(text, x + width - end, y, { lineBreak: false });
  pdf.fontSize(size);
}

/** Draws a thin line over the width of the page. */
export function drawRule(pdf: Pdf, y: number): void {
  drawArtifact(pdf, () =>
    pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .stroke(),
  );
}

/** Returns a text with the line breaks and spaces that the fonts know. */
export function printed(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\S\n\u00a0]/gu, ' ');
}
