// Reads the parts of a workbook that its sheets refer to: the names of the sheets, formats, and shared texts.
import { posix } from 'node:path';
import { unreadable } from './table.ts';
import type { Archive } from './workbook-archive.ts';
import { tooLarge } from './workbook-archive.ts';
import { kindOfFormat, type NumberKind, unescapedText } from './workbook-values.ts';
import { localName, readWholeXml } from './xml-reader.ts';

export const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
/** The characters that the shared texts of a workbook may have, as they are held in memory. */
const MAX_SHARED_CHARACTERS = 24 * 1024 * 1024;
const MAX_SHARED_TEXTS = 1_000_000;

/** A sheet with cells. */
export interface SheetPart {
  name: string;
  part: string;
}

/** What is to be known of a workbook to read the cells of a sheet. */
export interface WorkbookParts {
  sheets: SheetPart[];
  is1904: boolean;
  /** What numbers are, by the number of their style. */
  styles: NumberKind[];
  texts: string[];
}

/** @throws FILE_UNREADABLE damaged; PAYLOAD_TOO_LARGE uncompressed_size */
export async function readParts(archive: Archive): Promise<WorkbookParts> {
  const relations = await readRelations(archive);
  const partOf = (type: string): string | undefined =>
    [...relations.values()].find((one) => one.type === type)?.part;
  const { sheets, is1904 } = await readWorkbook(archive);
  return {
    sheets: sheets.flatMap(({ name, relation }) => {
      const { type, part } = relations.get(relation) ?? {};
      return type === 'worksheet' && part ? [{ name, part }] : [];
    }),
    is1904,
    styles: await readStyles(archive, partOf('styles')),
    texts: await readTexts(archive, partOf('sharedStrings')),
  };
}

async function readRelations(archive: Archive): Promise<Map<string, { type: string; part: string }>> {
  const relations = new Map<string, { type: string; part: string }>();
  if (!archive.has(RELATIONS)) return relations;
  await readWholeXml(archive.read(RELATIONS), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const part = Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part });
    },
  });
  return relations;
}

async function readWorkbook(
  archive: Archive,
): Promise<{ sheets: { name: string; relation: string }[]; is1904: boolean }> {
  const sheets: { name: string; relation: string }[] = [];
  let is1904 = false;
  await readWholeXml(archive.read(WORKBOOK), {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (element !== 'sheet') return;
      const relation = Object.keys(attributes).find((key) => key.includes(':') && localName(key) === 'id');
      sheets.push({ name: attributes.name ?? '', relation: (relation && attributes[relation]) || '' });
    },
  });
  return { sheets, is1904 };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

async function readStyles(archive: Archive, part: string | undefined): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const styles: NumberKind[] = [];
  if (!part || !archive.has(part)) return styles;
  let isCellFormat = false;
  await readWholeXml(archive.read(part), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'cellXfs') isCellFormat = true;
      else if (name === 'xf' && isCellFormat) {
        const id = Number(numFmtId ?? 0);
        styles.push(kindOfFormat(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return styles;
}

async function readTexts(archive: Archive, part: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!part) return texts;
  if (!archive.has(part)) unreadable('damaged');
  const collector = new TextCollector();
  let characters = 0;
  await readWholeXml(archive.read(part), {
    open: (name) => collector.open(name),
    text: (text) => collector.add(text),
    close(name) {
      collector.close(name);
      if (name !== 'si') return;
      const text = collector.take();
      characters += text.length;
      if (characters > MAX_SHARED_CHARACTERS || texts.push(text) > MAX_SHARED_TEXTS)
        tooLarge('uncompressed_size');
    },
  });
  return texts;
}

/** Puts the runs of a rich text together, without the phonetic ones, which repeat it in another script. */
export class TextCollector {
  #text = '';
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 't') this.#isText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  add(text: string): void {
    if (this.#isText && !this.#isPhonetic) this.#text += text;
  }

  /** Returns the text that was collected, and begins anew. */
  take(): string {
    const text = unescapedText(this.#text);
    this.#text = '';
    return text;
  }
}
