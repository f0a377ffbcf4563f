// What an answer may state (platform.md section 8): each sentence cites a record that was read, or is marked as
// unsourced.

/** A record that was read for an answer. */
export interface Source {
  type: string;
  id: string;
  label: string;
  /** Distinguishes records with the same label; set for search hits. */
  subtitle?: string;
  /** The path of the record in the REST API. */
  path: string;
  /** Its scalar values by field; the field that provides the label comes first. */
  values: ReadonlyMap<string, string>;
}

export interface Citation {
  index: number;
  type: string;
  id: string;
  label: string;
  path: string;
  /** Fields that the answer quotes. */
  fields: string[];
}

export const NOTHING_FOUND = 'I found no record that answers this.';
export const NO_SOURCE = 'This answer is not based on any record of the workspace.';
const UNCITED = '(no source)';

/** `[3]`, or several in one pair of brackets. */
const MARK = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;
/** Marks after the end of their sentence, where some models put them. */
const TRAILING_MARKS = /([.!?])[ \t]*((?:\[[\d\s,]+\][ \t]*)+)(?=\n|$|\p{Lu})/gu;

/**
 * Limits an answer to its sources. A mark of a record that was not read is removed, and so is a sentence with no
 * other mark, as nothing supports it. A statement without any mark is labelled as unsourced. The remaining marks are
 * renumbered in the order of the text.
 * @param sources the records that were read, by the numbers that the model was given
 */
export function enforceSources(
  text: string,
  sources: ReadonlyMap<number, Source>,
): { text: string; citations: Citation[] } {
  const lines = text
    .replace(TRAILING_MARKS, (_, end: string, marks: string) => ` ${marks.trim()}${end} `)
    .split('\n')
    .map((line) => splitSentences(line).map((sentence) => readSentence(sentence, sources)));
  const supported = lines
    .map((sentences) => sentences.filter(({ marks, cited }) => marks === 0 || cited.length > 0))
    // Drops lines of which every sentence was removed; lines that were empty separate paragraphs and stay.
    .filter((sentences, index) => sentences.length > 0 || lines[index]!.length === 0);
  const order = [...new Set(supported.flat().flatMap(({ cited }) => cited))];
  if (order.length === 0) {
    const unsourcedText = renderText(supported, (sentence) => sentence.text);
    return { text: `${unsourcedText || NOTHING_FOUND}\n\n${NO_SOURCE}`, citations: [] };
  }
  const numbers = new Map(order.map((number, index) => [number, index + 1]));
  const rendered = renderText(supported, (sentence) => {
    if (sentence.cited.length === 0)
      return isStatement(sentence.text) ? markUnsourced(sentence.text) : sentence.text;
    return sentence.text.replace(MARK, (_, list: string) => marksOf(list, numbers));
  });
  const citations = order.map((number, index) => {
    const source = sources.get(number)!;
    const citing = supported.flat().filter(({ cited }) => cited.includes(number));
    return citationOf(index + 1, source, citing.map((sentence) => sentence.text).join(' '));
  });
  return { text: rendered, citations };
}

/** Returns the citation of a record in the text that mentions it. */
export function citationOf(index: number, { type, id, label, path, values }: Source, text: string): Citation {
  return { index, type, id, label, path, fields: quotedFields(values, text) };
}

interface Sentence {
  text: string;
  /** The number of marks in the sentence. */
  marks: number;
  /** The marked numbers that belong to records that were read. */
  cited: number[];
}

function readSentence(text: string, sources: ReadonlyMap<number, Source>): Sentence {
  const named = [...text.matchAll(MARK)].flatMap(([, list]) => numbersIn(list!));
  return { text, marks: named.length, cited: named.filter((number) => sources.has(number)) };
}

function numbersIn(list: string): number[] {
  return list.split(',').map(Number);
}

function marksOf(list: string, numbers: ReadonlyMap<number, number>): string {
  const renumbered = numbersIn(list).flatMap((number) => numbers.get(number) ?? []);
  return [...new Set(renumbered)].map((number) => `[${number}]`).join('');
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Splits a line into sentences. A "sentence" of one word is an abbreviation, and is joined to what follows. */
function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let pending = '';
  for (const { segment } of SEGMENTER.segment(line)) {
    pending += segment;
    if (/^\s*\S+\.\s*$/.test(pending) && !MARK_INSIDE.test(pending)) continue;
    sentences.push(pending);
    pending = '';
  }
  if (pending.trim()) sentences.push(pending);
  return sentences.filter((sentence) => sentence.trim());
}

const MARK_INSIDE = /\[\d/;

/**
 * Returns whether a sentence claims something: it is no question, no introduction of a list, no heading, no single
 * word.
 */
function isStatement(sentence: string): boolean {
  const text = sentence.trim();
  if (/[?:]$/.test(text) || text.startsWith('#')) return false;
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 3;
}

function markUnsourced(sentence: string): string {
  return sentence.replace(/\s*([.!]?)(\s*)$/, ` ${UNCITED}$1$2`);
}

function renderText(lines: Sentence[][], render: (sentence: Sentence) => string): string {
  return lines
    .map((sentences) =>
      sentences
        .map(render)
        .join('')
        .replace(/[ \t]+([.,;!?])/g, '$1')
        .replace(/(\S)[ \t]{2,}/g, '$1 '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns the fields whose values occur in a text, or else the field that provides the label. */
function quotedFields(values: ReadonlyMap<string, string>, text: string): string[] {
  const lowerCaseText = text.toLowerCase();
  const found = [...values].filter(
    ([, value]) => value.length > 1 && lowerCaseText.includes(value.toLowerCase()),
  );
  if (found.length > 0) return found.map(([field]) => field);
  return [...values.keys()].slice(0, 1);
}
