// Follow-ups: whom to get back to now, why, how pressing it is, and what holds it back (crm.md section 5, Follow-ups).
import type { TenantContext } from '../../context.ts';
import { DEFAULT_PAGE_SIZE, makeCursor, openCursor, type PageOf, REACH } from '../../db/page.ts';
import { invalid } from '../../errors.ts';
import { dayOf } from '../days.ts';
import type { RelationshipFollowUp } from './model.ts';
import { bandOf } from './rules.ts';
import { evidenceVersion, LAST_MESSAGE, LAST_TOUCH, NEXT_TOUCH } from './signals.ts';

const MAX_PAGE_SIZE = 50;

/** What the caller asks for; `stewardUserId` may be `me`. */
export interface FollowUpArguments {
  stewardUserId?: string | null;
  companyId?: string | null;
  reason?: readonly string[] | null;
  priority?: readonly string[] | null;
  includeSuppressed?: boolean | null;
  page?: number | null;
  pageSize?: number | null;
  first?: number | null;
  after?: string | null;
}

/** Whether contact `c` takes part in an open deal. The one place where follow-ups look at deals. */
const OPEN_DEAL = 'false';

/**
 * Follow-ups in one statement: `$1` the workspace, `$2` now, `$3` today there, `$4` its time zone. Candidates come from
 * three indexes (contacts_tended, activities_inbound, action_items_due); what makes them due, from the index of
 * interactions; what holds them back is asked for those alone that are due.
 */
const FOLLOW_UPS = `
  with overdue as (
    select l.entity_id as id, min(i.due_on) as due_on, string_agg(i.id || ' ' || i.version, ',' order by i.id) as rows
    from action_items i join activity_links l on l.tenant_id = i.tenant_id and l.activity_id = i.activity_id
    where i.tenant_id = $1 and i.status = 'open' and i.deleted_at is null and i.due_on < $3::date
      and l.entity = 'contact' and l.live
    group by 1
  ), writers as (
    select distinct l.entity_id as id
    from activities a join activity_links l on l.tenant_id = a.tenant_id and l.activity_id = a.id
    where a.tenant_id = $1 and a.deleted_at is null and a.direction = 'inbound' and a.type in ('email', 'message')
      and a.occurred_at <= $2::timestamptz - interval '2 days' and l.entity = 'contact' and l.live
  ), candidates as (
    select id from overdue union select id from writers union
    select id from contacts
    where tenant_id = $1 and deleted_at is null and status = 'active' and desired_cadence_days is not null
  ), aged as (
    select c.*, touch.id as touch_id, touch.at as touch_at, overdue.due_on, overdue.rows as step_rows,
      writers.id is not null as wrote, floor(extract(epoch from $2 - coalesce(touch.at, c.created_at)) / 86400)::int as age
    from candidates join contacts c on c.tenant_id = $1 and c.id = candidates.id
    left join overdue on overdue.id = c.id
    left join writers on writers.id = c.id
    left join lateral (${LAST_TOUCH}) touch on true
    where c.deleted_at is null and c.status = 'active' and ($5::uuid is null or c.steward_user_id = $5)
      and ($6::uuid is null or c.company_id = $6)
  ), reasoned as (
    select c.*, message.id as message_id, message.at as message_at, message.direction,
      array_remove(array[
        case when wrote and message.direction = 'inbound' and message.at <= $2::timestamptz - interval '2 days'
          and (touch_at <= message.at or touch_at is null) then 'awaiting_our_reply' end,
        case when age > desired_cadence_days and touch_at is not null then 'cadence_overdue' end,
        case when age > desired_cadence_days and touch_at is null then 'never_touched' end,
        case when due_on is not null then 'open_next_steps' end], null) as reasons
    from aged c
    left join lateral (${LAST_MESSAGE}) message on c.wrote or c.due_on is not null or c.age > c.desired_cadence_days
  ), due as (
    select c.*, reasons[1] as reason, next.id as next_id, next.at as next_at, deal.is_open,
      least(3, case when desired_cadence_days is null then 1
        when age >= 3 * desired_cadence_days then 3 when age >= 2 * desired_cadence_days then 2
        when 4 * age >= 5 * desired_cadence_days then 1 else 0 end
        + ('awaiting_our_reply' = any(reasons) or deal.is_open)::int) as pressing,
      case reasons[1] when 'awaiting_our_reply' then floor(extract(epoch from $2 - message_at) / 86400)::int - 2
        when 'open_next_steps' then $3::date - due_on else age - desired_cadence_days end as overdue_days
    from reasoned c
    cross join lateral (select ${OPEN_DEAL} as is_open) deal
    left join lateral (${NEXT_TOUCH}) next on true
    where cardinality(reasons) > 0
  ), held as (
    select c.*, case
        when do_not_contact or (select count(*) = 4 from unnest(array['email', 'sms', 'phone', 'post']) as channel
          where consent -> channel ->> 'state' = 'opted_out') then 'do_not_contact'
        when follow_up_snoozed_until::timestamp at time zone $4 > $2 then 'snoozed'
        when next_at <= $2::timestamptz + interval '14 days' then 'scheduled_touch'
        when direction = 'outbound' and message_at > $2::timestamptz - interval '7 days' then 'awaiting_reply'
        else 'none' end as suppression
    from due c
  ), listed as materialized (
    select * from held
    where ($7::text[] is null or reason = any($7)) and ($8::int[] is null or pressing = any($8))
      and ($9::bool or suppression = 'none')
  )
  select (select count(*) from listed) as total, coalesce((select json_agg(r) from (
    select id, display_name as "displayName", company_id as "companyId", steward_user_id as "stewardUserId",
      reasons, pressing, overdue_days as "overdueDays", touch_at as "lastMeaningfulTouchAt", suppression,
      case suppression when 'snoozed' then follow_up_snoozed_until::timestamp at time zone $4
        when 'scheduled_touch' then next_at when 'awaiting_reply' then message_at + interval '7 days' end as until,
      array[touch_id::text, touch_at::text, message_id::text, message_at::text, next_id::text, next_at::text, step_rows,
        is_open::text, desired_cadence_days::text, follow_up_snoozed_until::text, created_at::text] as evidence
    from listed
    where $10::int is null or (-pressing, -overdue_days, id) > (-$10, -$11::int, $12::uuid)
    order by pressing desc, overdue_days desc, id limit $13 offset $14) r), '[]') as rows`;

