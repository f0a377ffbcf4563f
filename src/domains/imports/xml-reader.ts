// Reads XML piece by piece, and tells of its elements by their names without prefixes.
import { SaxesParser } from 'saxes';
import { ServiceError } from '../../errors.ts';
import { unreadable } from './table.ts';

/** The most characters between two tags: more than a cell may have. */
const MAX_TEXT = 1024 * 1024;

/** What a reader does with the elements of a document. */
export interface ElementHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads a document, and yields after each piece of it, so that what was found can be passed on before the rest is read.
 * @throws FILE_UNREADABLE damaged, cell_too_large
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  { open, text, close }: ElementHandlers,
): AsyncGenerator<void> {
  const decoder = new TextDecoder();
  const parser = new SaxesParser({ position: false });
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    // Without namespaces, attributes are texts.
    open?.(localName(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    close?.(localName(name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const damagedBy = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      unreadable('damaged');
    }
  };
  for await (const chunk of bytes) {
    const part = decoder.decode(chunk, { stream: true });
    sinceTag += part.length;
    damagedBy(() => parser.write(part));
    // The parser keeps a text until it ends.
    if (sinceTag > MAX_TEXT) unreadable('cell_too_large');
    yield;
  }
  damagedBy(() => parser.write(decoder.decode()).close());
  yield;
}

/** Reads a whole document. */
export async function readWholeXml(
  bytes: AsyncIterable<Uint8Array>,
  handlers: ElementHandlers,
): Promise<void> {
  for await (const _ of readXml(bytes, handlers));
}

/** Returns a name without the prefix of its namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
