// The contact methods of a contact. The fields email and phone always equal the primary ones (crm.md section 4).
import { countryOf } from '../../access/workspace-country.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { lockContact, timelineLinks } from './associations.ts';
import { type Contact, ContactMethod, type MethodKind } from './model.ts';
import {
  displayNameOf,
  type NormalizedMethod,
  normalizeEmail,
  normalizePhone,
  normalizeProfile,
} from './rules.ts';
import { liftBounce } from './suppressions.ts';

/** The kinds whose primary value is also a field of the contact. */
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

/** Returns a value in the form in which it is stored. @throws VALIDATION_ERROR */
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
 * Throws if an unshared email address belongs to another live contact.
 * @throws CONFLICT email_taken; the contact is named only to callers who may read it
 */
export async function assertEmailFree(ctx: TenantContext, email: string): Promise<void> {
  const taken = (await methodsWithEmail(ctx, email)).find((method) => !method.isShared);
  if (!taken) return;
  fail('CONFLICT', `Another contact has the address ${email}.`, {
    details: {
      reason: 'email_taken',
      ...(ctx.principal.permissions.has('contacts.read') && { contact_id: taken.contactId }),
    },
  });
}

/** Returns the methods of live contacts with a normalized email address, unshared ones first; at most 10. */
export function methodsWithEmail(ctx: TenantContext, email: string): Promise<ContactMethod[]> {
  const query = ContactMethod.of(ctx)
    .where({ kind: 'email', value: email, live: true })
    .orderBy(['is_shared', 'created_at', 'id']);
  return query.limit(10) as unknown as Promise<ContactMethod[]>;
}

/** Adds a contact method; the first one of its kind becomes primary. @throws NOT_FOUND, CONFLICT, VALIDATION_ERROR */
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
  assertNotOwned(normalized.value, others);
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
  const after = await contact.changeVersion(
    ctx,
    isPrimary ? primaryFields(contact, kind, normalized.value) : {},
  );
  await emitMethod(ctx, 'contact.method_added', after, added);
  return added;
}

/** Updates a contact method. @throws NOT_FOUND, CONFLICT, VALIDATION_ERROR */
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
  if (normalized.value !== before.value)
    assertNotOwned(normalized.value, await methodsOf(ctx, contactId, kind));
  const isShared = input.isShared === undefined ? before.isShared : (input.isShared ?? false);
  const claimsAddress = normalized.value !== before.value || (before.isShared && !isShared);
  if (kind === 'email' && !isShared && claimsAddress) await assertEmailFree(ctx, normalized.value);
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
  if (kind === 'email' && after.isValid && !before.isValid) await liftBounce(ctx, after.value);
  const changedContact = await contact.changeVersion(
    ctx,
    isPrimary ? primaryFields(contact, kind, after.value) : {},
  );
  await emitMethod(ctx, 'contact.method_updated', changedContact, after, before);
  return after;
}

/**
 * Removes a contact method; if it was primary, the oldest remaining one of its kind becomes primary.
 * @throws NOT_FOUND; VALIDATION_ERROR for the only email address of a contact without a name
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
    removed.isPrimary ? primaryFields(contact, removed.kind, next?.value ?? null) : {},
  );
  await emitMethod(ctx, 'contact.method_removed', after, removed);
  return { id: removed.id, deletedAt: ctx.now };
}

/**
 * Makes a value the primary method of its kind, or removes the primary one (null), when `email` or `phone` is
 * written. A replaced primary method remains as a secondary one.
 * @returns the new value of the field
 */
export async function setPrimaryMethod(
  ctx: TenantContext,
  contactId: string,
  kind: 'email' | 'phone',
  method: NormalizedMethod | null,
): Promise<string | null> {
  const ofKind = await methodsOf(ctx, contactId, kind);
  const current = ofKind.find((candidate) => candidate.isPrimary);
  if (method === null) {
    if (current) await ContactMethod.of(ctx).where({ id: current.id }).delete();
    return (await promote(ctx, contactId, kind))?.value ?? null;
  }
  if (current?.value === method.value) return method.value;
  const existing = ofKind.find((candidate) => candidate.value === method.value);
  if (!existing && kind === 'email') await assertEmailFree(ctx, method.value);
  await demote(ctx, contactId, kind);
  if (existing)
    await ContactMethod.of(ctx).where({ id: existing.id }).patch({ isPrimary: true, updatedAt: ctx.now });
  else await ContactMethod.insert(ctx, { contactId, kind, ...method, isPrimary: true });
  return method.value;
}

/** Returns the contact fields that a new primary value changes. */
function primaryFields(contact: Contact, kind: MethodKind, value: string | null): Partial<Contact> {
  if (kind === 'profile') return {};
  if (kind === 'phone') return { phone: value };
  return { email: value, displayName: displayNameOf({ ...contact, email: value }) };
}

function assertUpdate(before: ContactMethod, input: MethodInput): void {
  if (input.kind && input.kind !== before.kind)
    throw invalid(
      'kind',
      'fixed',
      'The kind of a contact method cannot be changed; remove it and add one of the other kind.',
    );
  if (before.isPrimary && input.isPrimary === false) {
    throw invalid(
      'is_primary',
      'one_primary',
      'One method of each kind must be primary; make another one primary instead.',
    );
  }
  if (input.value === null)
    throw invalid('value', 'required', 'The value cannot be null; to clear it, remove the contact method.');
  assertNetwork(before.kind, input.network);
}

function assertNetwork(kind: MethodKind, network: string | null | undefined): void {
  if (network && kind !== 'profile')
    throw invalid('network', 'only_profile', 'Only a method of the kind profile has a network.');
}

function assertNotOwned(value: string, others: ContactMethod[]): void {
  const same = others.find((other) => other.value === value);
  if (!same) return;
  fail('CONFLICT', `The contact already has ${value}.`, {
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
    links: timelineLinks(contact),
    data: { contact_id: contact.id, kind: method.kind, value: method.value },
  });
}
