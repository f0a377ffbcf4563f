// What people say of a relationship: its context, and how long the follow-up is held back (service.md 2.6; crm.md
// section 5). Only people write here; what they write leaves in no event.
import { permissionDenied } from '../../access/check.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { lockContact, timelineLinks } from '../contacts/associations.ts';
import type { Contact } from '../contacts/model.ts';
import { dayOf } from '../days.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertSnooze, normalizeInterests, wireName } from './rules.ts';

/** What a person may write; absent leaves alone, null clears. */
export interface RelationshipInput {
  relationshipIntent?: string | null;
  desiredCadenceDays?: number | null;
  preferredChannel?: string | null;
  interests?: string[] | null;
  contextNotes?: string | null;
  stewardUserId?: string | null;
  proposedBy?: string | null;
}

/** Each governed field and the permission to write it; none follows from another (spec README point 2). */
const GOVERNED_WRITES = {
  relationshipIntent: 'contact_relationship_intent.update',
  interests: 'contact_interests.update',
  contextNotes: 'contact_context_notes.update',
} as const;

/**
 * Writes what a person says of a relationship.
 * @throws PERMISSION_DENIED for a governed field without its own permission, or the contact of somebody else; NOT_FOUND,
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
  const { proposedBy = null, ...given } = input;
  const changed = await changesOf(ctx, before, given);
  if (Object.keys(changed).length === 0) return before;
  return write(ctx, before, changed, { relationshipProposedBy: proposedBy });
}

/**
 * Holds the follow-up of a contact back until a day in the time zone of the workspace; null ends the hold.
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
  return write(ctx, before, { followUpSnoozedUntil });
}

/** The fields that are given and differ from what is stored, as they are to be. */
async function changesOf(
  ctx: TenantContext,
  before: Contact,
  given: RelationshipInput,
): Promise<Partial<Contact>> {
  const wanted = { ...given };
  if (given.interests) wanted.interests = normalizeInterests(given.interests);
  for (const field of ['relationshipIntent', 'contextNotes'] as const) {
    if (given[field] != null) wanted[field] = given[field].trim() || null;
  }
  if (given.stewardUserId && given.stewardUserId !== before.stewardUserId) {
    await assertMember(ctx, given.stewardUserId, 'steward_user_id');
  }
  const differs = ([field, value]: [string, unknown]) => {
    const governance = ctx.services.governed.get(field);
    // Who may not read a field must not learn, from a change that did not happen, that a guess was right.
    if (governance && value !== undefined && !mayRead(governance, ctx.principal)) return true;
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof Contact]);
  };
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** @param stamps written along with the change, and no change themselves */
async function write(
  ctx: TenantContext,
  before: Contact,
  changed: Partial<Contact>,
  stamps: Partial<Contact> = {},
): Promise<Contact> {
  const fields = Object.keys(changed);
  const after = await before.changeVersion(ctx, { ...changed, ...stamps });
  const only = (contact: Contact) =>
    Object.fromEntries(fields.map((field) => [field, contact[field as keyof Contact]]));
  await emit(ctx, 'relationship.updated', {
    object: after,
    label: after.displayName,
    before: only(before),
    after: only(after),
    // Names of fields, and nothing that stands in them (crm.md section 15).
    withheld: fields,
    links: timelineLinks(after),
    data: { fields: fields.map(wireName) },
  });
  return after;
}
