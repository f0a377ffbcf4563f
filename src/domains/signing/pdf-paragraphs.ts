// Pages of wrapped text: the evidence behind a sealed document, and the certificate of completion.
import { PageSizes, type PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Paragraph } from './pdf-task.ts';
import { wrap } from './pdf-text.ts';

const MARGIN = 50;
const SIZES: Record<Paragraph['style'], { size: number; before: number }> = {
  title: { size: 18, before: 0 },
  heading: { size: 12, before: 14 },
  text: { size: 9, before: 3 },
  small: { size: 7, before: 1 },
};
const INK = rgb(0.1, 0.12, 0.18);

/** Adds A4 pages with the paragraphs. */
export function drawParagraphs(document: PDFDocument, font: PDFFont, paragraphs: readonly Paragraph[]): void {
  if (paragraphs.length === 0) return;
  let page: PDFPage | undefined;
  let y = 0;
  for (const { text, style } of paragraphs) {
    const { size, before } = SIZES[style];
    y -= before;
    for (const line of wrap(text, font, size, PageSizes.A4[0] - 2 * MARGIN)) {
      if (!page || y - size < MARGIN) {
        page = document.addPage(PageSizes.A4);
        y = PageSizes.A4[1] - MARGIN;
      }
      y -= size * 1.35;
      page.drawText(line, { x: MARGIN, y, size, font, color: INK });
    }
  }
}
