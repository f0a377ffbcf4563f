// The context of a relationship and the snooze of its follow-up (service.md 2.6; crm.md section 5). Only people write
// them, and events never contain the text.
import { permissionDenied } from '../../access/check.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { lockContact, timelineLinks } from '../contacts/associations.ts';
import type { Contact } from '../contacts/model.ts';
import { dayOf } from '../days.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertSnooze, normalizeInterests, wireName } from './rules.ts';

/** The fields that a person can set; absent fields stay unchanged, null clears. */
export interface RelationshipInput {
  relationshipIntent?: string | null;
  desiredCadenceDays?: number | null;
  preferredChannel?: string | null;
  interests?: string[] | null;
  contextNotes?: string | null;
  stewardUserId?: string | null;
  proposedBy?: string | null;
}

/** The permission to write each governed field; none implies another (spec README point 2). */
const GOVERNED_WRITES = {
  relationshipIntent: 'contact_relationship_intent.update',
  interests: 'contact_interests.update',
  contextNotes: 'contact_context_notes.update',
} as const;

/**
 * Changes the context of a relationship.
 * @throws PERMISSION_DENIED for a governed field without its permission, or a contact of another owner; NOT_FOUND,
 *   PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updateRelationship(
  ctx: TenantContext,
  contactId: string,
  input: RelationshipInput,
  expectedVersion?: number | null,
): Promise<Contact> {
  for (const [field, permission] of Object.entries(GOVERNED_WRITES)) {
    if (input[field as keyof RelationshipInput] === undefined) continue;
    if (!ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
  }
  const before = await lockContact(ctx, contactId, expectedVersion);
  const { proposedBy = null, ...fields } = input;
  const changed = await changesOf(ctx, before, fields);
  if (Object.keys(changed).length === 0) return before;
  return updateContact(ctx, before, changed, { relationshipProposedBy: proposedBy });
}

/**
 * Snoozes the follow-up of a contact until a day in the workspace's time zone; null ends the snooze.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR range
 */
export async function snoozeFollowUp(
  ctx: TenantContext,
  contactId: string,
  until: string | null | undefined,
  expectedVersion?: number | null,
): Promise<Contact> {
  if (until) assertSnooze(until, dayOf(ctx.now, ctx.principal.timeZone));
  const before = await lockContact(ctx, contactId, expectedVersion);
  const followUpSnoozedUntil = until ?? null;
  if (followUpSnoozedUntil === before.followUpSnoozedUntil) return before;
  return updateContact(ctx, before, { followUpSnoozedUntil });
}

/** Returns the present fields that differ from the stored values, normalized. */
async function changesOf(
  ctx: TenantContext,
  before: Contact,
  fields: RelationshipInput,
): Promise<Partial<Contact>> {
  const normalized = { ...fields };
  if (fields.interests) normalized.interests = normalizeInterests(fields.interests);
  for (const field of ['relationshipIntent', 'contextNotes'] as const) {
    if (fields[field] != null) normalized[field] = fields[field].trim() || null;
  }
  if (fields.stewardUserId && fields.stewardUserId !== before.stewardUserId) {
    await assertMember(ctx, fields.stewardUserId, 'steward_user_id');
  }
  const differs = ([field, value]: [string, unknown]) => {
    const governance = ctx.services.governed.get(field);
    // A caller who cannot read a field must not learn its value from whether a write changed something.
    if (governance && value !== undefined && !mayRead(governance, ctx.principal)) return true;
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof Contact]);
  };
  return Object.fromEntries(Object.entries(normalized).filter(differs));
}

/**
 * Stores the changes of a contact and emits the event.
 * @param stamps columns stored in addition, not part of the event
 */
async function updateContact(
  ctx: TenantContext,
  before: Contact,
  changed: Partial<Contact>,
  stamps: Partial<Contact> = {},
): Promise<Contact> {
  const fields = Object.keys(changed);
  const after = await before.changeVersion(ctx, { ...changed, ...stamps });
  const pickChanged = (contact: Contact) =>
    Object.fromEntries(fields.map((field) => [field, contact[field as keyof Contact]]));
  await emit(ctx, 'relationship.updated', {
    object: after,
    label: after.displayName,
    before: pickChanged(before),
    after: pickChanged(after),
    // The event names the changed fields without their values (crm.md section 15).
    withheld: fields,
    links: timelineLinks(after),
    data: { fields: fields.map(wireName) },
  });
  return after;
}
