// Merging contacts: contact methods, consent, the primary company (service.md 2.5; crm.md section 3).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { endEnrolments, endUnwantedEnrolments } from '../enrolments/endings.ts';
import {
  type FillPlan,
  fillKeys,
  fillValues,
  isEmpty,
  planFill,
  type SkippedItem,
  skippedField,
} from '../merges/fill-fields.ts';
import { type MergeKind, type MergeReport, mergeRecords, previewMerge } from '../merges/service.ts';
import { type UndoneMerge, undoMerge } from '../merges/undo.ts';
import { timelineLinks } from './associations.ts';
import { methodsOfContact } from './loaders.ts';
import { type Consent, Contact, ContactMethod } from './model.ts';
import { displayNameOf } from './rules.ts';

const contacts: MergeKind<Contact> = {
  table: 'contacts',
  entity: 'contact',
  model: Contact,
  identifyingRows: {
    table: 'contact_methods',
    column: 'contact_id',
    kind: 'kind',
    fields: { email: 'email', phone: 'phone' },
    isValueFree: `(t.kind <> 'email' or t.is_shared or not exists (select from contact_methods o where o.tenant_id = t.tenant_id
      and o.kind = 'email' and o.value = t.value and o.live and not o.is_shared and o.contact_id <> t.contact_id))`,
  },
  clearedFields: ['companyId', 'companyLink'],
  pairs: [['companyId', 'companyLink']],
  assertMergeable: ({ status }) => {
    if (status === 'erased')
      fail('INVALID_STATE_TRANSITION', 'The contact was erased and cannot be merged.', {
        details: { reason: 'erased' },
      });
  },
  plan: async (_, primary, duplicate) => plan(primary, duplicate),
  beforeMoves: async (ctx, { id }) => {
    await markPrimary(ctx, id, null);
    await endEnrolments(ctx, { state: 'stopped', reason: 'contact_merged', contactIds: [id] });
  },
  afterMoves: async (ctx, primary) => {
    await markPrimary(ctx, primary.id, primary.companyId);
    await endUnwantedEnrolments(ctx, primary);
  },
  afterMovesBack: async (ctx, primary, duplicate) => {
    const skipped: SkippedItem[] = [];
    const restoredCompany = async ({ id, companyId }: Contact): Promise<Partial<Contact>> => {
      if ((await markPrimary(ctx, id, companyId)) || !companyId) return {};
      skipped.push(skippedField('companyId', 'moved_or_removed'));
      return { companyId: null, companyLink: null };
    };
    return { primary: await restoredCompany(primary), duplicate: await restoredCompany(duplicate), skipped };
  },
  derive: (record) =>
    record.firstName || record.lastName || record.email ? { displayName: displayNameOf(record) } : {},
  links: (record) => timelineLinks(record),
  label: ({ displayName }) => displayName,
};

/** Returns what a merge would fill and move, without writing. @throws VALIDATION_ERROR merge_same_record, NOT_FOUND */
export async function previewContactMerge(
  ctx: TenantContext,
  primaryId: string,
  duplicateId: string,
): Promise<{ record: Contact; merge: MergeReport }> {
  const { record, identifyingRows: parts, merge } = await previewMerge(ctx, contacts, primaryId, duplicateId);
  const rows = parts.map((row) => ContactMethod.fromDatabaseJson(row) as ContactMethod);
  methodsOfContact.prime(ctx, record.id, rows);
  return { record, merge };
}

/**
 * Merges a duplicate into the primary contact (service.md 4.4).
 * @throws VALIDATION_ERROR, NOT_FOUND, PERMISSION_DENIED
 */
export function mergeContacts(
  ctx: TenantContext,
  primaryId: string,
  duplicateId: string,
  expectedVersion?: number | null,
): Promise<{ record: Contact; merge: MergeReport }> {
  return mergeRecords(ctx, contacts, primaryId, duplicateId, expectedVersion);
}

/** Undoes a merge of contacts. @throws NOT_FOUND, INVALID_STATE_TRANSITION */
export function undoContactMerge(
  ctx: TenantContext,
  mergeId: string,
  expectedVersion?: number | null,
): Promise<UndoneMerge<Contact>> {
  return undoMerge(ctx, contacts, mergeId, expectedVersion);
}

const WEIGHT: Record<Consent['state'], number> = { unknown: 0, opted_in: 1, opted_out: 2 };

/**
 * Plans the merge: an opt-out prevails over an opt-in, do-not-contact prevails, and the later snooze date is kept
 * (crm.md section 3).
 */
function plan(primary: Contact, duplicate: Contact): FillPlan {
  const except = ['consent', 'doNotContact', 'followUpSnoozedUntil'];
  const filling = planFill(primary as never, duplicate as never, { pairs: contacts.pairs, exclude: except });
  const weight = (consent: unknown) => WEIGHT[(consent as Consent | undefined)?.state ?? 'unknown'];
  fillKeys(
    filling,
    primary as never,
    duplicate as never,
    'consent',
    (ours, theirs) => isEmpty(ours) || weight(theirs) > weight(ours),
  );
  if (duplicate.doNotContact) fillValues(filling, primary as never, { doNotContact: true });
  const until = duplicate.followUpSnoozedUntil;
  if (until && until > (primary.followUpSnoozedUntil ?? '')) {
    fillValues(filling, primary as never, { followUpSnoozedUntil: until });
  }
  return filling;
}

/**
 * Makes one association of a contact the primary one, or none.
 * @returns whether the contact is associated with the company
 */
async function markPrimary(
  ctx: TenantContext,
  contactId: string,
  companyId: string | null,
): Promise<boolean> {
  await ctx.tx.rows(
    'update contact_companies set is_primary = false where tenant_id = $1 and contact_id = $2 and is_primary',
    [ctx.tenantId, contactId],
  );
  if (!companyId) return false;
  const marked = await ctx.tx.rows(
    `update contact_companies set is_primary = true where tenant_id = $1 and contact_id = $2 and company_id = $3
     returning company_id`,
    [ctx.tenantId, contactId, companyId],
  );
  return marked.length === 1;
}
