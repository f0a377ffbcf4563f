// Loads timelines: the activities of a record, in the order of the index on activity_links (crm.md section 13).
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

/** The sort keys of the cursor; in activity_links the id of the activity is the column activity_id. */
const KEYS = [
  { column: 'occurred_at', descending: true, nullable: false },
  { column: 'id', descending: true, nullable: false },
];
export const CURSOR_COLUMNS = ['occurredAt', 'id'];
// Columns of activity_links rather than activities, because only its index provides this order.
const ORDER = 'activity_links.occurred_at desc, activity_links.activity_id desc';

const join = (table: string) =>
  `join activity_links on activity_links.tenant_id = ${table}.tenant_id and activity_links.activity_id = ${table}.id`;
const where = (entity: string, key: string) =>
  `activity_links.entity = '${entity}' and activity_links.entity_id = ${key} and activity_links.live`;

/** The part of a timeline to read. */
export interface TimelineSlice {
  /** The columns that lookahead selects; all columns if absent. */
  list?: string;
  limit: number;
  offset?: number;
  after?: string | null;
}

/**
 * Reads the same slice of the timelines of many records in one statement.
 * @throws VALIDATION_ERROR for a cursor of another list
 */
export async function readTimelines(
  ctx: TenantContext,
  entity: string,
  ids: readonly string[],
  { list, limit, offset = 0, after }: TimelineSlice,
): Promise<Activity[][]> {
  const cursorValues = after ? openCursor(ctx, after, cursorScope(ctx, entity), KEYS.length) : [];
  const afterCursor = cursorValues.length
    ? 'and (activity_links.occurred_at, activity_links.activity_id) < ($3, $4)'
    : '';
  const found = await ctx.tx.rows<{ parent: string; row: object }>(
    `select p.id as parent, row_to_json(r) as row from unnest($2::uuid[]) as p(id) cross join lateral (
      select ${list ?? 'activities.*'} from activities ${join('activities')}
      where activities.tenant_id = $1 and ${where(entity, 'p.id')} ${afterCursor}
      order by ${ORDER} limit ${limit} offset ${offset}
    ) r`,
    [ctx.tenantId, ids, ...cursorValues],
  );
  const groups = Map.groupBy(found, ({ parent }) => parent);
  const model = (row: object) => (list ? row : Activity.fromDatabaseJson(row)) as Activity;
  return ids.map((id) => (groups.get(id) ?? []).map(({ row }) => model(row)));
}

/** Builds a page from the rows read for it, which include one more than the page shows. */
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
    cursorOf: (row) => makeCursor(ctx, cursorScope(ctx, entity), KEYS, row),
    count: async () => {
      const length = await loaderOf(ctx, `activities.${entity}.count`, (ids: readonly string[]) =>
        countActivities(ctx, entity, ids),
      ).load(id);
      return { total: Math.min(length, MAX_COUNTED), totalIsEstimate: length > MAX_COUNTED };
    },
  };
}

function cursorScope(ctx: TenantContext, entity: string): string {
  return `${ctx.tenantId}.activities.${entity}`;
}

/** Counts the activities on each timeline, up to the limit of totals. */
async function countActivities(
  ctx: TenantContext,
  entity: string,
  ids: readonly string[],
): Promise<number[]> {
  const rows = await ctx.tx.rows<{ id: string; n: number }>(
    `select p.id, (select count(*) from (
      select from activity_links where tenant_id = $1 and ${where(entity, 'p.id')} limit ${MAX_COUNTED + 1}) counted) as n
    from unnest($2::uuid[]) as p(id)`,
    [ctx.tenantId, ids],
  );
  const found = new Map(rows.map(({ id, n }) => [id, n]));
  return ids.map((id) => found.get(id) ?? 0);
}

/** Returns the relation from a record to its timeline. */
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
      readTimelines(ctx, entity, ids, slice),
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
