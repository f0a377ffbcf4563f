// The thread that takes the text out of one document.
import { parentPort, workerData } from 'node:worker_threads';
import { fromBufferPromise } from 'yauzl';
import { textOfHtml } from '../rich-text.ts';
import { sanitize } from '../sanitizer.ts';
import type { Extracted, ExtractTask } from './extract.ts';

/** Far more than the text of a document takes. */
const MAX_INFLATED = 40 * 1_048_576;
const MAX_ENTRIES = 2000;
const MAX_PAGES = 500;
/** A little more than a source can have, so that it is known that there is more. */
const ENOUGH_CHARACTERS = 120_000;

const { kind, bytes } = workerData as ExtractTask;

async function extract(): Promise<Extracted> {
  if (kind === 'docx') return textOfDocx(Buffer.from(bytes));
  if (kind === 'pdf-text') return textOfPdf(bytes);
  const text = Buffer.from(bytes).toString('utf8');
  return { text: kind === 'html' ? textWithLinks(text) : withoutHtml(text) };
}

/** Returns the text of HTML, with the address of each link behind its words. */
function textWithLinks(html: string): string {
  const clean = sanitize(html, {
    allowedTags: [
      'a',
      'p',
      'br',
      'div',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'ul',
      'ol',
      'li',
      'blockquote',
      'pre',
      'table',
      'tr',
      'hr',
    ],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
  });
  const linked = clean.replace(/<a href="([^"]*)">([^<]*)<\/a>/g, (_, address: string, words: string) =>
    words.trim() === address || !words.trim() ? address : `${words} (${address})`,
  );
  return textOfHtml(linked);
}

/** Returns Markdown without HTML in it; scripts and styles go with what they contain. */
function withoutHtml(markdown: string): string {
  return markdown
    .replace(/<(script|style|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi, '');
}

async function textOfDocx(document: Buffer): Promise<Extracted> {
  if (!(await isSmallArchive(document))) return { reason: 'too_large' };
  const { default: mammoth } = await import('mammoth');
  return { text: (await mammoth.extractRawText({ buffer: document })).value };
}

/** Inflates every entry without keeping it, whatever the archive claims: what follows inflates without a limit. */
async function isSmallArchive(document: Buffer): Promise<boolean> {
  const zip = await fromBufferPromise(document, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > MAX_ENTRIES) return false;
  let total = 0;
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      total += (chunk as Buffer).length;
      if (total > MAX_INFLATED) return false;
    }
  return true;
}

async function textOfPdf(document: Uint8Array): Promise<Extracted> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opened = await pdfjs
    .getDocument({
      data: new Uint8Array(document),
      disableFontFace: true,
      useSystemFonts: false,
      useWasm: false,
      stopAtErrors: false,
      verbosity: 0,
    })
    .promise.catch((error: Error) => error);
  if (opened instanceof Error)
    return { reason: opened.name === 'PasswordException' ? 'encrypted' : 'damaged' };
  const pages: string[] = [];
  let length = 0;
  for (
    let number = 1;
    number <= Math.min(opened.numPages, MAX_PAGES) && length < ENOUGH_CHARACTERS;
    number += 1
  ) {
    const text = await textOfPage(await opened.getPage(number));
    pages.push(text);
    length += text.length;
  }
  return { text: pages.join('\n\n') };
}

/** Reads a page item by item, and stops when there is enough: one page can repeat a text millions of times. */
async function textOfPage(page: { streamTextContent(): ReadableStream }): Promise<string> {
  let text = '';
  const reader = page.streamTextContent().getReader();
  while (text.length < ENOUGH_CHARACTERS) {
    const { done, value } = await reader.read();
    if (done) return text.trim();
    for (const { str = '', hasEOL = false } of value.items as { str?: string; hasEOL?: boolean }[])
      text += hasEOL ? `${str}\n` : str;
  }
  await reader.cancel();
  return text.trim();
}

try {
  parentPort!.postMessage({ value: await extract() });
} catch (error) {
  parentPort!.postMessage({ error: String(error) });
}
