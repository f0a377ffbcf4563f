// Draws what was filled in and the pages with the evidence into a PDF, and signs it where a certificate is configured.
import fontkit from '@cantoo/fontkit';
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { readFont } from '../fonts.ts';
import { drawParagraphs } from './pdf-paragraphs.ts';
import type { DrawnField, SealedPdf, SealInput } from './pdf-task.ts';
import { fitText } from './pdf-text.ts';

const INK = rgb(0.05, 0.1, 0.35);
const GREY = rgb(0.35, 0.35, 0.4);

interface Fonts {
  text: PDFFont;
  script: PDFFont;
}

/** Makes the sealed form of a document, or the certificate where there is none. */
export async function seal(input: SealInput): Promise<SealedPdf> {
  const document = input.bytes
    ? await PDFDocument.load(input.bytes, { updateMetadata: false })
    : await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const fonts: Fonts = {
    text: await document.embedFont(readFont('text'), { subset: true }),
    script: await document.embedFont(readFont('script'), { subset: true }),
  };
  if (input.bytes) flatten(document, fonts.text);
  const pages = document.getPages();
  for (const field of input.fields) await drawField(document, pages[field.page - 1]!, field, fonts);
  drawParagraphs(document, fonts.text, input.paragraphs);
  if (!input.bytes) document.setTitle(input.title);
  document.setProducer('Platform');
  document.setModificationDate(input.at);
  const bytes = await document.save({ useObjectStreams: false });
  if (!input.certificate) return { bytes };
  const { signPdf } = await import('./pdf-signature.ts');
  return { bytes: await signPdf(bytes, input.certificate, input.at) };
}

/** Turns form fields into content. One without an appearance, which readers would draw themselves, gets one before. */
function flatten(document: PDFDocument, font: PDFFont): void {
  try {
    const form = document.getForm();
    const fields = form.getFields();
    for (const field of fields) {
      try {
        if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances(font);
      } catch {
        // It keeps what it shows.
      }
    }
    if (fields.length) form.flatten({ updateFieldAppearances: false });
  } catch {
    // The manifest proves the document, so a form that stays fillable does no harm.
  }
}

interface Frame {
  /** Returns the point in the page's own coordinates for one of the page as shown, from its top left. */
  at(x: number, y: number): { x: number; y: number };
  width: number;
  height: number;
  angle: number;
}

/** Returns the part of a page that readers show: its CropBox, as far as the MediaBox reaches. */
function shownBox(page: PDFPage): { x: number; y: number; width: number; height: number } {
  const [crop, media] = [page.getCropBox(), page.getMediaBox()];
  const [x, y] = [Math.max(crop.x, media.x), Math.max(crop.y, media.y)];
  const width = Math.min(crop.x + crop.width, media.x + media.width) - x;
  const height = Math.min(crop.y + crop.height, media.y + media.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}

function frameOf(page: PDFPage): Frame {
  const box = shownBox(page);
  const angle = ((page.getRotation().angle % 360) + 360) % 360;
  const isSideways = angle === 90 || angle === 270;
  const at = (x: number, y: number) => {
    if (angle === 90) return { x: box.x + y, y: box.y + x };
    if (angle === 180) return { x: box.x + box.width - x, y: box.y + y };
    if (angle === 270) return { x: box.x + box.width - y, y: box.y + box.height - x };
    return { x: box.x + x, y: box.y + box.height - y };
  };
  return {
    at,
    angle,
    width: isSideways ? box.height : box.width,
    height: isSideways ? box.width : box.height,
  };
}

async function drawField(
  document: PDFDocument,
  page: PDFPage,
  field: DrawnField,
  fonts: Fonts,
): Promise<void> {
  const frame = frameOf(page);
  const box = {
    left: field.x * frame.width,
    top: field.y * frame.height,
    width: field.width * frame.width,
    height: field.height * frame.height,
  };
  const rotate = degrees(frame.angle);
  if (field.png) {
    const image = await document.embedPng(field.png);
    const scale = Math.min(box.width / image.width, box.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    page.drawImage(image, { ...frame.at(box.left, box.top + box.height), width, height, rotate });
    return;
  }
  if (field.isTicked !== undefined) {
    drawBox(page, frame, box, field.isTicked);
    return;
  }
  if (!field.text) return;
  const isScript = field.type === 'signature' || field.type === 'initials';
  const font = isScript ? fonts.script : fonts.text;
  const { lines, size, baselines } = fitText(field.text, font, box, isScript ? 36 : 12);
  for (const [index, line] of lines.entries())
    page.drawText(line, { ...frame.at(box.left + 1, baselines[index]!), size, font, color: INK, rotate });
}

/** Draws a square with or without a tick. */
function drawBox(
  page: PDFPage,
  frame: Frame,
  box: { left: number; top: number; width: number; height: number },
  isTicked: boolean,
): void {
  const side = Math.min(box.width, box.height);
  const { left, top } = box;
  const line = (from: [number, number], to: [number, number], thickness: number, color = GREY) =>
    page.drawLine({
      start: frame.at(left + from[0] * side, top + from[1] * side),
      end: frame.at(left + to[0] * side, top + to[1] * side),
      thickness,
      color,
    });
  line([0, 0], [1, 0], 0.7);
  line([1, 0], [1, 1], 0.7);
  line([1, 1], [0, 1], 0.7);
  line([0, 1], [0, 0], 0.7);
  if (!isTicked) return;
  line([0.2, 0.5], [0.42, 0.75], side / 9, INK);
  line([0.42, 0.75], [0.82, 0.22], side / 9, INK);
}
