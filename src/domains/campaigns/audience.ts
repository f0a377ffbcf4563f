// Who a campaign would reach: the contacts of its audience, and for each why it would get nothing.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { FilterTree } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { contactKind } from '../contacts/kind.ts';
import type { Contact } from '../contacts/model.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { applySavedView } from '../saved-views/apply.ts';
import type { Audience, Campaign, Exclusion, SkipReason } from './model.ts';

/** The most members of a campaign. */
export const MAX_MEMBERS = 50_000;

/** Contacts read or judged by one statement. */
const CHUNK = 1_000;

/** A contact with the address that it would be written to, and why it is not. */
export interface Candidate {
  contactId: string;
  address: string | null;
  reason: SkipReason | null;
}

/** Who is chosen: ids, a saved view and a tag together. */
export type Choice = Pick<Audience, 'contactIds' | 'savedViewId' | 'tag'>;

/**
 * Returns the contacts that are chosen and neither excluded nor members yet, each once, in the order of their ids.
 * @throws QUOTA_EXCEEDED for more than a campaign can have; NOT_FOUND for a view that is gone
 */
export async function chosenContacts(
  ctx: TenantContext,
  campaignId: string,
  { contactIds, savedViewId, tag }: Choice,
  exclude: Exclusion,
): Promise<string[]> {
  const ofView = savedViewId ? await contactsOfView(ctx, savedViewId) : [];
  const rows = await ctx.tx.rows<{ id: string }>(
    `select c.id from contacts c
     where c.tenant_id = $1 and c.deleted_at is null and c.status <> 'erased'
       and (c.id = any ($2::uuid[]) or ($3::text is not null and c.tags @> array[$3::text]))
       and c.id <> all ($4::uuid[]) and ($5::text is null or not c.tags @> array[$5::text])
       and not exists (select from campaign_members m
         where m.tenant_id = $1 and m.campaign_id = $6 and m.contact_id = c.id)
     order by c.id limit ${MAX_MEMBERS + 1}`,
    [ctx.tenantId, [...contactIds, ...ofView], tag, exclude.contactIds, exclude.tag, campaignId],
  );
  if (rows.length > MAX_MEMBERS) tooMany();
  return rows.map(({ id }) => id);
}

/** Reads the contacts of a saved view of the caller, page by page. */
async function contactsOfView(ctx: TenantContext, viewId: string): Promise<string[]> {
  const view: { viewId: string; tree?: FilterTree | null } = { viewId };
  const { tree } = await applySavedView(ctx, 'contacts', view);
  const listing = { ...contactKind.listing, maxPageSize: CHUNK };
  const ids: string[] = [];
  for (let after: string | undefined; ids.length <= MAX_MEMBERS; ) {
    const page = await listPage<Contact>(ctx, listing, { tree, first: CHUNK, after, sort: ['created_at'] });
    ids.push(...page.nodes.map(({ id }) => id));
    if (!page.hasNextPage) return ids;
    after = page.cursorOf(page.nodes.at(-1)!);
  }
  return tooMany();
}

function tooMany(): never {
  return fail('QUOTA_EXCEEDED', `A campaign has at most ${MAX_MEMBERS} members; choose fewer contacts.`, {
    details: { quota: 'campaign_members', limit: MAX_MEMBERS },
  });
}

/** Says for each contact whether it may get the campaign now. Contacts of the same address: only the first one gets it. */
export async function judge(
  ctx: TenantContext,
  campaign: Pick<Campaign, 'id' | 'channel' | 'requiresOptIn'>,
  contactIds: readonly string[],
): Promise<Candidate[]> {
  const judged: Candidate[] = [];
  const taken = new Set<string>();
  for (let start = 0; start < contactIds.length; start += CHUNK) {
    for (const one of await judgeChunk(ctx, campaign, contactIds.slice(start, start + CHUNK))) {
      const isRepeated = one.reason === null && one.address !== null && taken.has(one.address);
      if (one.address && !one.reason) taken.add(one.address);
      judged.push(isRepeated ? { ...one, reason: 'duplicate_address' } : one);
    }
  }
  return judged;
}

interface ContactRow {
  contactId: string;
  address: string | null;
  isGone: boolean;
  consent: string | null;
  isTaken: boolean;
}

async function judgeChunk(
  ctx: TenantContext,
  { id, channel, requiresOptIn }: Pick<Campaign, 'id' | 'channel' | 'requiresOptIn'>,
  contactIds: readonly string[],
): Promise<Candidate[]> {
  const rows = await ctx.tx.rows<ContactRow>(
    `select r.id as "contactId", lower(c.email) as address, c.id is null or c.deleted_at is not null or c.status = 'erased' as "isGone",
       c.consent -> 'email' ->> 'state' as consent,
       exists (select from campaign_members m where m.tenant_id = $1 and m.campaign_id = $3 and m.address = lower(c.email)
         and m.contact_id <> r.id) as "isTaken"
     from unnest($2::uuid[]) with ordinality as r(id, place)
     left join contacts c on c.tenant_id = $1 and c.id = r.id
     order by r.place`,
    [ctx.tenantId, contactIds, id],
  );
  // Only mail is sent by the service; on other channels people decide themselves whom they can reach.
  if (channel !== 'email')
    return rows.map(({ contactId, isGone }) => ({
      contactId,
      address: null,
      reason: isGone ? 'deleted' : null,
    }));
  const suppressed = await suppressedRecipients(
    ctx,
    'email',
    rows.map(({ contactId, address }) => ({ role: 'to', address, contactId })),
  );
  const against = new Map(suppressed.map(({ contactId, reason }) => [contactId, reason]));
  return rows.map(({ contactId, address, isGone, consent, isTaken }) => {
    const listed = against.get(contactId);
    const reasons: [SkipReason, boolean][] = [
      ['deleted', isGone],
      ['do_not_contact', listed === 'do_not_contact'],
      ['opted_out', listed === 'opted_out'],
      ['no_address', !address],
      ['suppressed', listed !== undefined],
      ['no_consent', requiresOptIn && consent !== 'opted_in'],
      ['duplicate_address', isTaken],
    ];
    return { contactId, address, reason: reasons.find(([, holds]) => holds)?.[0] ?? null };
  });
}

/** Who would receive a campaign that is launched now, and who is left out, by reason. */
export interface AudiencePreview {
  total: number;
  sendable: number;
  skipped: { reason: SkipReason; count: number }[];
  page: number;
  pageSize: number;
  contacts: { contactId: string; skipReason: SkipReason | null }[];
}

/** Returns the members that wait and the audience of a campaign as they would be judged now. @throws QUOTA_EXCEEDED */
export async function previewAudience(
  ctx: TenantContext,
  campaign: Campaign,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<AudiencePreview> {
  const waiting = await ctx.tx.rows<{ id: string }>(
    `select contact_id as id from campaign_members
     where tenant_id = $1 and campaign_id = $2 and status = 'pending' and communication_id is null order by created_at, id`,
    [ctx.tenantId, campaign.id],
  );
  const chosen = await chosenContacts(ctx, campaign.id, campaign.audience, campaign.exclude);
  const judged = await judge(ctx, campaign, [...waiting.map(({ id }) => id), ...chosen]);
  const counts = Map.groupBy(judged, ({ reason }) => reason);
  const skipped = [...counts].flatMap(([reason, of]) => (reason ? [{ reason, count: of.length }] : []));
  return {
    total: judged.length,
    sendable: counts.get(null)?.length ?? 0,
    skipped: skipped.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    page,
    pageSize,
    contacts: judged
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ contactId, reason }) => ({ contactId, skipReason: reason })),
  };
}
