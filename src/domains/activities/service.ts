// Operations on activities and timelines (crm.md section 13).
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertPageInReach, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../page-sizes.ts';
import { partKind } from '../records/kind.ts';
import { deleteRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { activityListing } from './filters.ts';
import { type ActivityInput, parseInput } from './input.ts';
import { addLinks, dropLinks, hideLinks, type RecordRef, readLinks, syncLinks } from './links.ts';
import { CURSOR_COLUMNS, linksOfActivity, readTimelines, timelinePage } from './loaders.ts';
import { ActionItem, Activity } from './model.ts';
import { assertRecord } from './records.ts';

/** Its text is as private as that of a note: events never contain it. */
const activityKind = partKind<Activity>({ model: Activity, title: 'subject', withheld: ['body'] });

/**
 * Returns a page of the timeline of a record, newest first.
 * @throws NOT_FOUND if there is no such record; VALIDATION_ERROR for a page number over the limit or a cursor of
 *   another list
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
  assertPageInReach(page, pageSize);
  await assertRecord(ctx, entity, id);
  const offset = page ? (page - 1) * pageSize : 0;
  const list = lookahead.select(CURSOR_COLUMNS);
  const [found] = await readTimelines(ctx, entity, [id], { list, limit: pageSize + 1, offset, after });
  return timelinePage(ctx, entity, id, found!, { page, pageSize });
}

/** Values of the optional columns that an input leaves out. */
const OPTIONAL_DEFAULTS = { channel: null, direction: null, meaningfulOverride: null };

/** The arguments of the list of activities, in addition to those of every list. */
export interface ActivityArguments extends ListArguments {
  entityType?: string | null;
  entityId?: string | null;
}

/**
 * Returns a page of the activities of the workspace, or of one record (delivery.md §0), newest first.
 * @throws VALIDATION_ERROR if only one of entity_type and entity_id is given
 */
export function listActivities(
  ctx: TenantContext,
  { entityType, entityId, ...args }: ActivityArguments,
  lookahead: Lookahead,
): Promise<PageOf<Activity>> {
  if (!entityType !== !entityId) {
    const missing = entityType ? 'entity_id' : 'entity_type';
    throw invalid(missing, 'required', 'Give both entity_type and entity_id to select a record.');
  }
  const record = entityId && { record: { tenantId: ctx.tenantId, entity: entityType, id: entityId } };
  return listPage<Activity>(
    ctx,
    activityListing,
    { ...args, sort: args.sort ?? ['-occurred_at'], filter: { ...args.filter, ...record } },
    lookahead,
  );
}

/** Returns a live activity. @throws NOT_FOUND */
export function getActivity(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Activity> {
  return Activity.read(ctx, id, lookahead);
}

/**
 * Logs an activity, which appears on the timelines of the records that it links.
 * @throws VALIDATION_ERROR, also `exists` for a record that does not exist; HUMAN_REQUIRED if a token sets the override
 */
export async function createActivity(ctx: TenantContext, input: ActivityInput): Promise<Activity> {
  const fields = parseInput(ctx, input);
  const links = await readLinks(ctx, input.links ?? []);
  const record = {
    ...OPTIONAL_DEFAULTS,
    ...fields,
    id: uuid(),
    actor: actorOf(ctx.principal),
    source: ctx.principal.kind === 'user' ? 'user' : 'service',
  } as Activity;
  const { body: _, ...loggedFields } = fields;
  // These statements are independent of each other, so they share a round trip.
  const [activity] = await settleAll([
    Activity.create(ctx, record),
    addLinks(ctx, record, links),
    emitActivity(
      ctx,
      'activity.created',
      { id: record.id, version: 1, subject: record.subject },
      { after: { ...loggedFields, links } },
    ),
  ]);
  return activity;
}

/**
 * Changes the given fields of a logged activity; given links replace the existing ones.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR, HUMAN_REQUIRED
 * @throws CONFLICT system_activity: activities that the system wrote cannot be changed
 */
export async function updateActivity(
  ctx: TenantContext,
  id: string,
  input: ActivityInput,
  expectedVersion?: number | null,
): Promise<Activity> {
  const before = await lockLogged(ctx, id, expectedVersion);
  const fields = parseInput(ctx, input, before);
  const existing = await linksOfActivity(ctx, id);
  const oldLinks = existing.map(({ entity, entityId }) => ({ entity, id: entityId }));
  const newLinks = input.links === undefined ? oldLinks : await readLinks(ctx, input.links ?? [], existing);
  const [added, dropped] = [exclude(newLinks, oldLinks), exclude(oldLinks, newLinks)];
  const isRelinked = added.length + dropped.length > 0;
  const after = isRelinked ? await before.changeVersion(ctx, fields) : await before.change(ctx, fields);
  if (after === before) return before;
  await dropLinks(ctx, after, dropped);
  await syncLinks(ctx, after);
  await addLinks(ctx, after, added);
  await emitActivity(ctx, 'activity.updated', after, {
    before: { ...before.toJSON(), links: oldLinks },
    after: { ...after.toJSON(), links: newLinks },
  });
  return after;
}

/**
 * Deletes a logged activity with its action items and removes it from the timelines.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; CONFLICT system_activity
 */
export async function deleteActivity(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const activity = await lockLogged(ctx, id, expectedVersion);
  const deletion = await deleteRecord(ctx, activityKind, activity);
  await hideLinks(ctx, id);
  await ActionItem.live(ctx).where({ activityId: id }).patch({ deletedAt: ctx.now });
  return deletion;
}

/** Locks a live activity that the caller may change and that the system did not write. */
async function lockLogged(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Activity>> {
  const activity = await lockRecord(ctx, activityKind, id, { expectedVersion });
  if (activity.source === 'system') {
    fail('CONFLICT', 'The system wrote this activity; it cannot be changed or deleted.', {
      details: { reason: 'system_activity' },
    });
  }
  return activity;
}

function exclude(refs: readonly RecordRef[], excluded: readonly RecordRef[]): RecordRef[] {
  return refs.filter((name) => !excluded.some(({ entity, id }) => entity === name.entity && id === name.id));
}

/** Emits an event of an activity. Its text is as private as that of a note: the audit keeps only the former version. */
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
