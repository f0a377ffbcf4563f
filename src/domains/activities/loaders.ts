// Timelines: the activities of a record, read in the order of the index of their links (crm.md section 13).
import type { TenantContext } from '../../context.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import {
  allOf,
  byId,
  loaderOf,
  nestedPageSize,
  type Relation,
  type RelationSql,
  relation,
} from '../../lists/loaders.ts';
import { makeCursor, openCursor } from '../../lists/order.ts';
import { MAX_COUNTED } from '../../page-sizes.ts';
import { ActionItem, Activity, ActivityLink } from './model.ts';

/** What a cursor is made of; the id stands in the link as activity_id. */
const KEYS = [
  { column: 'occurred_at', descending: true, nullable: false },
  { column: 'id', descending: true, nullable: false },
];
export const CURSOR_COLUMNS = ['occurredAt', 'id'];
// Columns of the link, not of the activity: only so does the index give the order.
const ORDER = 'activity_links.occurred_at desc, activity_links.activity_id desc';

const join = (table: string) =>
  `join activity_links on activity_links.tenant_id = ${table}.tenant_id and activity_links.activity_id = ${table}.id`;
const where = (entity: string, key: string) =>
  `activity_links.entity = '${entity}' and activity_links.entity_id = ${key} and activity_links.live`;

/** Which part of a timeline is read. */
export interface Slice {
  /** The select list of a read that looks ahead; every column without it. */
  list?: string;
  limit: number;
  offset?: number;
  after?: string | null;
}

/** The same slice of the timelines of many records, in one statement. @throws VALIDATION_ERROR for a foreign cursor */
export async function timelines(
  ctx: TenantContext,
  entity: string,
  ids: readonly string[],
  { list, limit, offset = 0, after }: Slice,
): Promise<Activity[][]> {
  const start = after ? openCursor(ctx, after, sealOf(ctx, entity), KEYS.length) : [];
  const behind = start.length
    ? 'and (activity_links.occurred_at, activity_links.activity_id) < ($3, $4)'
    : '';
  const found = await ctx.tx.rows<{ parent: string; row: object }>(
    `select p.id as parent, row_to_json(r) as row from unnest($2::uuid[]) as p(id) cross join lateral (
      select ${list ?? 'activities.*'} from activities ${join('activities')}
      where activities.tenant_id = $1 and ${where(entity, 'p.id')} ${behind}
      order by ${ORDER} limit ${limit} offset ${offset}
    ) r`,
    [ctx.tenantId, ids, ...start],
  );
  const groups = Map.groupBy(found, ({ parent }) => parent);
  const model = (row: object) => (list ? row : Activity.fromDatabaseJson(row)) as Activity;
  return ids.map((id) => (groups.get(id) ?? []).map(({ row }) => model(row)));
}

/** A page from the rows that were read for it, one more than it shows. */
export function timelinePage(
  ctx: TenantContext,
  entity: string,
  id: string,
  rows: Activity[],
  { page, pageSize }: { page: number | null; pageSize: number },
): PageOf<Activity> {
  return {
    nodes: rows.slice(0, pageSize),
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: page !== 1,
    cursorOf: (row) => makeCursor(ctx, sealOf(ctx, entity), KEYS, row),
    count: async () => {
      const length = await loaderOf(ctx, `activities.${entity}.count`, (ids: readonly string[]) =>
        lengths(ctx, entity, ids),
      ).load(id);
      return { total: Math.min(length, MAX_COUNTED), totalIsEstimate: length > MAX_COUNTED };
    },
  };
}

function sealOf(ctx: TenantContext, entity: string): string {
  return `${ctx.tenantId}.activities.${entity}`;
}

/** How long the timelines are, as far as a total counts. */
async function lengths(ctx: TenantContext, entity: string, ids: readonly string[]): Promise<number[]> {
  const rows = await ctx.tx.rows<{ id: string; n: number }>(
    `select p.id, (select count(*) from (
      select from activity_links where tenant_id = $1 and ${where(entity, 'p.id')} limit ${MAX_COUNTED + 1}) counted) as n
    from unnest($2::uuid[]) as p(id)`,
    [ctx.tenantId, ids],
  );
  const found = new Map(rows.map(({ id, n }) => [id, n]));
  return ids.map((id) => found.get(id) ?? 0);
}

/** The timeline of a record as a relation of it. */
export function timelineOf(entity: string): Relation<Promise<PageOf<Activity>>> {
  const name = `activities.${entity}`;
  const page = (ctx: TenantContext, rows: unknown[], args: ListArguments, id: string) =>
    timelinePage(ctx, entity, id, rows as Activity[], {
      page: args.after ? null : 1,
      pageSize: nestedPageSize(args),
    });
  const load = async (ctx: TenantContext, id: string, args: ListArguments): Promise<PageOf<Activity>> => {
    const slice = { limit: nestedPageSize(args) + 1, after: args.after };
    const loader = loaderOf(ctx, `${name}.${slice.limit}.${args.after ?? ''}`, (ids: readonly string[]) =>
      timelines(ctx, entity, ids, slice),
    );
    return page(ctx, await loader.load(id), args, id);
  };
  const sql: RelationSql = {
    name,
    kind: 'list',
    model: Activity,
    join,
    where: (_table, key) => where(entity, key),
    order: () => ORDER,
    cursorColumns: CURSOR_COLUMNS,
    page,
  };
  return relation(load, sql);
}

export const activitiesOfCompany = timelineOf('company');
export const linksOfActivity = allOf<ActivityLink>(
  ActivityLink,
  'activityId',
  'activity_id',
  (table) => `${table}.entity, ${table}.entity_id`,
);

export const activityById = byId<Activity>(Activity);
export const actionItemsOfActivity = allOf<ActionItem>(ActionItem, 'activityId', 'activity_id');
