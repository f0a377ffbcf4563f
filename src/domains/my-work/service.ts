// My work: one list of everything that waits for a person, and what they have hidden from it (delivery.md section 1.2).
import { mayReadType } from '../../access/check.ts';
import { userIdOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { assertFilter } from '../../lists/filter-checks.ts';
import type { ListArguments, ListFilter, PageOf } from '../../lists/listing.ts';
import { makeCursor, openCursor } from '../../lists/order.ts';
import { assertPageInReach, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../page-sizes.ts';
import {
  BUCKETS,
  bucketOf,
  type Calendar,
  calendarOf,
  compareKeys,
  isDueBetween,
  matches,
  orderKey,
  readUntil,
  type WorkItem,
  type WorkKind,
} from './rules.ts';
import { mayCall, type SourceItem, sourcesFor } from './sources.ts';

export interface WorkArguments extends ListArguments {
  from?: string | null;
  to?: string | null;
  includeSnoozed?: boolean | null;
}

/** A page of somebody's work, with the numbers of all of it. */
export interface WorkPage extends PageOf<WorkItem> {
  meta: {
    counts: { bucket: Record<string, number>; kind: Record<string, number> };
    skipped: SkippedKind[];
  };
}

interface SkippedKind {
  kind: WorkKind;
  reason: string;
}

const KEYS = ['bucket', 'priority', 'due', 'id'].map((column, index) => ({
  column,
  descending: false,
  nullable: false,
  read: (row: object) => orderKey(row as WorkItem)[index],
}));

/** Returns a page of the caller's work, by bucket, priority and due date. @throws VALIDATION_ERROR for an invalid filter or cursor, or a page out of reach */
export async function listMyWork(ctx: TenantContext, args: WorkArguments): Promise<WorkPage> {
  if (args.filter) assertFilter(ctx, 'WorkItem', args.filter as ListFilter);
  const calendar = await calendarFor(ctx);
  const { items, skipped } = await readItems(ctx, calendar);
  const open = items.filter(
    (item) => (args.includeSnoozed || !item.snoozedUntil) && isDueBetween(item, calendar, args.from, args.to),
  );
  const found = open.filter((item) => matches(item, args.filter as never));
  const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const page = args.after ? null : (args.page ?? 1);
  assertPageInReach(page, pageSize);
  const { filter, from, to, includeSnoozed } = args;
  const scope = JSON.stringify([ctx.tenantId, 'my-work', filter, from, to, includeSnoozed]);
  const after = args.after ? openCursor(ctx, args.after, scope, KEYS.length) : undefined;
  const rest = after ? found.filter((item) => compareKeys(orderKey(item), after) > 0) : found;
  const start = page ? (page - 1) * pageSize : 0;
  return {
    nodes: rest.slice(start, start + pageSize),
    page,
    pageSize,
    hasNextPage: rest.length > start + pageSize,
    hasPreviousPage: page !== 1,
    cursorOf: (item) => makeCursor(ctx, scope, KEYS, item as never),
    count: async () => ({ total: found.length, totalIsEstimate: false }),
    meta: {
      counts: {
        bucket: countsOf(BUCKETS, open, 'bucket'),
        kind: countsOf([...new Set(open.map(({ kind }) => kind))], open, 'kind'),
      },
      skipped,
    },
  };
}

function countsOf(values: readonly string[], items: readonly WorkItem[], by: 'bucket' | 'kind') {
  return Object.fromEntries(
    values.map((value) => [value, items.filter((item) => item[by] === value).length]),
  );
}

/**
 * Hides an item of the caller's work until a time, or shows it again.
 * @throws NOT_FOUND for an item that does not wait for the caller; VALIDATION_ERROR required, format, range
 */
export async function snoozeItem(
  ctx: TenantContext,
  itemId: string,
  until: string | null | undefined,
): Promise<WorkItem> {
  if (until === undefined)
    throw invalid('until', 'required', 'Give a date or an instant; null shows the item.');
  const calendar = await calendarFor(ctx);
  const { items } = await readItems(ctx, calendar);
  const item = items.find(({ id }) => id === itemId.toLowerCase());
  if (!item) return fail('NOT_FOUND');
  const [kind, id] = item.id.split(':');
  const key = [ctx.tenantId, ctx.principal.id, kind, id];
  if (until === null) {
    await ctx.tx.rows(
      'delete from my_work_snoozes where tenant_id = $1 and user_id = $2 and kind = $3 and id = $4',
      key,
    );
    return { ...item, snoozedUntil: null };
  }
  const [tomorrow] = await ctx.tx.rows<{ at: Date }>(`select ($1::date::timestamp at time zone $2) as at`, [
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d)$/.test(until) ? until : calendar.today,
    calendar.timeZone,
  ]);
  const snoozedUntil = readUntil(until, ctx.now, () => new Date(tomorrow!.at));
  await ctx.tx.rows(
    `insert into my_work_snoozes (tenant_id, user_id, kind, id, until, due_at, priority, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, user_id, kind, id) do update set until = excluded.until, due_at = excluded.due_at,
       priority = excluded.priority, created_at = excluded.created_at
     where (my_work_snoozes.until, my_work_snoozes.due_at, my_work_snoozes.priority)
       is distinct from (excluded.until, excluded.due_at, excluded.priority)`,
    [...key, snoozedUntil, item.dueAt, item.priority, ctx.now],
  );
  return { ...item, snoozedUntil };
}

async function calendarFor(ctx: TenantContext): Promise<Calendar> {
  const [row] = await ctx.tx.rows<{ locale: string; timeZone: string }>(
    'select locale, time_zone as "timeZone" from tenants where id = $1',
    [ctx.tenantId],
  );
  return calendarOf(ctx.now, row!.timeZone, row!.locale);
}

/** Returns all items that wait for the caller in their order, and the kinds that the caller may not see. */
async function readItems(
  ctx: TenantContext,
  calendar: Calendar,
): Promise<{ items: WorkItem[]; skipped: SkippedKind[] }> {
  const items: WorkItem[] = [];
  const skipped: SkippedKind[] = [];
  const snoozes = await snoozesOf(ctx);
  const hasCompanies = mayReadType('Company', ctx.principal);
  for (const { source, refusal: refused } of sourcesFor(ctx)) {
    if (refused) {
      skipped.push({ kind: source.kind, reason: refused.code });
      continue;
    }
    for (const found of await source.read!(ctx, calendar)) {
      const actions = (found.actions ?? source.actions).filter((name) => mayCall(ctx, name));
      const item = toItem(source.kind, found, actions, calendar, snoozes);
      items.push(hasCompanies ? item : { ...item, company: null });
    }
  }
  const keyed = items.map((item) => ({ item, key: orderKey(item) }));
  return { items: keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item), skipped };
}

