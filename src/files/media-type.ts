// The media type of a file, by its content alone.
import { extname } from 'node:path';

/** Text has no signature, so these extensions decide for text. */
const TEXT_TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.json': 'application/json',
};

/** Types that browsers show without running anything; the others are only downloaded. */
const INLINE = /^(application\/pdf|image\/(png|jpeg|gif|webp)|text\/plain|audio\/.+|video\/(mp4|webm))$/;

/** Recognizes whether bytes that arrive in chunks are UTF-8 text without U+0000. */
export class TextDetector {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  add(chunk: Uint8Array): void {
    this.#decode(chunk, true);
  }

  /** @returns whether all chunks were text */
  end(): boolean {
    this.#decode(new Uint8Array(), false);
    return this.#isText;
  }

  #decode(chunk: Uint8Array, stream: boolean): void {
    if (!this.#isText) return;
    try {
      this.#isText = !chunk.includes(0);
      this.#decoder.decode(chunk, { stream });
    } catch {
      this.#isText = false;
    }
  }
}

/**
 * Returns the type of a file.
 * @param head its first bytes
 * @param isText whether all of it is UTF-8 text
 */
export async function mediaTypeOf(head: Uint8Array, isText: boolean, name: string): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  // XML is text here, so that SVG and XHTML are never sent as documents that a browser runs.
  if (found && !/[/+]xml$/.test(found.mime)) return found.mime;
  if (!isText) return 'application/octet-stream';
  return TEXT_TYPES[extname(name).toLowerCase()] ?? 'text/plain';
}

/** Returns whether a browser may show a file of this type. */
export function isInlineType(mime: string): boolean {
  return INLINE.test(mime);
}
