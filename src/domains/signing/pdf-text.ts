// Breaks texts into lines, and fits them into the box of a field.
import type { PDFFont } from '@cantoo/pdf-lib';

const LINE_HEIGHT = 1.25;
/** Sizes shrink by this factor until the text fits. */
const STEP = 0.93;
const SMALLEST = 1;
/** From this size on, a text rather gets further lines than smaller letters. */
const READABLE = 9;

interface Box {
  top: number;
  width: number;
  height: number;
}

/** A text as it is drawn: its lines, and the distance of their baselines from the top of the page. */
interface FittedText {
  lines: string[];
  size: number;
  baselines: number[];
}

/** Fits a text into a box, with the largest letters that are possible up to a size. */
export function fitText(text: string, font: PDFFont, box: Box, largest: number): FittedText {
  const width = Math.max(1, box.width - 2);
  let size = Math.min(box.height * 0.7, largest);
  let lines = text.split('\n');
  const isTooWide = () => lines.some((line) => font.widthOfTextAtSize(line, size) > width);
  const isTooHigh = () => (lines.length - 1) * size * LINE_HEIGHT + size > box.height;
  while (size > SMALLEST && (isTooWide() || isTooHigh())) {
    const canWrap = size <= READABLE && box.height > 2 * size * LINE_HEIGHT;
    if (canWrap) lines = wrap(text, font, size, width);
    if (!isTooWide() && !isTooHigh()) break;
    size *= STEP;
  }
  // The block of lines stands in the middle; a baseline is a third of the letters below the middle of its line.
  const first = box.top + (box.height - (lines.length - 1) * size * LINE_HEIGHT) / 2 + size * 0.35;
  return { lines, size, baselines: lines.map((_, index) => first + index * size * LINE_HEIGHT) };
}

/** Breaks a text into lines that fit; a word that is longer than a line is broken anywhere. */
export function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.split(/[ \t]+/)) {
      if (line && fits(`${line} ${word}`)) {
        line = `${line} ${word}`;
        continue;
      }
      if (line) lines.push(line);
      line = '';
      for (const sign of word) {
        if (line && !fits(line + sign)) {
          lines.push(line);
          line = '';
        }
        line += sign;
      }
    }
    lines.push(line);
  }
  return lines;
}
