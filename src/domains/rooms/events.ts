// What happened in a room, as the team sees it: the list of events, and the analytics.
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { eventListing } from './loaders.ts';
import { type ItemKind, Room, type RoomEvent } from './model.ts';

/** Returns a page of the events of a room, newest first. @throws NOT_FOUND */
export async function listEvents(
  ctx: TenantContext,
  roomId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<RoomEvent>> {
  await Room.find(ctx, roomId);
  const sort = args.sort ?? ['-at'];
  return listPage<RoomEvent>(ctx, eventListing, { ...args, sort }, lookahead, (query) =>
    query.where({ roomId }),
  );
}

interface Totals {
  sessions: number;
  visitors: number;
  views: number;
  seconds: number;
  downloads: number;
  comments: number;
  refused: number;
  ndaAccepted: number;
  firstVisitAt: Date | null;
  lastVisitAt: Date | null;
}

export interface Analytics extends Totals {
  items: ItemRow[];
  visitorsList: VisitorRow[];
}

interface ItemRow {
  itemId: string;
  title: string;
  kind: ItemKind;
  views: number;
  visitors: number;
  seconds: number;
  downloads: number;
  completion: number;
}

interface VisitorRow {
  visitorId: string;
  name: string;
  email: string | null;
  contactId: string | null;
  linkId: string;
  sessions: number;
  views: number;
  seconds: number;
  downloads: number;
  completion: number;
  firstAt: Date;
  lastAt: Date;
}

/** Events of a room between two instants, with seconds limited to what a session can have had. */
const SELECTED = `
  with selected as materialized (
    select e.* from room_events e where e.tenant_id = $1 and e.room_id = $2 and e.at >= $3 and e.at < $4
  ), spent as (
    select session_id, least(sum(seconds)::float8, greatest(0, extract(epoch from max(at) - min(at)))) / nullif(sum(seconds), 0)
      as share from (
        select e.session_id, e.seconds, e.at from selected e where e.type = 'time_spent'
        union all select s.id, null, s.created_at from room_sessions s where s.tenant_id = $1 and s.room_id = $2
      ) timed group by session_id
  ), events as materialized (
    select e.*, round(coalesce(e.seconds * least(1, spent.share), 0))::int as counted
    from selected e left join spent on spent.session_id = e.session_id
  )`;

const VIEWABLE = `select i.id from room_items i where i.tenant_id = $1 and i.room_id = $2 and i.deleted_at is null
  and i.is_visible and i.kind in ('file', 'link', 'note', 'embed')`;

const TOTALS = `${SELECTED}
  select (select count(*)::int from room_sessions s where s.tenant_id = $1 and s.room_id = $2
      and s.created_at >= $3 and s.created_at < $4) as sessions,
    count(distinct visitor_id)::int as visitors, ${countOfType('item_viewed')} as views,
    coalesce(sum(counted) filter (where type = 'time_spent'), 0)::int as seconds,
    ${countOfType('downloaded')} as downloads, ${countOfType('commented')} as comments,
    ${countOfType('access_refused')} as refused, ${countOfType('nda_accepted')} as "ndaAccepted",
    min(at) filter (where type = 'access_granted') as "firstVisitAt",
    max(at) filter (where type = 'access_granted') as "lastVisitAt"
  from events e`;

const BY_ITEM = `${SELECTED}
  select i.id as "itemId", i.title, i.kind, ${countOfType('item_viewed')} as views,
    count(distinct e.visitor_id) filter (where e.type = 'item_viewed')::int as visitors,
    coalesce(sum(counted) filter (where e.type = 'time_spent'), 0)::int as seconds,
    ${countOfType('downloaded')} as downloads,
    coalesce(round(100.0 * count(distinct e.visitor_id) filter (where e.type = 'item_viewed')
      / nullif((select count(distinct visitor_id) from events), 0)), 0)::int as completion
  from room_items i left join events e on e.item_id = i.id
  where i.tenant_id = $1 and i.room_id = $2 and i.deleted_at is null
  group by i.id, i.title, i.kind, i.position order by seconds desc, i.position limit 200`;

const BY_VISITOR = `${SELECTED}
  select v.id as "visitorId", v.name, v.email, v.contact_id as "contactId",
    (array_agg(e.link_id order by e.at desc))[1] as "linkId",
    count(distinct e.session_id)::int as sessions, ${countOfType('item_viewed')} as views,
    coalesce(sum(counted) filter (where e.type = 'time_spent'), 0)::int as seconds,
    ${countOfType('downloaded')} as downloads,
    coalesce(round(100.0 * count(distinct e.item_id) filter (where e.type = 'item_viewed' and e.item_id in (${VIEWABLE}))
      / nullif((select count(*) from (${VIEWABLE}) viewable), 0)), 0)::int as completion,
    min(e.at) as "firstAt", max(e.at) as "lastAt"
  from events e join room_visitors v on v.tenant_id = $1 and v.id = e.visitor_id
  group by v.id, v.name, v.email, v.contact_id order by seconds desc, "lastAt" desc limit 200`;

function countOfType(type: string): string {
  return `count(*) filter (where e.type = '${type}')::int`;
}

/** Returns views, time and completion of a room. @throws NOT_FOUND; VALIDATION_ERROR invalid_range */
export async function getAnalytics(
  ctx: TenantContext,
  roomId: string,
  { from, until }: { from?: string | null; until?: string | null },
): Promise<Analytics> {
  await Room.find(ctx, roomId);
  if (from && until && from > until)
    throw invalid('until', 'invalid_range', 'until must not be before from.', { reason: 'invalid_range' });
  const [range] = await ctx.tx.rows<{ start: Date; end: Date }>(
    `select coalesce($1::date::timestamp at time zone $3, '-infinity') as start,
       coalesce(($2::date + 1)::timestamp at time zone $3, 'infinity') as end`,
    [from ?? null, until ?? null, ctx.principal.timeZone],
  );
  const values = [ctx.tenantId, roomId, range!.start, range!.end];
  const [totals, items, visitorsList] = await settleAll([
    ctx.tx.rows<Totals>(TOTALS, values),
    ctx.tx.rows<ItemRow>(BY_ITEM, values),
    ctx.tx.rows<VisitorRow>(BY_VISITOR, values),
  ]);
  return { ...totals[0]!, items, visitorsList };
}
