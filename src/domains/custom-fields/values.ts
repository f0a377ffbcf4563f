// Validates values of custom fields by type and rules, and converts them to the stored form (platform.md §8).
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { CustomFieldDefinition, CustomFieldRules } from '../../access/custom-field-definitions.ts';
import { instantOf, isDay } from '../../clock.ts';
import { invalid } from '../../errors.ts';
import { assertCurrency, readMoney } from '../money.ts';
import type { PatternRun } from './pattern.ts';
import { MAX_TEXT_LENGTH } from './rules.ts';

const MAX_CHOICES = 50;
const MAX_JSON_BYTES = 16 * 1024;
/** Larger JSON numbers lose precision. */
const MAX_NUMBER = 1e15;
const MAX_SCALE = 10;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The context of a value: its path for errors, the stored value, the default time zone, and the pattern runner. */
export interface ValueContext {
  path: string;
  before: unknown;
  timeZone: string;
  patterns: PatternRun;
}

type Reader = (field: CustomFieldDefinition, value: unknown, context: ValueContext) => unknown;

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
 * Returns a value in the form in which it is stored. Null means no value; a blank text counts as null unless a length
 * or pattern is required.
 * @throws VALIDATION_ERROR at its path
 */
export function readValue(field: CustomFieldDefinition, value: unknown, context: ValueContext): unknown {
  return value === null ? null : READERS[field.type](field, value, context);
}

function asText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw invalid(path, 'type', 'Give a text.');
  return value.normalize('NFC').trim();
}

function readText(
  { type, rules }: CustomFieldDefinition,
  value: unknown,
  { path, patterns }: ValueContext,
): string | null {
  const text = asText(value, path);
  if (text === '' && rules.minLength == null && rules.pattern == null) return null;
  const length = [...text].length;
  const maxLength = rules.maxLength ?? MAX_TEXT_LENGTH[type]!;
  if (length > maxLength) throw invalid(path, 'max_length', `Give at most ${maxLength} characters.`);
  if (rules.minLength != null && length < rules.minLength)
    throw invalid(path, 'min_length', `Give at least ${rules.minLength} characters.`);
  if (rules.pattern != null) patterns.assertMatches(rules.pattern, text, path);
  return text;
}

function readNumber({ type, rules }: CustomFieldDefinition, value: unknown, { path }: ValueContext): number {
  if (typeof value !== 'number') throw invalid(path, 'type', 'Give a number.');
  if (Math.abs(value) > MAX_NUMBER) throw invalid(path, 'range', 'Give a number of at most 15 digits.');
  const scale = type === 'integer' ? 0 : (rules.scale ?? MAX_SCALE);
  if (Number(value.toFixed(scale)) !== value)
    throw invalid(path, 'scale', `Give a number with at most ${scale} decimal places.`);
  assertInRange(rules, value, path);
  // Turns minus zero into zero.
  return value + 0;
}

function assertInRange({ min, max }: CustomFieldRules, value: number | string, path: string): void {
  if (min != null && value < min) throw invalid(path, 'minimum', `Give at least ${min}.`);
  if (max != null && value > max) throw invalid(path, 'maximum', `Give at most ${max}.`);
}

function readCurrency({ rules }: CustomFieldDefinition, value: unknown, { path }: ValueContext): object {
  const { amount, currency, ...others } = (value ?? {}) as Record<string, unknown>;
  const isAmount = typeof amount === 'string' || typeof amount === 'number';
  if (!isAmount || typeof currency !== 'string' || Object.keys(others).length)
    throw invalid(path, 'type', 'Give an object such as {"amount": "12.50", "currency": "EUR"}.');
  assertCurrency(currency, `${path}.currency`);
  const money = readMoney(String(amount), currency, `${path}.amount`);
  const digits = money.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length;
  if (rules.scale != null && digits > rules.scale)
    throw invalid(`${path}.amount`, 'scale', `Give at most ${rules.scale} decimal places.`);
  assertInRange(rules, Number(money), `${path}.amount`);
  return { amount: money, currency };
}

function readDate({ rules }: CustomFieldDefinition, value: unknown, { path }: ValueContext): string {
  const text = asText(value, path);
  if (!isDay(text)) throw invalid(path, 'format', 'Give a date such as 2026-11-21.');
  assertInRange(rules, text, path);
  return text;
}

function readDateTime(
  { rules }: CustomFieldDefinition,
  value: unknown,
  { path, timeZone }: ValueContext,
): string {
  const instant = instantOf(asText(value, path), timeZone);
  if (!instant) throw invalid(path, 'format', 'Give an instant such as 2026-11-21T09:30:00Z.');
  const [min, max] = [rules.min, rules.max].map((bound) =>
    bound == null ? null : (instantOf(String(bound), timeZone) ?? null),
  );
  assertInRange({ min: min ?? null, max: max ?? null }, instant, path);
  return instant;
}

function readChoice(
  { options }: CustomFieldDefinition,
  value: unknown,
  { path, before }: ValueContext,
): string {
  const activeKeys = options.filter(({ archived }) => !archived).map(({ key }) => key);
  // A record may keep an option that was archived after it was chosen.
  const storedKeys = [before].flat();
  if (typeof value === 'string' && (activeKeys.includes(value) || storedKeys.includes(value))) return value;
  throw invalid(path, 'option', `Give one of ${activeKeys.join(', ')}.`);
}

function readChoices(field: CustomFieldDefinition, value: unknown, context: ValueContext): string[] | null {
  if (!Array.isArray(value)) throw invalid(context.path, 'type', 'Give a list of options.');
  const chosen = new Set(value.map((choice) => readChoice(field, choice, context)));
  if (chosen.size > MAX_CHOICES)
    throw invalid(context.path, 'max_items', `Give at most ${MAX_CHOICES} options.`);
  return chosen.size ? [...chosen] : null;
}

function readUrl(_: CustomFieldDefinition, value: unknown, { path }: ValueContext): string {
  const url = URL.parse(asText(value, path));
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username || url.password || url.href.length > 2000)
    throw invalid(path, 'url', 'Give a URL such as https://example.com/page, without credentials.');
  return url.href;
}

function readEmail(_: CustomFieldDefinition, value: unknown, { path }: ValueContext): string {
  const text = asText(value, path).normalize('NFKC').toLowerCase();
  if (text.length > 254 || !/^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/u.test(text))
    throw invalid(path, 'email', 'Give an email address such as ada@example.com.');
  return text;
}

function readPhone(_: CustomFieldDefinition, value: unknown, { path }: ValueContext): string {
  const parsed = parsePhoneNumberFromString(asText(value, path).normalize('NFKC'), { extract: false });
  if (!parsed?.isPossible())
    throw invalid(path, 'phone', 'Give a phone number with its country code, such as +49 30 12345.');
  return parsed.number;
}

function readId({ type }: CustomFieldDefinition, value: unknown, { path }: ValueContext): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw invalid(path, 'format', `Give the id of a ${type}.`);
}

function readJson(_: CustomFieldDefinition, value: unknown, { path }: ValueContext): unknown {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_JSON_BYTES)
    throw invalid(path, 'max_length', 'Give JSON of at most 16 kB.');
  return value;
}
