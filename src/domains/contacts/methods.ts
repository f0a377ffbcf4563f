// The ways to reach a contact, and email and phone kept equal to the primary ones (crm.md section 4).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { linksOf, lockContact } from './associations.ts';
import { type Contact, ContactMethod, type MethodKind } from './model.ts';
import {
  displayNameOf,
  type NormalizedMethod,
  normalizeEmail,
  normalizePhone,
  normalizeProfile,
} from './rules.ts';

/** The kinds whose primary value is a field of the contact too. */
export const FIELD_KINDS = ['email', 'phone'] as const;

export interface MethodInput {
  kind?: MethodKind | null;
  value?: string | null;
  label?: string | null;
  network?: string | null;
  isPrimary?: boolean | null;
  isValid?: boolean | null;
  isShared?: boolean | null;
}

/** A value as it is stored. @throws VALIDATION_ERROR */
export async function normalizeMethod(
  ctx: TenantContext,
  kind: MethodKind,
  value: string,
  path: string,
): Promise<NormalizedMethod> {
  if (kind === 'email') return normalizeEmail(value, path);
  return kind === 'phone' ? normalizePhone(value, await countryOf(ctx), path) : normalizeProfile(value, path);
}

/**
 * Refuses an email address that a live contact has for itself; asked for one that the contact does not have yet.
 * @throws CONFLICT email_taken; the contact is named only to who may read it
 */
export async function assertEmailFree(ctx: TenantContext, email: string): Promise<void> {
  const taken = (await holdersOf(ctx, email)).find((holder) => !holder.isShared);
  if (!taken) return;
  fail('CONFLICT', `Another contact has the address ${email}.`, {
    details: {
      reason: 'email_taken',
      ...(ctx.principal.permissions.has('contacts.read') && { contact_id: taken.contactId }),
    },
  });
}

/** The addresses of live contacts that equal a normalized one, those that are not shared first. */
export function holdersOf(ctx: TenantContext, email: string): Promise<ContactMethod[]> {
  const query = ContactMethod.of(ctx)
    .where({ kind: 'email', value: email, live: true })
    .orderBy(['is_shared', 'created_at', 'id']);
  return query.limit(10) as unknown as Promise<ContactMethod[]>;
}

/** Adds a way to reach a contact; the first of its kind is primary. @throws NOT_FOUND, CONFLICT, VALIDATION_ERROR */
export async function addMethod(
  ctx: TenantContext,
  contactId: string,
  input: MethodInput,
): Promise<ContactMethod> {
  const contact = await lockContact(ctx, contactId);
  const kind = input.kind!;
  assertNetwork(kind, input.network);
  const normalized = await normalizeMethod(ctx, kind, input.value!, 'value');
  const others = await methodsOf(ctx, contactId, kind);
  assertNew(normalized.value, others);
  if (kind === 'email' && !input.isShared) await assertEmailFree(ctx, normalized.value);
  const isPrimary = others.length === 0 || input.isPrimary === true;
  if (isPrimary) await demote(ctx, contactId, kind);
  const added = await ContactMethod.insert(ctx, {
    contactId,
    kind,
    ...normalized,
    label: input.label ?? null,
    network: input.network ?? null,
    isPrimary,
    isValid: input.isValid ?? true,
    isShared: input.isShared ?? false,
  });
  const after = await contact.changeVersion(ctx, isPrimary ? inStep(contact, kind, normalized.value) : {});
  await emitMethod(ctx, 'contact.method_added', after, added);
  return added;
}

/** Changes a way to reach a contact. @throws NOT_FOUND, CONFLICT, VALIDATION_ERROR */
export async function updateMethod(
  ctx: TenantContext,
  contactId: string,
  methodId: string,
  input: MethodInput,
): Promise<ContactMethod> {
  const contact = await lockContact(ctx, contactId);
  const before = await findMethod(ctx, contactId, methodId);
  const { kind } = before;
  assertUpdate(before, input);
  const normalized = input.value == null ? before : await normalizeMethod(ctx, kind, input.value, 'value');
  if (normalized.value !== before.value) assertNew(normalized.value, await methodsOf(ctx, contactId, kind));
  const isShared = input.isShared === undefined ? before.isShared : (input.isShared ?? false);
  const newlyHeld = normalized.value !== before.value || (before.isShared && !isShared);
  if (kind === 'email' && !isShared && newlyHeld) await assertEmailFree(ctx, normalized.value);
  const isPrimary = before.isPrimary || input.isPrimary === true;
  if (isPrimary && !before.isPrimary) await demote(ctx, contactId, kind);
  const after = await before.change(ctx, {
    value: normalized.value,
    original: normalized.original,
    label: input.label,
    network: input.network,
    ...(input.isValid !== undefined && { isValid: input.isValid ?? true }),
    isShared,
    isPrimary,
  });
  if (after === before) return before;
  const changed = await contact.changeVersion(ctx, isPrimary ? inStep(contact, kind, after.value) : {});
  await emitMethod(ctx, 'contact.method_updated', changed, after, before);
  return after;
}

/**
 * Removes a way to reach a contact; of a primary one, the oldest that remains takes the place.
 * @throws NOT_FOUND; VALIDATION_ERROR for the only address of a contact without a name
 */
