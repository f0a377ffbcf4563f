// Pure rules of number series: default formats, how a format is read, periods, and the number that a format gives
// (delivery.md section 3).
import type { FieldFault } from '../../errors.ts';

export type SeriesName = 'client' | 'project' | 'quote' | 'work_order' | 'invoice' | 'credit_note' | 'ticket';
export type Reset = 'never' | 'yearly' | 'monthly';

/** How a series makes its numbers. */
export interface NumberFormat {
  format: string;
  reset: Reset;
}

export const SERIES_NAMES: readonly SeriesName[] = [
  'client',
  'project',
  'quote',
  'work_order',
  'invoice',
  'credit_note',
  'ticket',
];

export const DEFAULT_FORMATS: Readonly<Record<SeriesName, NumberFormat>> = {
  client: { format: 'C-{seq:5}', reset: 'never' },
  project: { format: 'P-{yyyy}-{seq:4}', reset: 'yearly' },
  quote: { format: 'Q-{yyyy}-{seq:5}', reset: 'yearly' },
  work_order: { format: 'WO-{yyyy}-{seq:5}', reset: 'yearly' },
  invoice: { format: 'INV-{yyyy}-{seq:5}', reset: 'yearly' },
  credit_note: { format: 'CN-{yyyy}-{seq:5}', reset: 'yearly' },
  ticket: { format: 'T-{seq:6}', reset: 'never' },
};

/** The series without gaps, whose numbers also follow the dates of their documents. */
const GAP_FREE: ReadonlySet<SeriesName> = new Set(['invoice', 'credit_note']);

/** Returns whether a series has no gaps; nobody can change it. */
export function isGapFree(series: SeriesName): boolean {
  return GAP_FREE.has(series);
}

const MAX_LENGTH = 32;
/** The length that a client number counts with. */
const CLIENT_LENGTH = 8;
const TOKEN = /\{([^{}]*)\}/g;

/** Returns the period of a day: `all`, `2026` or `2026-11`. */
export function periodOf(reset: Reset, day: string): string {
  if (reset === 'never') return 'all';
  return reset === 'yearly' ? day.slice(0, 4) : day.slice(0, 7);
}

/** A number around its sequence. */
export interface NumberParts {
  prefix: string;
  /** The digits of the sequence, filled with zeros; a longer sequence grows. */
  width: number;
  suffix: string;
}

/** Returns what a format gives around the sequence. */
export function numberParts(format: string, day: string, client?: string | null): NumberParts {
  const [yyyy, mm, dd] = day.split('-') as [string, string, string];
  const dated: Record<string, string> = { yyyy, yy: yyyy.slice(2), mm, dd };
  let width = 1;
  const [prefix = '', suffix = ''] = format
    .replace(TOKEN, (token, name: string) => {
      if (name === 'client') return client ?? token;
      if (!name.startsWith('seq')) return dated[name]!;
      width = Number(name.split(':')[1] ?? 1);
      return '\0';
    })
    .split('\0');
  return { prefix, width, suffix };
}

/** Returns the number that a format gives. */
export function formatNumber(format: string, day: string, seq: number, client?: string | null): string {
  const { prefix, width, suffix } = numberParts(format, day, client);
  return prefix + String(seq).padStart(width, '0') + suffix;
}

/** Returns the tokens of a format, without braces. */
export function tokensOf(format: string): string[] {
  return [...format.matchAll(TOKEN)].map(([, name]) => name!);
}

/** Returns what is wrong with a format and its reset; none if they fit. */
export function formatFaults(series: SeriesName, { format, reset }: NumberFormat): FieldFault[] {
  const faults: FieldFault[] = [];
  const fault = (path: string, rule: string, message: string) => faults.push({ path, rule, message });
  const tokens = tokensOf(format);
  const unknown = tokens.find((name) => !/^(yyyy|yy|mm|dd|client|seq|seq:([1-9]|10))$/.test(name));
  if (unknown !== undefined)
    fault(
      'format',
      'token',
      `{${unknown}} is no token; use {yyyy}, {yy}, {mm}, {dd}, {client}, {seq} or {seq:1} to {seq:10}.`,
    );
  if (!/^[A-Za-z0-9 ./_-]*$/.test(format.replace(TOKEN, '')))
    fault('format', 'pattern', 'Use letters, digits, spaces and . / _ - beside the tokens.');
  if (tokens.filter((name) => name.startsWith('seq')).length !== 1)
    fault('format', 'seq', 'A format has {seq} or {seq:N} exactly once.');
  if (series === 'client' && tokens.includes('client'))
    fault('format', 'client', 'A client number cannot contain itself; remove {client}.');
  if (lengthOf(format) > MAX_LENGTH)
    fault(
      'format',
      'max_length',
      `A number has at most ${MAX_LENGTH} characters, {client} counted as ${CLIENT_LENGTH}.`,
    );
  const hasYear = tokens.includes('yyyy') || tokens.includes('yy');
  if (reset !== 'never' && !hasYear)
    fault('reset', 'year_token', 'Numbers that start again each year need {yyyy} or {yy} in their format.');
  else if (reset === 'monthly' && !tokens.includes('mm'))
    fault('reset', 'month_token', 'Numbers that start again each month need {mm} in their format.');
  return faults;
}

function lengthOf(format: string): number {
  return format.replace(TOKEN, (_, name: string) => {
    if (name === 'client') return 'x'.repeat(CLIENT_LENGTH);
    return name.startsWith('seq') ? 'x'.repeat(Number(name.split(':')[1] ?? 1)) : 'x'.repeat(name.length);
  }).length;
}

/** Returns a regular expression of PostgreSQL that finds the sequence in the numbers of a format. */
export function numberPattern(format: string): string {
  const parts = format.split(TOKEN).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.]/g, '\\.');
    if (part === 'client') return '.+';
    return part.startsWith('seq') ? '0*([0-9]+)' : `[0-9]{${part.length}}`;
  });
  return `^${parts.join('')}$`;
}
