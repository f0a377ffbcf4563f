// What every page of a PDF has: title above, footer and page number below, the watermark of drafts.
import type { Labels } from './pdf-labels.ts';
import { drawArtifact, MARGIN, type Pdf, printed, WIDTH } from './pdf-layout.ts';

/** Draws what every page has, once it is known how many there are. */
export function finishPages(
  pdf: Pdf,
  { footer, isDraft }: { footer: string | null | undefined; isDraft: boolean },
  title: string,
  labels: Labels,
): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    const { margins } = pdf.page;
    // Text below the margin would begin a new page.
    pdf.page.margins = { ...margins, bottom: 0 };
    const foot = [footer && printed(footer), `${title} · ${labels.page} ${index - start + 1}/${count}`]
      .filter(Boolean)
      .join('\n');
    drawArtifact(pdf, () => {
      if (isDraft) drawWatermark(pdf, labels.watermark);
      if (index > start)
        pdf.font('bold').fontSize(8).text(title, MARGIN, 30, { width: WIDTH, lineBreak: false });
      pdf.font('regular').fontSize(7).text(foot, MARGIN, 790, { width: WIDTH, align: 'center', height: 40 });
    });
    pdf.page.margins = margins;
  }
}

function drawWatermark(pdf: Pdf, text: string): void {
  pdf
    .save()
    .rotate(-45, { origin: [297, 421] })
    .font('bold')
    .fontSize(90)
    .fillColor('#888888', 0.18);
  pdf.text(text, 0, 380, { width: 595, align: 'center', lineBreak: false });
  pdf.restore().fillColor('#000000', 1);
}
