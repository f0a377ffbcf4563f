// What can be done to activities and timelines (crm.md section 13).
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE } from '../../page-sizes.ts';
import { activityListing } from './filters.ts';
import { type ActivityInput, readInput } from './input.ts';
import { addLinks, dropLinks, followActivity, type RecordName, readLinks } from './links.ts';
import { CURSOR_COLUMNS, linksOfActivity, timelinePage, timelines } from './loaders.ts';
import { ActionItem, Activity } from './model.ts';
import { assertRecord } from './records.ts';

/**
 * A page of the timeline of a record, newest first.
 * @throws NOT_FOUND when the record is not there; VALIDATION_ERROR for a page out of reach or a cursor that is not ours
 */
export async function listActivity(
  ctx: TenantContext,
  entity: string,
  id: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Activity>> {
  const { after } = args;
  const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const page = after ? null : (args.page ?? 1);
  if (page && page > 1 && page * pageSize > MAX_COUNTED) {
    throw invalid(
      'page',
      'use_cursor',
      `Pages by number go to ${MAX_COUNTED} records; continue with the cursor.`,
    );
  }
  await assertRecord(ctx, entity, id);
  const offset = page ? (page - 1) * pageSize : 0;
  const list = lookahead.select(CURSOR_COLUMNS);
  const [rows] = await timelines(ctx, entity, [id], { list, limit: pageSize + 1, offset, after });
  return timelinePage(ctx, entity, id, rows!, { page, pageSize });
}

/** What an activity is without its writer saying so. */
const NOTHING_SAID = { channel: null, direction: null, meaningfulOverride: null };

/** What the list of activities takes beside the arguments of every list. */
export interface ActivityArguments extends ListArguments {
  entityType?: string | null;
  entityId?: string | null;
}

/**
 * A page of what happened in the workspace, or to one record (delivery.md §0), newest first.
 * @throws VALIDATION_ERROR for a record that is named by halves
 */
export function listActivities(
  ctx: TenantContext,
  { entityType, entityId, ...args }: ActivityArguments,
  lookahead: Lookahead,
): Promise<PageOf<Activity>> {
  if (!entityType !== !entityId) {
    const missing = entityType ? 'entity_id' : 'entity_type';
    throw invalid(missing, 'required', 'Name a record by entity_type and entity_id together.');
  }
  const record = entityId && { record: { tenantId: ctx.tenantId, entity: entityType, id: entityId } };
  return listPage<Activity>(
    ctx,
    activityListing,
    { ...args, sort: args.sort ?? ['-occurred_at'], filter: { ...args.filter, ...record } },
    lookahead,
  );
}

/** One live activity. @throws NOT_FOUND */
export function getActivity(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Activity> {
  return Activity.read(ctx, id, lookahead);
}

/**
 * Logs an activity. It is its own line on the timelines of the records that it names.
 * @throws VALIDATION_ERROR, also `exists` for a record that is not there; HUMAN_REQUIRED for a token's override
 */
export async function createActivity(ctx: TenantContext, input: ActivityInput): Promise<Activity> {
  const fields = readInput(ctx, input);
  const names = await readLinks(ctx, input.links ?? []);
  const record = {
    ...NOTHING_SAID,
    ...fields,
    id: uuid(),
    actor: actorOf(ctx.principal),
    source: ctx.principal.kind === 'user' ? 'user' : 'service',
  } as Activity;
  const { body: _, ...told } = fields;
  // Nothing of this waits for the answer to anything else, so it travels together.
  const [activity] = await settleAll([
    Activity.create(ctx, record),
    addLinks(ctx, record, names),
    emitActivity(
      ctx,
      'activity.created',
      { id: record.id, version: 1, subject: record.subject },
      { after: { ...told, links: names } },
    ),
  ]);
  return activity;
}

/**
 * Changes what is given of a logged activity; links, where given, replace those that stand.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR, HUMAN_REQUIRED
 * @throws CONFLICT system_activity: what the system wrote stays
 */
export async function updateActivity(
  ctx: TenantContext,
  id: string,
  input: ActivityInput,
  expectedVersion?: number | null,
): Promise<Activity> {
  const before = await lockLogged(ctx, id, expectedVersion);
  const fields = readInput(ctx, input, before);
  const standing = await linksOfActivity(ctx, id);
  const former = standing.map(({ entity, entityId }) => ({ entity, id: entityId }));
  const names = input.links === undefined ? former : await readLinks(ctx, input.links ?? [], standing);
  const [added, dropped] = [without(names, former), without(former, names)];
  const isMoved = added.length + dropped.length > 0;
  const after = isMoved ? await before.changeVersion(ctx, fields) : await before.change(ctx, fields);
  if (after === before) return before;
  await dropLinks(ctx, after, dropped);
  await followActivity(ctx, after);
  await addLinks(ctx, after, added);
  await emitActivity(ctx, 'activity.updated', after, {
    before: { ...before.toJSON(), links: former },
    after: { ...after.toJSON(), links: names },
  });
  return after;
}

/**
 * Deletes a logged activity with its action items; it leaves the timelines.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; CONFLICT system_activity
 */
export async function deleteActivity(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const activity = await lockLogged(ctx, id, expectedVersion);
  const deleted = await activity.change(ctx, { deletedAt: ctx.now });
  await followActivity(ctx, deleted);
  await ActionItem.live(ctx).where({ activityId: id }).patch({ deletedAt: ctx.now });
  await emitActivity(ctx, 'activity.deleted', deleted);
  return { id, deletedAt: ctx.now };
}

/** A live activity that somebody logged and the caller may change, locked. */
async function lockLogged(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Activity> {
  const activity = await Activity.lock(ctx, id, { expectedVersion });
  if (activity.source === 'system') {
    fail('CONFLICT', 'The system wrote this line; it can be neither changed nor deleted.', {
      details: { reason: 'system_activity' },
    });
  }
  assertOwn(ctx, activity);
  return activity;
}

function without(names: readonly RecordName[], others: readonly RecordName[]): RecordName[] {
  return names.filter((name) => !others.some(({ entity, id }) => entity === name.entity && id === name.id));
}

/** The text of an activity is as private as that of a note: only the former one stays in the audit. */
function emitActivity(
  ctx: TenantContext,
  event: EventType,
  activity: Pick<Activity, 'id' | 'version' | 'subject'>,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  return emit(ctx, event, {
    object: activity,
    label: activity.subject,
    ...change,
    withheld: ['body'],
    links: [],
  });
}
