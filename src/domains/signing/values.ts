// The values that a signer gives for their fields: what each type takes, and what the service fills in itself.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, ServiceError } from '../../errors.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import { patternsOf } from '../custom-fields/pattern.ts';
import { isPrintable } from '../fonts.ts';
import type { EnvelopeField, EnvelopeRecipient } from './model.ts';
import { sha256 } from './rules.ts';

const MAX_PNG_BYTES = 262_144;
const MAX_TEXT = 4_000;
const MAX_SIGNATURE = 200;
/** Larger pictures would take long to draw. */
const MAX_PIXELS = 4_000;
const BY_SERVICE = ['date_signed', 'name', 'email'];
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;

type Faults = FieldFault[];

/** Returns the value of each field that is filled. @throws VALIDATION_ERROR with every fault */
export function readValues(
  ctx: TenantContext,
  fields: readonly EnvelopeField[],
  given: Readonly<Record<string, unknown>>,
  recipient: EnvelopeRecipient,
  dateSigned: string,
): Map<string, unknown> {
  const faults: Faults = [];
  const known = new Map(fields.map((field) => [field.id, field]));
  for (const id of Object.keys(given))
    if (!known.has(id.toLowerCase()))
      faults.push({ path: `fields.${id}`, rule: 'unknown_field', message: 'You have no such field.' });
  const values = new Map<string, unknown>();
  const byId = new Map(Object.entries(given).map(([id, value]) => [id.toLowerCase(), value]));
  for (const field of fields) {
    const value = valueFor(ctx, field, byId.get(field.id), { recipient, dateSigned, faults });
    if (value !== undefined) values.set(field.id, value);
  }
  checkGroups(fields, values, faults);
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', faults[0]!.message, { fields: faults });
  return values;
}

interface Reading {
  recipient: EnvelopeRecipient;
  dateSigned: string;
  faults: Faults;
}

function valueFor(
  ctx: TenantContext,
  field: EnvelopeField,
  given: unknown,
  { recipient, dateSigned, faults }: Reading,
): unknown {
  const path = `fields.${field.id}`;
  const refuse = (rule: string, message: string) => {
    faults.push({ path, rule, message });
  };
  if (BY_SERVICE.includes(field.type)) {
    if (given !== undefined && given !== null) return refuse('read_only', 'The service fills this field in.');
    if (field.type === 'date_signed') return dateSigned;
    return field.type === 'name' ? recipient.name : recipient.email;
  }
  const isEmpty = given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
  const isMissing = isEmpty || (field.type === 'checkbox' && given === false);
  if (field.required && isMissing && !field.groupName) return refuse('required', 'Fill in this field.');
  if (isEmpty) return undefined;
  if (field.type === 'checkbox')
    return typeof given === 'boolean' ? given : refuse('type', 'Give true or false.');
  if (field.type === 'signature' || field.type === 'initials') return readSignature(given, refuse);
  if (typeof given !== 'string') return refuse('type', 'Give a text.');
  if (field.type === 'radio' || field.type === 'dropdown')
    return field.options.includes(given) ? given : refuse('option', 'Choose one of the options.');
  return readText(ctx, field, given, refuse);
}

function readSignature(given: unknown, refuse: (rule: string, message: string) => void): unknown {
  const { type, text, png_base64: png, ...rest } = (given ?? {}) as Record<string, unknown>;
  if (typeof given !== 'object' || Array.isArray(given) || Object.keys(rest).length)
    return refuse('type', 'Give {"type": "typed", "text"} or {"type": "drawn", "png_base64"}.');
  if (type === 'typed') {
    const clean = typeof text === 'string' ? text.trim() : '';
    if (!clean || clean.length > MAX_SIGNATURE) return refuse('required', 'Type your name.');
    if (!isPrintable(clean, 'script'))
      return refuse('not_printable', 'Our font lacks a character of it; draw it instead.');
    return { type, text: clean };
  }
  if (type !== 'drawn' || typeof png !== 'string')
    return refuse('type', 'Give {"type": "typed", "text"} or {"type": "drawn", "png_base64"}.');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(png) || !isSmallPng(Buffer.from(png, 'base64')))
    return refuse('png', `Give a PNG of at most ${MAX_PNG_BYTES} bytes and ${MAX_PIXELS} pixels a side.`);
  return { type, png_base64: png };
}

/** Returns whether bytes are a PNG of a size that can be drawn: signature, header and end are there. */
function isSmallPng(bytes: Buffer): boolean {
  const isPng = bytes.length > 45 && bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a';
  if (!isPng || bytes.length > MAX_PNG_BYTES || bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isComplete = bytes.subarray(-12).includes('IEND');
  return isComplete && width > 0 && height > 0 && width <= MAX_PIXELS && height <= MAX_PIXELS;
}

/** Returns a text as a field takes it; calls `refuse` with the rule that it breaks. */
export function readText(
  ctx: TenantContext,
  { id, validation }: Pick<EnvelopeField, 'id' | 'validation'>,
  given: string,
  refuse: (rule: string, message: string) => void,
): string | undefined {
  const text = given.normalize('NFC').replace(/\r\n?/g, '\n');
  const { minLength = 0, maxLength = MAX_TEXT, pattern, format } = validation ?? {};
  const length = [...text].length;
  if (length > (maxLength ?? MAX_TEXT))
    return void refuse('max_length', `Give at most ${maxLength} characters.`);
  if (length < (minLength ?? 0)) return void refuse('min_length', `Give at least ${minLength} characters.`);
  if (format && !isOfFormat(text, format)) return void refuse('format', `Give a valid ${format}.`);
  if (!isPrintable(text.replace(/\n/g, ' '), 'text'))
    return void refuse('not_printable', 'Our font lacks a character of this text; write it in another way.');
  if (pattern) {
    try {
      patternsOf(ctx).assertMatches(pattern, text, `fields.${id}`);
    } catch {
      return void refuse('pattern', 'The text does not have the form that the sender asks for.');
    }
  }
  return text;
}

function isOfFormat(text: string, format: string): boolean {
  if (format === 'email') return text.length <= 254 && ADDRESS.test(text);
  if (format === 'number') return /^[+-]?\d{1,18}([.,]\d{1,9})?$/.test(text);
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Of a required group at least one box is ticked. */
function checkGroups(fields: readonly EnvelopeField[], values: Map<string, unknown>, faults: Faults): void {
  const groups = Map.groupBy(
    fields.filter(({ groupName }) => groupName),
    ({ groupName }) => groupName!,
  );
  for (const boxes of groups.values()) {
    if (!boxes.some(({ required }) => required)) continue;
    if (boxes.some(({ id }) => values.get(id) === true)) continue;
    faults.push({
      path: `fields.${boxes[0]!.id}`,
      rule: 'required',
      message: 'Tick at least one box of the group.',
    });
  }
}

/** Returns the SHA-256 of a value: of a text itself, of anything else its canonical JSON. */
export function digestOfValue(value: unknown): string {
  return sha256(typeof value === 'string' ? value : canonicalJson(value));
}