type Snoozes = Map<string, { until: Date; dueAt: string | null; priority: string }>;

async function snoozesOf(ctx: TenantContext): Promise<Snoozes> {
  const rows = await ctx.tx.rows<{ key: string; until: string; dueAt: string | null; priority: string }>(
    `select kind || ':' || id as key, until, due_at as "dueAt", priority from my_work_snoozes
     where tenant_id = $1 and user_id = $2 and until > $3`,
    [ctx.tenantId, userIdOf(ctx.principal), ctx.now],
  );
  return new Map(rows.map(({ key, until, ...seen }) => [key, { until: new Date(until), ...seen }]));
}

function toItem(
  kind: WorkKind,
  { id, dueAt, priority, ...found }: SourceItem,
  actions: string[],
  calendar: Calendar,
  snoozes: Snoozes,
): WorkItem {
  const key = `${kind}:${id}`;
  const snooze = snoozes.get(key);
  // What became due at another time or more urgent is shown again.
  const isSnoozed = snooze && snooze.dueAt === dueAt && snooze.priority === priority;
  return {
    ...found,
    id: key,
    kind,
    dueAt,
    priority,
    bucket: bucketOf(dueAt, calendar),
    actions,
    snoozedUntil: isSnoozed ? snooze.until : null,
  };
}
