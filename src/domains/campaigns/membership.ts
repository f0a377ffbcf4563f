// Adds contacts to a campaign and removes members that have got nothing yet.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { changeRecord, type Deletion, lockRecord } from '../records/verbs.ts';
import { type Choice, chosenContacts, MAX_MEMBERS } from './audience.ts';
import { campaignKind } from './kind.ts';
import { type Campaign, CampaignMember, type Exclusion } from './model.ts';
import { assertEditable } from './rules.ts';

export interface AddedMembers {
  added: number;
  /** Contacts that were named and are members already. */
  alreadyMembers: number;
  /** Named contacts that do not exist. */
  notFound: string[];
}

/** Members inserted by one statement. */
const CHUNK = 1_000;

/** The most contacts that a campaign names as excluded. */
const MAX_EXCLUDED = 1_000;

const NOBODY: Exclusion = { contactIds: [], tag: null };

/**
 * Adds contacts by id, by tag or by a saved view, each once.
 * @throws NOT_FOUND, PERMISSION_DENIED; CONFLICT not_editable; QUOTA_EXCEEDED
 */
export async function addMembers(ctx: TenantContext, id: string, choice: Choice): Promise<AddedMembers> {
  const campaign = await lockRecord(ctx, campaignKind, id);
  assertEditable(campaign);
  const named = [...new Set(choice.contactIds)];
  const known = await ctx.tx.rows<{ id: string; isMember: boolean }>(
    `select c.id, exists (select from campaign_members m where m.tenant_id = $1 and m.campaign_id = $3 and m.contact_id = c.id)
       as "isMember"
     from contacts c where c.tenant_id = $1 and c.id = any ($2) and c.deleted_at is null and c.status <> 'erased'`,
    [ctx.tenantId, named, id],
  );
  const found = new Set(known.map((row) => row.id));
  const added = await insertMembers(ctx, campaign, choice, NOBODY, 'added');
  return {
    added,
    alreadyMembers: known.filter(({ isMember }) => isMember).length,
    notFound: named.filter((one) => !found.has(one)),
  };
}

/** Adds the contacts that are chosen to a locked campaign. @returns how many @throws QUOTA_EXCEEDED */
export async function insertMembers(
  ctx: TenantContext,
  { id, name, version }: Campaign,
  choice: Choice,
  exclude: Exclusion,
  source: CampaignMember['source'],
): Promise<number> {
  const contactIds = await chosenContacts(ctx, id, choice, exclude);
  if (contactIds.length === 0) return 0;
  const [{ n: present }] = (await ctx.tx.rows<{ n: number }>(
    'select count(*)::int as n from campaign_members where tenant_id = $1 and campaign_id = $2',
    [ctx.tenantId, id],
  )) as [{ n: number }];
  if (present + contactIds.length > MAX_MEMBERS)
    fail('QUOTA_EXCEEDED', `A campaign has at most ${MAX_MEMBERS} members; choose fewer contacts.`, {
      details: { quota: 'campaign_members', limit: MAX_MEMBERS },
    });
  const author = JSON.stringify(actorOf(ctx.principal));
  for (let start = 0; start < contactIds.length; start += CHUNK) {
    const chunk = contactIds.slice(start, start + CHUNK);
    await ctx.tx.rows(
      `insert into campaign_members (tenant_id, id, campaign_id, contact_id, source, created_at, updated_at, created_by, updated_by)
       select $1, r.id, $2, r.contact_id, $5, $6, $6, $7, $7 from unnest($3::uuid[], $4::uuid[]) as r(id, contact_id)
       on conflict do nothing`,
      [ctx.tenantId, id, chunk.map(() => uuid()), chunk, source, ctx.now, author],
    );
  }
  ctx.loaders.clear();
  await emit(ctx, 'campaign.members_added', {
    object: { id, version },
    label: name,
    links: [],
    data: { added: contactIds.length, source },
  });
  return contactIds.length;
}

/**
 * Removes a member that has got nothing yet.
 * @throws NOT_FOUND, PERMISSION_DENIED; CONFLICT not_editable, already_sent
 */
export async function removeMember(ctx: TenantContext, id: string, memberId: string): Promise<Deletion> {
  const campaign = await lockRecord(ctx, campaignKind, id);
  const member = (await CampaignMember.of(ctx).where({ campaignId: id, id: memberId }).forUpdate().first()) as
    | CampaignMember
    | undefined;
  if (!member) return fail('NOT_FOUND');
  assertEditable(campaign);
  if (member.communicationId)
    fail('CONFLICT', 'This member has got the campaign already, and stays in its results.', {
      details: { reason: 'already_sent', status: member.status },
    });
  await ctx.tx.rows('delete from campaign_members where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    memberId,
  ]);
  ctx.loaders.clear();
  const { exclude, audience } = campaign;
  const isNamed =
    exclude.contactIds.length < MAX_EXCLUDED &&
    (audience.savedViewId || audience.tag || audience.contactIds.length);
  // Or the launch would add it again.
  const excluded = isNamed ? { ...exclude, contactIds: [...exclude.contactIds, member.contactId] } : exclude;
  await changeRecord(
    ctx,
    campaignKind,
    campaign,
    { exclude: excluded },
    { event: 'campaign.member_removed', data: { contact_id: member.contactId }, changesParts: true },
  );
  return { id: memberId, deletedAt: ctx.now };
}
