// What may stand in a custom field, by its type and rules, and the form in which it is stored (platform.md §8).
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { CustomFieldDefinition, CustomFieldRules } from '../../access/custom-field-definitions.ts';
import { instantOf, isDay } from '../../clock.ts';
import { invalid } from '../../errors.ts';
import { assertCurrency, readMoney } from '../money.ts';
import type { PatternRun } from './pattern.ts';
import { LONGEST } from './rules.ts';

const MAX_CHOICES = 50;
const MAX_JSON_BYTES = 16 * 1024;
/** Beyond it a JSON number is not the one that was written. */
const MAX_NUMBER = 1e15;
const MAX_SCALE = 10;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Around a value: where it stands, what stood there before, the zone of days and times without one, and what runs patterns. */
export interface Place {
  path: string;
  before: unknown;
  timeZone: string;
  patterns: PatternRun;
}

type Reader = (field: CustomFieldDefinition, value: unknown, place: Place) => unknown;

const READERS: Record<CustomFieldDefinition['type'], Reader> = {
  text: readText,
  long_text: readText,
  integer: readNumber,
  number: readNumber,
  percent: readNumber,
  currency: readCurrency,
  date: readDate,
  datetime: readDateTime,
  boolean: (_, value, { path }) => {
    if (typeof value !== 'boolean') throw invalid(path, 'type', 'Give true or false.');
    return value;
  },
  select: readChoice,
  multi_select: readChoices,
  url: readUrl,
  email: readEmail,
  phone: readPhone,
  user: readId,
  company: readId,
  contact: readId,
  json: readJson,
};

/**
 * A value in the form in which it is stored; null for none, which a blank text is too where its field asks for no form.
 * @throws VALIDATION_ERROR at its path
 */
export function readValue(field: CustomFieldDefinition, value: unknown, place: Place): unknown {
  return value === null ? null : READERS[field.type](field, value, place);
}

function asText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw invalid(path, 'type', 'Give a text.');
  return value.normalize('NFC').trim();
}

function readText(
  { type, rules }: CustomFieldDefinition,
  value: unknown,
  { path, patterns }: Place,
): string | null {
  const text = asText(value, path);
  if (text === '' && rules.minLength == null && rules.pattern == null) return null;
  const length = [...text].length;
  const longest = rules.maxLength ?? LONGEST[type]!;
  if (length > longest) throw invalid(path, 'max_length', `Give at most ${longest} characters.`);
  if (rules.minLength != null && length < rules.minLength)
    throw invalid(path, 'min_length', `Give at least ${rules.minLength} characters.`);
  if (rules.pattern != null) patterns.assertMatches(rules.pattern, text, path);
  return text;
}

function readNumber({ type, rules }: CustomFieldDefinition, value: unknown, { path }: Place): number {
  if (typeof value !== 'number') throw invalid(path, 'type', 'Give a number.');
  if (Math.abs(value) > MAX_NUMBER) throw invalid(path, 'range', 'Give a number of at most 15 digits.');
  const scale = type === 'integer' ? 0 : (rules.scale ?? MAX_SCALE);
  if (Number(value.toFixed(scale)) !== value)
    throw invalid(path, 'scale', `Give a number with at most ${scale} digits behind the point.`);
  assertWithin(rules, value, path);
  // Minus zero is written as zero.
  return value + 0;
}

function assertWithin({ min, max }: CustomFieldRules, value: number | string, path: string): void {
  if (min != null && value < min) throw invalid(path, 'minimum', `Give at least ${min}.`);
  if (max != null && value > max) throw invalid(path, 'maximum', `Give at most ${max}.`);
}

function readCurrency({ rules }: CustomFieldDefinition, value: unknown, { path }: Place): object {
  const { amount, currency, ...more } = (value ?? {}) as Record<string, unknown>;
  const isAmount = typeof amount === 'string' || typeof amount === 'number';
  if (!isAmount || typeof currency !== 'string' || Object.keys(more).length)
    throw invalid(path, 'type', 'Give an object such as {"amount": "12.50", "currency": "EUR"}.');
  assertCurrency(currency, `${path}.currency`);
  const money = readMoney(String(amount), currency, `${path}.amount`);
  const digits = money.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length;
  if (rules.scale != null && digits > rules.scale)
    throw invalid(`${path}.amount`, 'scale', `Give at most ${rules.scale} digits behind the point.`);
  assertWithin(rules, Number(money), `${path}.amount`);
  return { amount: money, currency };
}

function readDate({ rules }: CustomFieldDefinition, value: unknown, { path }: Place): string {
  const text = asText(value, path);
  if (!isDay(text)) throw invalid(path, 'format', 'Give a day such as 2026-11-21.');
  assertWithin(rules, text, path);
  return text;
}

function readDateTime({ rules }: CustomFieldDefinition, value: unknown, { path, timeZone }: Place): string {
  const instant = instantOf(asText(value, path), timeZone);
  if (!instant) throw invalid(path, 'format', 'Give an instant such as 2026-11-21T09:30:00Z.');
  const [min, max] = [rules.min, rules.max].map((bound) =>
    bound == null ? null : (instantOf(String(bound), timeZone) ?? null),
  );
  assertWithin({ min: min ?? null, max: max ?? null }, instant, path);
  return instant;
}

function readChoice({ options }: CustomFieldDefinition, value: unknown, { path, before }: Place): string {
  const known = options.filter(({ archived }) => !archived).map(({ key }) => key);
  // What was chosen before its option was archived may stay.
  const kept = [before].flat();
  if (typeof value === 'string' && (known.includes(value) || kept.includes(value))) return value;
  throw invalid(path, 'option', `Give one of ${known.join(', ')}.`);
}

function readChoices(field: CustomFieldDefinition, value: unknown, place: Place): string[] | null {
  if (!Array.isArray(value)) throw invalid(place.path, 'type', 'Give a list of options.');
  const chosen = new Set(value.map((one) => readChoice(field, one, place)));
  if (chosen.size > MAX_CHOICES)
    throw invalid(place.path, 'max_items', `Give at most ${MAX_CHOICES} options.`);
  return chosen.size ? [...chosen] : null;
}

function readUrl(_: CustomFieldDefinition, value: unknown, { path }: Place): string {
  const url = URL.parse(asText(value, path));
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username || url.password || url.href.length > 2000)
    throw invalid(path, 'url', 'Give a URL such as https://example.com/page, without a password in it.');
  return url.href;
}

function readEmail(_: CustomFieldDefinition, value: unknown, { path }: Place): string {
  const text = asText(value, path).normalize('NFKC').toLowerCase();
  if (text.length > 254 || !/^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/u.test(text))
    throw invalid(path, 'email', 'Give an email address such as ada@example.com.');
  return text;
}

function readPhone(_: CustomFieldDefinition, value: unknown, { path }: Place): string {
  const parsed = parsePhoneNumberFromString(asText(value, path).normalize('NFKC'), { extract: false });
  if (!parsed?.isPossible()) throw invalid(path, 'phone', 'Give a number with its country: +49 30 12345.');
  return parsed.number;
}

function readId({ type }: CustomFieldDefinition, value: unknown, { path }: Place): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw invalid(path, 'format', `Give the id of a ${type}.`);
}

function readJson(_: CustomFieldDefinition, value: unknown, { path }: Place): unknown {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_JSON_BYTES)
    throw invalid(path, 'max_length', 'Give JSON of at most 16 kB.');
  return value;
}
