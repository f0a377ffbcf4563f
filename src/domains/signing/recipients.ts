// The recipients of a draft, replaced as a whole; what is there keeps its row and its fields.
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { readLocale } from '../locales.ts';
import { changeRecord } from '../records/verbs.ts';
import { storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { type Auth, type Envelope, EnvelopeField, EnvelopeRecipient, type Role } from './model.ts';
import { lockDraft } from './service.ts';

export interface RecipientInput {
  id?: string | null;
  key?: string | null;
  role: Role;
  name?: string | null;
  email?: string | null;
  contactId?: string | null;
  routingOrder?: number | null;
  auth?: Auth | null;
  accessCode?: string | null;
  locale?: string | null;
}

type Columns = Pick<
  EnvelopeRecipient,
  | 'id'
  | 'key'
  | 'role'
  | 'name'
  | 'email'
  | 'contactId'
  | 'routingOrder'
  | 'auth'
  | 'accessCodeHash'
  | 'locale'
  | 'position'
>;

/** The fewest characters of an access code, without the blanks around it. */
const MIN_CODE = 4;
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;

/**
 * Replaces the recipients of a draft.
 * @throws NOT_FOUND, PRECONDITION_FAILED, ENVELOPE_NOT_EDITABLE, VALIDATION_ERROR, HUMAN_REQUIRED
 */
export async function setRecipients(
  ctx: TenantContext,
  id: string,
  input: readonly RecipientInput[],
  expectedVersion?: number | null,
): Promise<Envelope> {
  for (const one of input) refuseCodeOfAgent(ctx, one.accessCode);
  const envelope = await lockDraft(ctx, id, expectedVersion);
  const before = await storedRecipients(ctx, id);
  const contacts = await contactsOf(ctx, input);
  const after = matchRows(input, before).map((row, position) =>
    readRecipient(ctx, { input: input[position]!, row, position, contacts, envelope }),
  );
  assertDistinct(after);
  const isSame =
    before.length === after.length &&
    after.every((row, index) => isDeepStrictEqual(row, columnsOf(before[index]!)));
  if (isSame) return envelope;
  await replaceRows(ctx, id, before, after);
  return changeRecord(ctx, envelopeKind, envelope, {}, { changesParts: true });
}

/** @throws HUMAN_REQUIRED, so that no proposal or key store holds an access code */
export function refuseCodeOfAgent(ctx: TenantContext, accessCode: string | null | undefined): void {
  if (accessCode != null && ctx.principal.kind === 'agent') fail('HUMAN_REQUIRED');
}

/** Returns the stored form of an access code. */
export function hashAccessCode({ services }: TenantContext, recipientId: string, code: string): string {
  return services.keys.hashToken(`signing-access-code\n${recipientId}\n${code.normalize('NFKC').trim()}`);
}

/** Returns the row that each entry continues: by its id, else one that is the same person in the same role. */
function matchRows(
  input: readonly RecipientInput[],
  before: readonly EnvelopeRecipient[],
): (EnvelopeRecipient | undefined)[] {
  const free = new Set(before);
  const take = (row: EnvelopeRecipient | undefined) => {
    if (row) free.delete(row);
    return row;
  };
  const byId = input.map(({ id }, index) => {
    if (!id) return undefined;
    const row = [...free].find((one) => one.id === id.toLowerCase());
    if (!row)
      throw invalid(`recipients[${index}].id`, 'exists', 'The envelope has no such recipient; leave out id.');
    return take(row);
  });
  return input.map((one, index) => {
    if (byId[index]) return byId[index];
    const isSame = (row: EnvelopeRecipient) =>
      row.role === one.role &&
      (one.key || row.key
        ? row.key === (one.key ?? null)
        : row.email === (one.email?.trim().toLowerCase() ?? row.email));
    return take([...free].find(isSame));
  });
}

interface Contact {
  name: string;
  email: string | null;
}

/** Returns the live contacts that the input names. */
export async function contactsOf(
  ctx: TenantContext,
  input: readonly { contactId?: string | null }[],
): Promise<Map<string, Contact>> {
  const ids = input.flatMap(({ contactId }) => contactId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await ctx.tx.rows<Contact & { id: string }>(
    `select id, display_name as name, email from contacts
     where tenant_id = $1 and id = any($2) and deleted_at is null and status <> 'erased'`,
    [ctx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Reading {
  input: RecipientInput;
  row: EnvelopeRecipient | undefined;
  position: number;
  /** Where it stands in the input, if not at its position. */
  index?: number;
  contacts: Map<string, Contact>;
  envelope: Envelope;
}

function readRecipient(
  ctx: TenantContext,
  { input, row, position, index = position, contacts, envelope }: Reading,
): Columns {
  const path = (name: string) => `recipients[${index}].${name}`;
  const contact = input.contactId ? contacts.get(input.contactId.toLowerCase()) : undefined;
  if (input.contactId && !contact) throw invalid(path('contact_id'), 'exists', 'There is no such contact.');
  const name = input.name?.trim() || contact?.name?.slice(0, 200) || null;
  const email = (input.email?.trim() || contact?.email || '').toLowerCase() || null;
  const isTemplate = envelope.kind === 'template';
  if (!isTemplate && !name) throw invalid(path('name'), 'required', 'Give the name of the recipient.');
  if (!isTemplate && !email)
    throw invalid(path('email'), 'required', 'Give the mail address of the recipient.');
  if (isTemplate && !input.key) throw invalid(path('key'), 'required', 'Name the role, such as buyer.');
  if (email && !ADDRESS.test(email))
    throw invalid(path('email'), 'email', 'Give a mail address such as ada@acme.example.');
  const id = row?.id ?? uuid();
  return {
    ...{ id, position, name, email },
    key: input.key ?? null,
    role: input.role,
    contactId: input.contactId?.toLowerCase() ?? null,
    routingOrder: input.routingOrder ?? 1,
    ...readAuth(ctx, input, { id, row, path, isTemplate }),
    locale: input.locale ? readLocale(input.locale, path('locale')) : null,
  };
}

/** @throws VALIDATION_ERROR required for access_code without a code, not_allowed for a code of another kind */
export function readAuth(
  ctx: TenantContext,
  { auth, accessCode }: Pick<RecipientInput, 'auth' | 'accessCode'>,
  {
    id,
    row,
    path,
    isTemplate = false,
  }: {
    id: string;
    row?: EnvelopeRecipient | undefined;
    path: (name: string) => string;
    isTemplate?: boolean;
  },
): Pick<EnvelopeRecipient, 'auth' | 'accessCodeHash'> {
  const kind = auth ?? 'none';
  if (kind !== 'access_code') {
    if (accessCode != null)
      throw invalid(path('access_code'), 'not_allowed', 'Only recipients with auth access_code have a code.');
    return { auth: kind, accessCodeHash: null };
  }
  if (accessCode && accessCode.trim().length < MIN_CODE)
    throw invalid(
      path('access_code'),
      'min_length',
      `Give at least ${MIN_CODE} characters; blanks around them do not count.`,
    );
  if (accessCode) return { auth: kind, accessCodeHash: hashAccessCode(ctx, id, accessCode) };
  const kept = row?.auth === 'access_code' ? row.accessCodeHash : null;
  if (!kept && !isTemplate)
    throw invalid(path('access_code'), 'required', 'Give the access code of the recipient.');
  return { auth: kind, accessCodeHash: kept };
}

/** @throws VALIDATION_ERROR duplicate, unique */
function assertDistinct(rows: readonly Columns[]): void {
  const seen = new Set<string>();
  const keys = new Set<string>();
  for (const [index, { role, email, key }] of rows.entries()) {
    if (email && seen.has(`${role} ${email}`))
      throw invalid(`recipients[${index}].email`, 'duplicate', 'This address has the same role already.');
    if (key && keys.has(key)) throw invalid(`recipients[${index}].key`, 'unique', 'Each key names one role.');
    if (email) seen.add(`${role} ${email}`);
    if (key) keys.add(key);
  }
}

function columnsOf({
  id,
  position,
  name,
  email,
  key,
  role,
  contactId,
  routingOrder,
  auth,
  accessCodeHash,
  locale,
}: EnvelopeRecipient): Columns {
  return { id, position, name, email, key, role, contactId, routingOrder, auth, accessCodeHash, locale };
}

async function replaceRows(
  ctx: TenantContext,
  envelopeId: string,
  before: readonly EnvelopeRecipient[],
  after: readonly Columns[],
): Promise<void> {
  const kept = new Map(before.map((row) => [row.id, row]));
  const gone = before.filter(({ id }) => !after.some((row) => row.id === id)).map(({ id }) => id);
  await EnvelopeField.of(ctx).where({ envelopeId }).whereIn('recipientId', gone).delete();
  await EnvelopeRecipient.of(ctx).where({ envelopeId }).whereIn('id', gone).delete();
  for (const row of after) await kept.get(row.id)?.change(ctx, row);
  await EnvelopeRecipient.insertAll(
    ctx,
    after.filter(({ id }) => !kept.has(id)).map((row) => ({ ...row, envelopeId })),
  );
}

/** A recipient, and where it stands in the input of the caller. */
export interface PlacedRecipient {
  input: RecipientInput;
  index: number | undefined;
}

/** Inserts the recipients of a draft that has none yet. @throws VALIDATION_ERROR */
export async function insertReadRecipients(
  ctx: TenantContext,
  envelope: Envelope,
  placed: readonly PlacedRecipient[],
): Promise<EnvelopeRecipient[]> {
  const contacts = await contactsOf(
    ctx,
    placed.map(({ input }) => input),
  );
  const rows = placed.map(({ input, index }, position) =>
    readRecipient(ctx, {
      input,
      row: undefined,
      position,
      ...(index !== undefined && { index }),
      contacts,
      envelope,
    }),
  );
  assertDistinct(rows);
  return EnvelopeRecipient.insertAll<EnvelopeRecipient>(
    ctx,
    rows.map((row) => ({ ...row, envelopeId: envelope.id })),
  );
}
