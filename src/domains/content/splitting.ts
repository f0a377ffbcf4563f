// Splits a text into the segments of a thread, and shortens texts, without ever cutting an address.
import {
  addressesIn,
  graphemes,
  normalized,
  weightedCount,
  weightOf,
  withoutInvalidCharacters,
} from './counting.ts';
import { MAX_SEGMENTS, SEGMENT_LIMIT } from './rules.ts';

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** How much is kept together, the most first. */
const LEVELS = ['paragraph', 'sentence', 'word', 'grapheme'] as const;
type Level = (typeof LEVELS)[number];

/** A part of a text that is not cut: an address or a grapheme. */
interface Unit {
  text: string;
  weight: number;
  /** What begins with it. */
  begins: Level;
}

/**
 * Splits a text into segments that fit: at paragraphs, then at sentences, words and graphemes. There may be more segments
 * than a thread can have.
 * @param numbering whether each segment ends with its number, which counts
 */
export function splitThread(text: string, numbering = false): string[] {
  const units = unitsOf(normalized(text).trim());
  if (!numbering) return pack(units, SEGMENT_LIMIT.limit);
  for (let digits = 1; ; digits += 1) {
    const reserved = ` (/)`.length + 2 * digits;
    const segments = pack(units, SEGMENT_LIMIT.limit - reserved);
    if (segments.length <= 1) return segments;
    if (String(segments.length).length <= digits)
      return segments.map((segment, index) => `${segment} (${index + 1}/${segments.length})`);
  }
}

/** Packs units, at paragraphs as long as that does not take more segments than a thread can have. */
function pack(units: readonly Unit[], limit: number): string[] {
  const segments = packAt(units, limit, LEVELS);
  return segments.length > MAX_SEGMENTS ? packAt(units, limit, LEVELS.slice(2)) : segments;
}

function packAt(units: readonly Unit[], limit: number, levels: readonly Level[]): string[] {
  const segments: string[] = [];
  for (let start = 0; start < units.length; ) {
    if (!units[start]!.text.trim()) {
      start += 1;
      continue;
    }
    const end = endOf(units, start, limit, levels);
    segments.push(textOf(units, start, end));
    start = end;
  }
  return segments;
}

/** Returns the index behind the last unit of a segment that begins at `start`. */
function endOf(units: readonly Unit[], start: number, limit: number, levels: readonly Level[]): number {
  let weight = 0;
  let last = start;
  // Spaces at the end are left out, so they need not fit.
  while (last < units.length && (weight + units[last]!.weight <= limit || !units[last]!.text.trim())) {
    weight += units[last]!.weight;
    last += 1;
  }
  if (last === units.length && fits(units, start, last, limit)) return last;
  for (const level of levels)
    for (let end = last; end > start; end -= 1)
      if (end < units.length && beginsAt(units[end]!, level) && fits(units, start, end, limit)) return end;
  return start + 1;
}

/** Counts again as a whole, because a cut can turn what was no address into one. */
function fits(units: readonly Unit[], start: number, end: number, limit: number): boolean {
  const text = textOf(units, start, end);
  return text !== '' && weightedCount(text) <= limit;
}

function beginsAt({ begins }: Unit, level: Level): boolean {
  return LEVELS.indexOf(begins) <= LEVELS.indexOf(level);
}

function textOf(units: readonly Unit[], start: number, end: number): string {
  return units
    .slice(start, end)
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** Divides a normalized text into units. */
function unitsOf(text: string): Unit[] {
  const begins = beginningsOf(text);
  const units: Unit[] = [];
  const add = (part: string, at: number, weight: number) =>
    units.push({ text: part, weight, begins: begins.get(at) ?? 'grapheme' });
  const addAll = (start: number, end: number) => {
    let at = start;
    for (const grapheme of graphemes(text.slice(start, end))) {
      const weight = weightOf(grapheme);
      // A letter with hundreds of accents would not fit, so it is cut.
      for (const part of weight > MAX_GRAPHEME ? grapheme : [grapheme]) {
        add(part, at, part === grapheme ? weight : weightOf(part));
        at += part.length;
      }
    }
  };
  let at = 0;
  for (const { start, end } of addressesIn(text)) {
    addAll(at, start);
    add(text.slice(start, end), start, weightedCount(text.slice(start, end)));
    at = end;
  }
  addAll(at, text.length);
  return units;
}

const MAX_GRAPHEME = 20;

/** Returns what begins at which offset; the strongest where several do. */
function beginningsOf(text: string): Map<number, Level> {
  const begins = new Map<number, Level>();
  for (const { index, 0: space } of text.matchAll(/\s+/g)) begins.set(index + space.length, 'word');
  for (const { index } of SENTENCES.segment(text))
    if (/\s/.test(text[index - 1] ?? ' ')) begins.set(index, 'sentence');
  for (const { index, 0: space } of text.matchAll(/\n\s*\n\s*/g))
    begins.set(index + space.length, 'paragraph');
  return begins;
}

/** Returns the sentences of a text, with the spaces behind them. */
export function sentencesOf(text: string): string[] {
  return [...SENTENCES.segment(text)].map(({ segment }) => segment);
}

const ELLIPSIS = '…';

/**
 * Drops sentences from the end until a text fits; the first one always stays.
 * @param isFitting whether a text is short enough
 */
export function dropSentences(text: string, isFitting: (text: string) => boolean): string {
  const sentences = sentencesOf(normalized(text).trim());
  const upTo = (count: number) => sentences.slice(0, count).join('').trim();
  return upTo(
    Math.max(
      1,
      longest(sentences.length, (count) => isFitting(upTo(count))),
    ),
  );
}

/** Cuts a text behind a word until it fits, and ends it with an ellipsis; a first word that is too long is cut itself. */
export function truncate(text: string, isFitting: (text: string) => boolean): string {
  const units = unitsOf(withoutInvalidCharacters(normalized(text)).trim());
  const whole = textOf(units, 0, units.length);
  if (isFitting(whole)) return whole;
  const breaks = units.flatMap(({ begins }, index) => (index > 0 && begins !== 'grapheme' ? [index] : []));
  const upTo = (end: number) => `${textOf(units, 0, end)}${ELLIPSIS}`;
  const word = longest(breaks.length, (count) => count === 0 || isFitting(upTo(breaks[count - 1]!)));
  if (word > 0) return upTo(breaks[word - 1]!);
  return upTo(longest(units.length, (count) => isFitting(upTo(count))));
}

/** Returns the largest number up to a maximum that fits, where everything smaller fits too. */
function longest(max: number, isFitting: (count: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
