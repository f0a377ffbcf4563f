// Follow-ups: the contacts that are due, with reasons, priority and suppression (crm.md section 5, Follow-ups).
import type { TenantContext } from '../../context.ts';
import type { PageOf } from '../../lists/listing.ts';
import { makeCursor, openCursor } from '../../lists/order.ts';
import { assertPageInReach, DEFAULT_PAGE_SIZE, MAX_COUNTED } from '../../page-sizes.ts';
import { dayOf } from '../days.ts';
import { noteRelationshipRead } from './agent-outreach.ts';
import type { RelationshipFollowUp } from './model.ts';
import { bandOf } from './rules.ts';
import { evidenceVersion, INTERACTIONS, LAST_TOUCH, NEXT_TOUCH } from './signals.ts';

const MAX_PAGE_SIZE = 50;

/** The arguments of the list; `stewardUserId` may be `me`. */
export interface FollowUpArguments {
  stewardUserId?: string | null;
  companyId?: string | null;
  reason?: readonly string[] | null;
  priority?: readonly string[] | null;
  includeSuppressed?: boolean | null;
  page?: number | null;
  pageSize?: number | null;
  /** For callers within the service, which may read more at once. */
  maxPageSize?: number;
  first?: number | null;
  after?: string | null;
}

/** SQL condition: contact `c` takes part in an open deal. */
const OPEN_DEAL = `exists (
  select from deal_contacts p join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
  where p.tenant_id = $1 and p.contact_id = c.id and p.deleted_at is null and d.deleted_at is null and d.status = 'open')`;

/** SQL source: the messages exchanged with contact `c` only; messages to several contacts do not count. */
const MESSAGES = `${INTERACTIONS} and a.type in ('email', 'message') and a.direction in ('inbound', 'outbound')
  and coalesce(a.status, 'held') = 'held' and l.occurred_at <= $2
  and not exists (select from activity_links o where o.tenant_id = $1 and o.activity_id = l.activity_id
    and o.entity = 'contact' and o.entity_id <> c.id)`;

/** SQL condition: the last touch of contact `c` is an inbound message of at least two days ago without a reply. */
const AWAITING = `touch_at <= $2::timestamptz - interval '2 days'
  and exists (select from ${MESSAGES} and a.direction = 'inbound' and l.occurred_at = c.touch_at)
  and not exists (select from ${MESSAGES} and a.direction = 'outbound' and l.occurred_at >= c.touch_at)`;

/** SQL query: the last message of the past seven days, which may still be answered. */
const RECENT_MESSAGE = `
  select a.id, l.occurred_at as at, a.direction from ${MESSAGES} and l.occurred_at > $2::timestamptz - interval '7 days'
  order by l.occurred_at desc, l.activity_id desc limit 1`;

/**
 * SQL query: candidates in the whole workspace, by the indexes contacts_tended, activities_inbound, action_items_due.
 */
const WORKSPACE_CANDIDATES = `
  select id from overdue
  union select id from contacts
    where tenant_id = $1 and deleted_at is null and status = 'active' and desired_cadence_days is not null
  union select l.entity_id from activities a join activity_links l on l.tenant_id = a.tenant_id and l.activity_id = a.id
    where a.tenant_id = $1 and a.deleted_at is null and a.direction = 'inbound' and a.type in ('email', 'message')
      and a.occurred_at <= $2::timestamptz - interval '2 days' and l.entity = 'contact' and l.live`;

/** Returns the SQL query for candidates among the contacts of a steward or a company. */
function candidatesOf({ stewardUserId, companyId }: FollowUpArguments): string {
  const conditions = [stewardUserId && 'and steward_user_id = $5', companyId && 'and company_id = $6'];
  return `select id from contacts where tenant_id = $1 and deleted_at is null ${conditions.filter(Boolean).join(' ')}`;
}