/** From the least to the most pressing. */
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
 * A page of the follow-ups that are due, the most pressing first; those that are held back only when asked for.
 * @throws VALIDATION_ERROR for a page out of reach or a cursor that is not ours
 */
export async function listFollowUps(
  ctx: TenantContext,
  args: FollowUpArguments,
): Promise<PageOf<RelationshipFollowUp>> {
  const { stewardUserId, companyId, reason, priority, includeSuppressed, after } = args;
  const { id: me, timeZone } = ctx.principal;
  const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const page = after ? null : (args.page ?? 1);
  if (page && page > 1 && page * pageSize > REACH) {
    throw invalid('page', 'use_cursor', `Pages by number go to ${REACH} records; continue with the cursor.`);
  }
  const filter = [stewardUserId, companyId, reason, priority, includeSuppressed];
  const seal = JSON.stringify([ctx.tenantId, 'follow-ups', ...filter]);
  const [pressing, overdueDays, id] = after ? openCursor(ctx, after, seal, KEYS.length) : [];
  const [found] = await ctx.tx.rows<{ total: number; rows: FollowUpRow[] }>(FOLLOW_UPS, [
    ctx.tenantId,
    ctx.now,
    dayOf(ctx.now, timeZone),
    timeZone,
    stewardUserId === 'me' ? me : stewardUserId,
    companyId,
    reason,
    priority?.map((one) => PRIORITIES.indexOf(one)),
    includeSuppressed ?? false,
    pressing,
    overdueDays,
    id,
    pageSize + 1,
    page ? (page - 1) * pageSize : 0,
  ]);
  const { total, rows } = found!;
  const byFollowUp = new Map(rows.slice(0, pageSize).map((row) => [toFollowUp(row, ctx.now), row]));
  return {
    nodes: [...byFollowUp.keys()],
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: page !== 1,
    cursorOf: (node) => makeCursor(ctx, seal, KEYS, byFollowUp.get(node) as never),
    count: async () => ({ total: Math.min(total, REACH), totalIsEstimate: total > REACH }),
  };
}

function toFollowUp(row: FollowUpRow, now: Date): RelationshipFollowUp {
  const { id, pressing, suppression, until, evidence, ...told } = row;
  const { lastMeaningfulTouchAt: touch } = told;
  return {
    ...told,
    contactId: id,
    reason: told.reasons[0]!,
    priority: PRIORITIES[pressing]!,
    suppression: { status: suppression, until },
    recencyBand: bandOf(touch ? new Date(touch) : null, now),
    evidenceVersion: evidenceVersion(evidence),
  };
}
