// The notifications of a person: list, count, mark (delivery.md section 1.3).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import type { ListArguments, ListFilter, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { readableEntities } from './entities.ts';
import { Notification } from './model.ts';
import type { Category, NotificationState } from './rules.ts';

const notificationListing: Listing = { model: Notification };

/** Returns a page of the caller's notifications of records that the caller may read now, the latest first. */
export function listNotifications(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Notification>> {
  const sort = args.sort ?? ['-updated_at'];
  return listPage<Notification>(ctx, notificationListing, { ...args, sort }, lookahead, (query) => {
    query.where({ userId: ctx.principal.id!, inApp: true }).whereRaw(readableEntities(ctx.principal));
    if (!hasStateCondition(args.filter as ListFilter)) query.whereNot({ state: 'archived' });
  });
}

/** Tells whether a filter has a condition on the state, also within combinations. */
function hasStateCondition(filter: ListFilter | null | undefined): boolean {
  return Object.entries(filter ?? {}).some(([name, value]) => {
    if (name === 'and' || name === 'or') return (value as ListFilter[] | null)?.some(hasStateCondition);
    if (name === 'not') return hasStateCondition(value as ListFilter | null);
    return name === 'state' && value;
  });
}

export interface UnreadCount {
  total: number;
  byPriority: { low: number; normal: number; high: number };
}

/** Counts the caller's unread notifications that the list shows. */
export async function countUnread(ctx: TenantContext): Promise<UnreadCount> {
  const [row] = await ctx.tx.rows<UnreadCount['byPriority']>(
    `select count(*) filter (where priority = 'low')::int as low, count(*) filter (where priority = 'normal')::int as normal,
       count(*) filter (where priority = 'high')::int as high
     from notifications where tenant_id = $1 and user_id = $2 and state = 'unread' and in_app
       and ${readableEntities(ctx.principal)}`,
    [ctx.tenantId, ctx.principal.id],
  );
  const { low, normal, high } = row!;
  return { total: low + normal + high, byPriority: { low, normal, high } };
}

/** Sets the state of one of the caller's notifications, which keeps its place in the list. @throws NOT_FOUND, also for one that the list does not show */
export async function setState(
  ctx: TenantContext,
  id: string,
  state: NotificationState,
): Promise<Notification> {
  const found = (await Notification.of(ctx)
    .where({ id, userId: ctx.principal.id!, inApp: true })
    .whereRaw(readableEntities(ctx.principal))
    .forUpdate()
    .first()) as Notification | undefined;
  if (!found) return fail('NOT_FOUND');
  if (found.state === state) return found;
  const readAt = state === 'unread' ? null : (found.readAt ?? (state === 'read' ? ctx.now : null));
  const [row] = await ctx.tx.rows<object>(
    `update notifications set state = $4, read_at = $5
     where tenant_id = $1 and id = $2 and user_id = $3 returning *`,
    [ctx.tenantId, id, ctx.principal.id, state, readAt],
  );
  return Notification.fromDatabaseJson(row!) as Notification;
}

/** Marks the caller's unread notifications as read. @param until only those that were updated by then; by default all */
export async function markAllRead(
  ctx: TenantContext,
  { until, category }: { until?: Date | null; category?: Category | null },
): Promise<{ updated: number }> {
  const rows = await ctx.tx.rows(
    `update notifications set state = 'read', read_at = $3
     where tenant_id = $1 and user_id = $2 and state = 'unread' and in_app and updated_at <= $4
       and ($5::text is null or category = $5) and ${readableEntities(ctx.principal)} returning id`,
    [ctx.tenantId, ctx.principal.id, ctx.now, until ?? ctx.now, category ?? null],
  );
  return { updated: rows.length };
}