/**
 * Returns the statement for a page of follow-ups: `$1` the workspace, `$2` now, `$3` today and `$4` the time zone
 * of the workspace. Reasons are index range scans on interactions; suppression is computed only for contacts that
 * are due. The CTEs are materialized, because inlined expressions would be evaluated at each use.
 */
const followUps = (candidates: string) => `
  with overdue as (
    select l.entity_id as id, min(i.due_on) as due_on, string_agg(i.id || ' ' || i.version, ',' order by i.id) as rows
    from action_items i join activity_links l on l.tenant_id = i.tenant_id and l.activity_id = i.activity_id
    where i.tenant_id = $1 and i.status = 'open' and i.deleted_at is null and i.due_on < $3::date
      and l.entity = 'contact' and l.live
    group by 1
  ), aged as materialized (
    select c.id, c.display_name, c.company_id, c.steward_user_id, c.created_at, c.desired_cadence_days as cadence,
      c.follow_up_snoozed_until::timestamp at time zone $4 as snoozed_until, touch.id as touch_id, touch.at as touch_at,
      c.do_not_contact or (select count(*) = 4 from unnest(array['email', 'sms', 'phone', 'post']) as channel
        where c.consent -> channel ->> 'state' = 'opted_out') as is_closed,
      overdue.due_on, overdue.rows as step_rows,
      floor(extract(epoch from $2 - coalesce(touch.at, c.created_at)) / 86400)::int as age
    from (${candidates}) candidates join contacts c on c.tenant_id = $1 and c.id = candidates.id
    left join overdue on overdue.id = c.id
    left join lateral (${LAST_TOUCH}) touch on true
    where c.deleted_at is null and c.status = 'active'
      and ($5::uuid is null or c.steward_user_id = $5) and ($6::uuid is null or c.company_id = $6)
  ), reasoned as materialized (
    select c.*, array_remove(array[
      case when ${AWAITING} then 'awaiting_our_reply' end,
      case when age > cadence and touch_at is not null then 'cadence_overdue' end,
      case when age > cadence and touch_at is null then 'never_touched' end,
      case when due_on is not null then 'open_next_steps' end], null) as reasons
    from aged c
  ), due as materialized (
    select c.*, reasons[1] as reason, next.id as next_id, next.at as next_at, deal.is_open,
      recent.id as recent_id, recent.at as recent_at, recent.direction,
      least(3, case when cadence is null then 1 when age >= 3 * cadence then 3 when age >= 2 * cadence then 2
        when 4 * age >= 5 * cadence then 1 else 0 end
        + (reasons[1] = 'awaiting_our_reply' or deal.is_open)::int) as pressing,
      case reasons[1] when 'awaiting_our_reply' then age - 2 when 'open_next_steps' then $3::date - due_on
        else age - cadence end as overdue_days
    from reasoned c
    cross join lateral (select ${OPEN_DEAL} as is_open) deal
    left join lateral (${NEXT_TOUCH}) next on true
    left join lateral (${RECENT_MESSAGE}) recent on true
    where cardinality(reasons) > 0
  ), held as materialized (
    select *, case when is_closed then 'do_not_contact' when snoozed_until > $2 then 'snoozed'
      when next_at <= $2::timestamptz + interval '14 days' then 'scheduled_touch'
      when direction = 'outbound' then 'awaiting_reply' else 'none' end as suppression
    from due
  ), listed as materialized (
    select * from held
    where ($7::text[] is null or reason = any($7)) and ($8::int[] is null or pressing = any($8))
      and ($9::bool or suppression = 'none')
  )
  select (select count(*) from listed) as total, coalesce((select json_agg(r) from (
    select id, display_name as "displayName", live_company_id as "companyId", company_name as "companyName",
      steward_user_id as "stewardUserId",
      reasons, pressing, overdue_days as "overdueDays", touch_at as "lastMeaningfulTouchAt", suppression,
      case suppression when 'snoozed' then snoozed_until when 'scheduled_touch' then next_at
        when 'awaiting_reply' then recent_at + interval '7 days' end as until,
      array[touch_id::text, touch_at::text, recent_id::text, recent_at::text, next_id::text, next_at::text, step_rows,
        is_open::text, cadence::text, snoozed_until::text, created_at::text] as evidence
    from listed
    left join lateral (select k.id as live_company_id, k.name as company_name from companies k
      where k.tenant_id = $1 and k.id = listed.company_id and k.deleted_at is null) company on true
    where $10::int is null or (-pressing, -overdue_days, id) > (-$10, -$11::int, $12::uuid)
    order by pressing desc, overdue_days desc, id limit $13 offset $14) r), '[]') as rows`;

