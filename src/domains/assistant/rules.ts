// What an answer may say (platform.md section 8): every sentence rests on a record that was read, or says that it does not.

/** A record that was read for an answer. */
export interface Source {
  type: string;
  id: string;
  label: string;
  /** What tells it from others of its label, where it was found by a search. */
  subtitle?: string;
  /** Where REST has it. */
  path: string;
  /** Its plain values by field, the one that gave the label first. */
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
export const NO_SOURCE = 'This answer rests on no record of the workspace.';
const UNCITED = '(no source)';

/** `[3]`, or several in one pair of brackets. */
const MARK = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;
/** A mark behind the end of its sentence, as some write it. */
const LATE_MARKS = /([.!?])[ \t]*((?:\[[\d\s,]+\][ \t]*)+)(?=\n|$|\p{Lu})/gu;

/**
 * Holds an answer to its sources. A mark that names no record that was read is taken out, and a sentence with no other
 * mark goes with it: what it claims rests on nothing. A statement without any mark is said to be without a source. The
 * marks that stay are numbered by their first place in the text.
 * @param sources what was read, by the numbers that the author of the text was given
 */
export function heldToSources(
  text: string,
  sources: ReadonlyMap<number, Source>,
): { text: string; citations: Citation[] } {
  const lines = text
    .replace(LATE_MARKS, (_, end: string, marks: string) => ` ${marks.trim()}${end} `)
    .split('\n')
    .map((line) => sentencesOf(line).map((sentence) => readSentence(sentence, sources)));
  const kept = lines
    .map((sentences) => sentences.filter(({ marks, cited }) => marks === 0 || cited.length > 0))
    // A line that held something and holds nothing now goes; an empty one parts paragraphs.
    .filter((sentences, index) => sentences.length > 0 || lines[index]!.length === 0);
  const order = [...new Set(kept.flat().flatMap(({ cited }) => cited))];
  if (order.length === 0) {
    const said = write(kept, (sentence) => sentence.text);
    return { text: `${said || NOTHING_FOUND}\n\n${NO_SOURCE}`, citations: [] };
  }
  const numbers = new Map(order.map((number, index) => [number, index + 1]));
  const written = write(kept, (sentence) => {
    if (sentence.cited.length === 0)
      return isStatement(sentence.text) ? withoutSource(sentence.text) : sentence.text;
    return sentence.text.replace(MARK, (_, list: string) => marksOf(list, numbers));
  });
  const citations = order.map((number, index) => {
    const source = sources.get(number)!;
    const said = kept.flat().filter(({ cited }) => cited.includes(number));
    return citationOf(index + 1, source, said.map((one) => one.text).join(' '));
  });
  return { text: written, citations };
}

/** The citation of a record in a text that names it. */
export function citationOf(index: number, { type, id, label, path, values }: Source, text: string): Citation {
  return { index, type, id, label, path, fields: quoted(values, text) };
}

interface Sentence {
  text: string;
  /** How many numbers it names. */
  marks: number;
  /** Those that were read. */
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
  const known = numbersIn(list).flatMap((number) => numbers.get(number) ?? []);
  return [...new Set(known)].map((number) => `[${number}]`).join('');
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a line. What ends after one word is an abbreviation, and belongs to what follows. */
function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of SEGMENTER.segment(line)) {
    open += segment;
    if (/^\s*\S+\.\s*$/.test(open) && !MARK_INSIDE.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  if (open.trim()) sentences.push(open);
  return sentences.filter((sentence) => sentence.trim());
}

const MARK_INSIDE = /\[\d/;

/** Whether a sentence claims something: not a question, not what leads in to a list, not a heading or a word. */
function isStatement(sentence: string): boolean {
  const text = sentence.trim();
  if (/[?:]$/.test(text) || text.startsWith('#')) return false;
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 3;
}

function withoutSource(sentence: string): string {
  return sentence.replace(/\s*([.!]?)(\s*)$/, ` ${UNCITED}$1$2`);
}

function write(lines: Sentence[][], tell: (sentence: Sentence) => string): string {
  return lines
    .map((sentences) =>
      sentences
        .map(tell)
        .join('')
        .replace(/[ \t]+([.,;!?])/g, '$1')
        .replace(/(\S)[ \t]{2,}/g, '$1 '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The fields whose values stand in a text; where none does, the one that the record is known by. */
function quoted(values: ReadonlyMap<string, string>, text: string): string[] {
  const said = text.toLowerCase();
  const found = [...values].filter(([, value]) => value.length > 1 && said.includes(value.toLowerCase()));
  if (found.length > 0) return found.map(([field]) => field);
  return [...values.keys()].slice(0, 1);
}
