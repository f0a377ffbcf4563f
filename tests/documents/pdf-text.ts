// Reads PDFs as a reader does: the text of each page, pictures and the logical structure, by pdf.js.
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// @ts-expect-error: the package has no types of its worker
import * as worker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

// Without it, pdf.js looks for the file of its worker.
Object.assign(globalThis, { pdfjsWorker: worker });

/** What a reader finds in a PDF. */
export interface ReadPdf {
  title: string;
  language: string;
  /** The text of each page, in the order in which it was drawn, parts separated by line feeds. */
  pages: string[];
  pictures: number;
  /** The roles of the structure of the first page, in order. */
  roles: string[];
}

/** Reads a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { info } = await document.getMetadata();
  const pages: string[] = [];
  let pictures = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? item.str : [])).join('\n'));
    const { fnArray } = await page.getOperatorList();
    pictures += fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  }
  const facts = info as { Title: string; Language: string };
  const read = {
    title: facts.Title,
    language: facts.Language,
    pages,
    pictures,
    roles: await rolesOf(document),
  };
  await document.loadingTask.destroy();
  return read;
}

async function rolesOf(document: PDFDocumentProxy): Promise<string[]> {
  const tree = await (await document.getPage(1)).getStructTree();
  const roles: string[] = [];
  const collect = (node: object) => {
    const { role, children = [] } = node as { role?: string; children?: object[] };
    if (role) roles.push(role);
    for (const child of children) collect(child);
  };
  if (tree) collect(tree);
  return roles;
}