/** Priorities in ascending order; the SQL column `pressing` is the index. */
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const KEYS = ['pressing', 'overdue_days', 'id'].map((column) => ({
  column,
  descending: column !== 'id',
  nullable: false,
}));

interface FollowUpRow extends Omit<RelationshipFollowUp, 'contactId' | 'suppression'> {
  id: string;
  pressing: number;
  suppression: string;
  until: string | null;
  evidence: (string | null)[];
}

/**
 * Returns a page of due follow-ups, highest priority first; suppressed ones only with `includeSuppressed`.
 * @throws VALIDATION_ERROR for a page number beyond the limit or an invalid cursor
 */
export async function listFollowUps(
  ctx: TenantContext,
  args: FollowUpArguments,
): Promise<PageOf<RelationshipFollowUp>> {
  const { stewardUserId, companyId, reason, priority, includeSuppressed, after } = args;
  const { id: userId, timeZone } = ctx.principal;
  const pageSize = Math.min(
    args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE,
    args.maxPageSize ?? MAX_PAGE_SIZE,
  );
  const page = after ? null : (args.page ?? 1);
  assertPageInReach(page, pageSize);
  const filter = [stewardUserId, companyId, reason, priority, includeSuppressed];
  const cursorScope = JSON.stringify([ctx.tenantId, 'follow-ups', ...filter]);
  const [pressing, overdueDays, id] = after ? openCursor(ctx, after, cursorScope, KEYS.length) : [];
  const text = followUps(stewardUserId || companyId ? candidatesOf(args) : WORKSPACE_CANDIDATES);
  const [found] = await ctx.tx.rows<{ total: number; rows: FollowUpRow[] }>(text, [
    ctx.tenantId,
    ctx.now,
    dayOf(ctx.now, timeZone),
    timeZone,
    stewardUserId === 'me' ? userId : stewardUserId,
    companyId,
    reason,
    priority?.map((name) => PRIORITIES.indexOf(name)),
    includeSuppressed ?? false,
    pressing,
    overdueDays,
    id,
    pageSize + 1,
    page ? (page - 1) * pageSize : 0,
  ]);
  const { total, rows } = found!;
  for (const { id: contactId } of rows.slice(0, pageSize)) noteRelationshipRead(ctx, contactId);
  const byFollowUp = new Map(rows.slice(0, pageSize).map((row) => [toFollowUp(row, ctx.now), row]));
  return {
    nodes: [...byFollowUp.keys()],
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: page !== 1,
    cursorOf: (node) => makeCursor(ctx, cursorScope, KEYS, byFollowUp.get(node) as never),
    count: async () => ({ total: Math.min(total, MAX_COUNTED), totalIsEstimate: total > MAX_COUNTED }),
  };
}

function toFollowUp(row: FollowUpRow, now: Date): RelationshipFollowUp {
  const { id, pressing, suppression, until, evidence, ...fields } = row;
  const { lastMeaningfulTouchAt: touch } = fields;
  return {
    ...fields,
    contactId: id,
    reason: fields.reasons[0]!,
    priority: PRIORITIES[pressing]!,
    suppression: { status: suppression, until },
    recencyBand: bandOf(touch ? new Date(touch) : null, now),
    evidenceVersion: evidenceVersion(evidence),
  };
}
