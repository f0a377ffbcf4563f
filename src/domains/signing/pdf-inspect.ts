// Looks at a PDF: how many pages it has, and why it could not be signed.
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import type { InspectionReason } from './pdf-task.ts';

const MAX_PAGES = 500;
const name = PDFName.of;

/** Returns the number of pages, or why the file cannot be signed. */
export async function inspect(bytes: Uint8Array): Promise<{ pages: number } | { reason: InspectionReason }> {
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: false,
    });
  } catch {
    return { reason: 'damaged' };
  }
  if (document.isEncrypted) return { reason: 'encrypted' };
  try {
    const form = document.catalog.lookupMaybe(name('AcroForm'), PDFDict);
    if (form?.has(name('XFA'))) return { reason: 'xfa' };
    const reason = reasonInObjects(document);
    if (reason) return { reason };
    const pages = document.getPages();
    for (const page of pages) page.getCropBox();
    if (pages.length > MAX_PAGES) return { reason: 'too_many_pages' };
    return pages.length === 0 ? { reason: 'damaged' } : { pages: pages.length };
  } catch {
    return { reason: 'damaged' };
  }
}

/** Looks through every object for scripts and signatures. */
function reasonInObjects(document: PDFDocument): InspectionReason | undefined {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    const found = dict instanceof PDFDict ? reasonIn(dict, 0) : undefined;
    if (found) return found;
  }
  return undefined;
}

function reasonIn(dict: PDFDict, depth: number): InspectionReason | undefined {
  if (dict.has(name('JS')) || dict.has(name('JavaScript')) || dict.get(name('S')) === name('JavaScript'))
    return 'javascript';
  if (dict.has(name('ByteRange')) && dict.has(name('Contents'))) return 'signed';
  if (depth > 8) return undefined;
  for (const value of dict.values()) {
    const parts = value instanceof PDFArray ? value.asArray() : [value];
    for (const part of parts) {
      const found = part instanceof PDFDict ? reasonIn(part, depth + 1) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

/** Reads a PNG as the seal will do it. @throws Error for one that it could not draw */
export async function readPicture(base64: string): Promise<true> {
  const document = await PDFDocument.create();
  const image = await document.embedPng(base64);
  document.addPage().drawImage(image);
  await document.save();
  return true;
}