export async function removeMethod(
  ctx: TenantContext,
  contactId: string,
  methodId: string,
): Promise<{ id: string; deletedAt: Date }> {
  const contact = await lockContact(ctx, contactId);
  const removed = await findMethod(ctx, contactId, methodId);
  await ContactMethod.of(ctx).where({ id: methodId }).delete();
  const next = removed.isPrimary ? await promote(ctx, contactId, removed.kind) : undefined;
  const after = await contact.changeVersion(
    ctx,
    removed.isPrimary ? inStep(contact, removed.kind, next?.value ?? null) : {},
  );
  await emitMethod(ctx, 'contact.method_removed', after, removed);
  return { id: removed.id, deletedAt: ctx.now };
}

/**
 * Makes a value the primary one of its kind, or takes the primary away (null); called when `email` or `phone` is
 * written. The former primary stays as a secondary one.
 * @returns what the field must then hold
 */
export async function setPrimaryMethod(
  ctx: TenantContext,
  contactId: string,
  kind: 'email' | 'phone',
  wanted: NormalizedMethod | null,
): Promise<string | null> {
  const known = await methodsOf(ctx, contactId, kind);
  const current = known.find((one) => one.isPrimary);
  if (wanted === null) {
    if (current) await ContactMethod.of(ctx).where({ id: current.id }).delete();
    return (await promote(ctx, contactId, kind))?.value ?? null;
  }
  if (current?.value === wanted.value) return wanted.value;
  const existing = known.find((one) => one.value === wanted.value);
  if (!existing && kind === 'email') await assertEmailFree(ctx, wanted.value);
  await demote(ctx, contactId, kind);
  if (existing)
    await ContactMethod.of(ctx).where({ id: existing.id }).patch({ isPrimary: true, updatedAt: ctx.now });
  else await ContactMethod.insert(ctx, { contactId, kind, ...wanted, isPrimary: true });
  return wanted.value;
}

/** What a contact must hold once a value is the primary one of its kind. */
function inStep(contact: Contact, kind: MethodKind, value: string | null): Partial<Contact> {
  if (kind === 'profile') return {};
  if (kind === 'phone') return { phone: value };
  return { email: value, displayName: displayNameOf({ ...contact, email: value }) };
}

function assertUpdate(before: ContactMethod, input: MethodInput): void {
  if (input.kind && input.kind !== before.kind)
    throw invalid('kind', 'fixed', 'The kind is fixed; remove this one and add one of the other kind.');
  if (before.isPrimary && input.isPrimary === false) {
    throw invalid(
      'is_primary',
      'one_primary',
      'One of each kind is primary; make another one primary instead.',
    );
  }
  if (input.value === null)
    throw invalid('value', 'required', 'A way to reach a contact has a value; remove it instead.');
  assertNetwork(before.kind, input.network);
}

function assertNetwork(kind: MethodKind, network: string | null | undefined): void {
  if (network && kind !== 'profile')
    throw invalid('network', 'only_profile', 'Only a profile has a network.');
}

function assertNew(value: string, others: ContactMethod[]): void {
  const same = others.find((other) => other.value === value);
  if (!same) return;
  fail('CONFLICT', `The contact has ${value} already.`, {
    details: { reason: 'value_taken', method_id: same.id },
  });
}

function methodsOf(ctx: TenantContext, contactId: string, kind: MethodKind): Promise<ContactMethod[]> {
  return ContactMethod.of(ctx).where({ contactId, kind }).orderBy(['created_at', 'id']) as unknown as Promise<
    ContactMethod[]
  >;
}

async function findMethod(ctx: TenantContext, contactId: string, id: string): Promise<ContactMethod> {
  const found = (await ContactMethod.of(ctx).where({ contactId, id }).first()) as ContactMethod | undefined;
  return found ?? fail('NOT_FOUND');
}

async function demote(ctx: TenantContext, contactId: string, kind: MethodKind): Promise<void> {
  await ContactMethod.of(ctx).where({ contactId, kind, isPrimary: true }).patch({ isPrimary: false });
}

async function promote(
  ctx: TenantContext,
  contactId: string,
  kind: MethodKind,
): Promise<ContactMethod | undefined> {
  const [oldest] = await methodsOf(ctx, contactId, kind);
  if (oldest)
    await ContactMethod.of(ctx).where({ id: oldest.id }).patch({ isPrimary: true, updatedAt: ctx.now });
  return oldest;
}

/** The country of the workspace; asked once a request, for all records of a bulk operation. */
function countryOf(ctx: TenantContext): Promise<string> {
  const known = ctx.loaders.get('tenants.country') as Promise<string> | undefined;
  if (known) return known;
  const country = (async () =>
    (await ctx.db('tenants').where({ id: ctx.tenantId }).first('country')).country as string)();
  ctx.loaders.set('tenants.country', country);
  return country;
}

async function emitMethod(
  ctx: TenantContext,
  event: Extract<EventType, `contact.method_${string}`>,
  contact: Contact,
  method: ContactMethod,
  before?: ContactMethod,
): Promise<void> {
  await emit(ctx, event, {
    object: { id: method.id },
    label: method.value,
    ...(before && { before: before.toJSON(), after: method.toJSON() }),
    links: linksOf(contact),
    data: { contact_id: contact.id, kind: method.kind, value: method.value },
  });
}
