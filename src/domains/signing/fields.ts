// The fields of a draft, replaced as a whole.
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { assertUsablePattern } from '../custom-fields/pattern.ts';
import { changeRecord } from '../records/verbs.ts';
import { storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import {
  type Envelope,
  EnvelopeDocument,
  EnvelopeField,
  type EnvelopeRecipient,
  type FieldType,
  type Validation,
} from './model.ts';
import { lockDraft } from './service.ts';
import { readText } from './values.ts';

export interface FieldInput {
  id?: string | null;
  recipientId: string;
  documentId: string;
  type: FieldType;
  label?: string | null;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  required?: boolean | null;
  group?: string | null;
  options?: string[] | null;
  default?: unknown;
  validation?: Validation | null;
}

/** What an input sets of a field. */
type Columns = Pick<
  EnvelopeField,
  | 'id'
  | 'recipientId'
  | 'documentId'
  | 'position'
  | 'type'
  | 'label'
  | 'page'
  | 'x'
  | 'y'
  | 'width'
  | 'height'
  | 'required'
  | 'groupName'
  | 'options'
  | 'defaultValue'
  | 'validation'
>;

const CHOICES: readonly FieldType[] = ['radio', 'dropdown'];
const FILLED_BY_SERVICE: readonly FieldType[] = ['date_signed', 'name', 'email', 'signature', 'initials'];

/** Replaces the fields of a draft. @throws NOT_FOUND, PRECONDITION_FAILED, ENVELOPE_NOT_EDITABLE, VALIDATION_ERROR */
export async function setFields(
  ctx: TenantContext,
  id: string,
  input: readonly FieldInput[],
  expectedVersion?: number | null,
): Promise<Envelope> {
  const envelope = await lockDraft(ctx, id, expectedVersion);
  const recipients = new Map((await storedRecipients(ctx, id)).map((one) => [one.id, one]));
  const documents = new Map(
    ((await EnvelopeDocument.of(ctx).where({ envelopeId: id })) as EnvelopeDocument[]).map((one) => [
      one.id,
      one,
    ]),
  );
  const before = (await EnvelopeField.of(ctx)
    .where({ envelopeId: id })
    .orderBy('position')) as unknown as EnvelopeField[];
  const read = input.map((field, position) => readField(field, position, { recipients, documents }));
  for (const [position, field] of read.entries()) assertDefault(ctx, field, `fields[${position}].default`);
  const after = withIds(input, read, before);
  if (isDeepStrictEqual(after, before.map(columnsOf))) return envelope;
  await replaceRows(ctx, id, before, after);
  return changeRecord(ctx, envelopeKind, envelope, {}, { changesParts: true });
}

interface EnvelopeParts {
  recipients: Map<string, EnvelopeRecipient>;
  documents: Map<string, EnvelopeDocument>;
}

function readField(
  input: FieldInput,
  position: number,
  { recipients, documents }: EnvelopeParts,
): Omit<Columns, 'id'> {
  const path = (name: string) => `fields[${position}].${name}`;
  const recipient = recipients.get(input.recipientId.toLowerCase());
  if (!recipient) throw invalid(path('recipient_id'), 'exists', 'The envelope has no such recipient.');
  const document = documents.get(input.documentId.toLowerCase());
  if (!document) throw invalid(path('document_id'), 'exists', 'The envelope has no such document.');
  if (input.page > document.pages)
    throw invalid(path('page'), 'range', `The document has ${document.pages} pages.`);
  if (recipient.role === 'viewer' || recipient.role === 'cc')
    throw invalid(path('recipient_id'), 'role', `A ${recipient.role} fills in nothing.`);
  if (recipient.role === 'approver' && (input.type === 'signature' || input.type === 'initials'))
    throw invalid(path('type'), 'role', 'An approver does not sign.');
  assertInside(input, path);
  const options = readOptions(input, path);
  const validation = readValidation(input, path);
  const { type, label, group } = input;
  if (group && type !== 'checkbox')
    throw invalid(path('group'), 'not_allowed', 'Only checkboxes are joined by a group; radio has options.');
  return {
    ...{ recipientId: recipient.id, documentId: document.id, position, type },
    label: label ?? null,
    ...{ page: input.page, x: input.x, y: input.y, width: input.width, height: input.height },
    required: input.required ?? true,
    groupName: group ?? null,
    options,
    defaultValue: readDefault(input, options, path),
    validation,
  };
}

/** Differences that come from decimal fractions do not count. */
const EDGE = 1 + 1e-9;

function assertInside({ x, y, width, height }: FieldInput, path: (name: string) => string): void {
  const message = 'The field must lie inside the page; coordinates are fractions from its top left.';
  if (width <= 0) throw invalid(path('width'), 'range', message);
  if (height <= 0) throw invalid(path('height'), 'range', message);
  if (x + width > EDGE) throw invalid(path('x'), 'range', message);
  if (y + height > EDGE) throw invalid(path('y'), 'range', message);
}

function readOptions({ type, options }: FieldInput, path: (name: string) => string): string[] {
  const given = (options ?? []).map((option) => option.trim());
  if (!CHOICES.includes(type)) {
    if (given.length) throw invalid(path('options'), 'not_allowed', 'Only radio and dropdown have options.');
    return [];
  }
  if (given.length < 2) throw invalid(path('options'), 'min_items', 'Give at least two options.');
  const wrong = given.findIndex(
    (option, index) => !option || option.length > 200 || given.indexOf(option) !== index,
  );
  if (wrong >= 0)
    throw invalid(
      `${path('options')}[${wrong}]`,
      'option',
      'Options are different texts of 1 to 200 characters.',
    );
  return given;
}

function readValidation({ type, validation }: FieldInput, path: (name: string) => string): Validation | null {
  const given = Object.fromEntries(Object.entries(validation ?? {}).filter(([, value]) => value != null));
  if (Object.keys(given).length === 0) return null;
  if (type !== 'text') throw invalid(path('validation'), 'not_allowed', 'Only texts are validated.');
  const { minLength, maxLength, pattern } = given as Validation;
  if (minLength != null && maxLength != null && minLength > maxLength)
    throw invalid(path('validation.min_length'), 'range', 'It must not be above max_length.');
  if (pattern) assertUsablePattern(pattern, path('validation.pattern'));
  return given;
}

function readDefault(input: FieldInput, options: readonly string[], path: (name: string) => string): unknown {
  const { type, default: value } = input;
  if (value === undefined || value === null) return null;
  const message = 'The default must be a value that the recipient could give.';
  if (FILLED_BY_SERVICE.includes(type)) throw invalid(path('default'), 'not_allowed', message);
  const fits =
    type === 'checkbox'
      ? typeof value === 'boolean'
      : typeof value === 'string' &&
        value.length <= 4000 &&
        (!CHOICES.includes(type) || options.includes(value.trim()));
  if (!fits) throw invalid(path('default'), 'type', message);
  return value;
}

/** @throws VALIDATION_ERROR for the default of a text that its own validation would refuse from a signer */
function assertDefault(
  ctx: TenantContext,
  { type, defaultValue, validation }: Omit<Columns, 'id'>,
  path: string,
): void {
  if (type !== 'text' || typeof defaultValue !== 'string' || defaultValue === '') return;
  readText(ctx, { id: '', validation }, defaultValue, (rule, message) => {
    throw invalid(path, rule, message);
  });
}

/** Gives each field its id: the one that is sent, else that of an equal field, else a new one. */
function withIds(
  input: readonly FieldInput[],
  read: readonly Omit<Columns, 'id'>[],
  before: readonly EnvelopeField[],
): Columns[] {
  const free = new Set(before);
  const byId = input.map(({ id }, index) => {
    if (!id) return undefined;
    const row = [...free].find((one) => one.id === id.toLowerCase());
    if (!row) throw invalid(`fields[${index}].id`, 'exists', 'The envelope has no such field; leave out id.');
    free.delete(row);
    return row.id;
  });
  return read.map((field, index) => {
    if (byId[index]) return { id: byId[index]!, ...field };
    const equal = [...free].find((row) =>
      isDeepStrictEqual({ ...columnsOf(row), position: 0 }, { id: row.id, ...field, position: 0 }),
    );
    if (equal) free.delete(equal);
    return { id: equal?.id ?? uuid(), ...field };
  });
}

function columnsOf(field: EnvelopeField): Columns {
  const { id, recipientId, documentId, position, type, label, page, x, y, width, height } = field;
  const { required, groupName, options, defaultValue, validation } = field;
  return {
    ...{ id, recipientId, documentId, position, type, label, page, x, y, width, height },
    ...{ required, groupName, options, defaultValue, validation },
  };
}

async function replaceRows(
  ctx: TenantContext,
  envelopeId: string,
  before: readonly EnvelopeField[],
  after: readonly Columns[],
): Promise<void> {
  const kept = new Map(before.map((row) => [row.id, row]));
  const gone = before.filter(({ id }) => !after.some((row) => row.id === id)).map(({ id }) => id);
  await EnvelopeField.of(ctx).where({ envelopeId }).whereIn('id', gone).delete();
  for (const row of after) await kept.get(row.id)?.change(ctx, row);
  await EnvelopeField.insertAll(
    ctx,
    after.filter(({ id }) => !kept.has(id)).map((row) => ({ ...row, envelopeId })),
  );
}
