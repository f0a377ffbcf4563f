// Operations on records of any kind: lock, insert, change, delete and restore, with version check, record scope and
// events. Domains with additional rules call them from their own functions.
import { assertOwn, isLimitedToOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type RecordModel } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { ServiceError } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit, type Link } from '../../events/emit.ts';
import type { WritableKind } from './kind.ts';

declare const LOCKED: unique symbol;

/** A record locked by `lockRecord`; only such records can be written. */
export type Locked<M> = M & { readonly [LOCKED]: true };

/** Options of a write. */
export interface WriteOptions {
  /** The event, if it is not the one named after the operation. */
  event?: EventType;
  /** The timelines that show the write, if they do not follow from the record. */
  links?: Link[];
  /** Additional members of the event's object; never a governed or private text. */
  data?: Record<string, unknown>;
  /** Additional values before and after the write, for the audit: of parts that are stored elsewhere. */
  audit?: { before?: object; after?: object };
  /** Whether something that belongs to the record was changed, so that its version grows even if no field differs. */
  changesParts?: boolean;
}

/** The result of a deletion. */
export interface Deletion {
  id: string;
  deletedAt: Date;
}

/**
 * Locks a record that the caller may change or delete until the transaction ends. A role whose scope is its own records
 * cannot lock others; the permission is that of the operation (`@access`).
 * @param deleted whether deleted records are found too
 * @param isOwn whether it is the caller's own for a reason that its columns do not show, such as taking part in it;
 *   asked only for a role whose scope is its own records
 * @throws NOT_FOUND, with `merged_into_id` where it was merged away
 * @throws PERMISSION_DENIED with `record_scope`; PRECONDITION_FAILED when `expectedVersion` is not its version
 */
export async function lockRecord<M extends RecordModel>(
  ctx: TenantContext,
  { model }: WritableKind<M>,
  id: string,
  {
    expectedVersion,
    deleted = false,
    isOwn,
  }: {
    expectedVersion?: number | null;
    deleted?: boolean;
    isOwn?: (record: M) => boolean | Promise<boolean>;
  } = {},
): Promise<Locked<M>> {
  const record = (await model.lock(ctx, id, { deleted })) as unknown as M;
  const { mergedIntoId } = record as { mergedIntoId?: string | null };
  if (record.deletedAt && mergedIntoId)
    throw new ServiceError('NOT_FOUND', undefined, { details: { merged_into_id: mergedIntoId } });
  if (isLimitedToOwn(ctx) && !(await isOwn?.(record))) assertOwn(ctx, record);
  assertVersion(record, expectedVersion);
  return record as Locked<M>;
}

/**
 * Inserts a validated record. Its statements are sent before the call returns, so that further inserts of the same
 * change are sent with them (`settleAll`).
 * @param record its fields, including the id
 */
export async function insertRecord<M extends RecordModel>(
  ctx: TenantContext,
  kind: WritableKind<M>,
  record: { id: string } & Record<string, unknown>,
  {
    event = eventOf(kind, 'created'),
    links = kind.links(record as unknown as M),
    data,
    audit,
  }: WriteOptions = {},
): Promise<M> {
  const [inserted] = await settleAll([
    kind.model.create(ctx, record as never),
    emit(ctx, event, {
      object: { id: record.id, version: 1 },
      label: record[kind.title] as string,
      after: { ...kind.audited(record as unknown as M), ...audit?.after },
      withheld: kind.withheld,
      links,
      ...(data && { data }),
    }),
  ]);
  return inserted as unknown as M;
}

/**
 * Changes the given fields. A patch that changes nothing leaves no trace (spec README point 30).
 * @returns the record after the change; `before` itself if nothing changed
 */
export async function changeRecord<M extends RecordModel>(
  ctx: TenantContext,
  kind: WritableKind<M>,
  before: Locked<M>,
  patch: object,
  { event = eventOf(kind, 'updated'), links, data, audit, changesParts }: WriteOptions = {},
): Promise<M> {
  const after = changesParts
    ? await (before as M).changeVersion(ctx, patch)
    : await (before as M).change(ctx, patch);
  if (after === (before as M)) return before;
  await emit(ctx, event, {
    object: after,
    label: labelOf(kind, after),
    before: { ...kind.audited(before), ...audit?.before },
    after: { ...kind.audited(after), ...audit?.after },
    withheld: kind.withheld,
    links: links ?? uniqueLinks([...kind.links(after), ...kind.links(before)]),
    ...(data && { data }),
  });
  return after;
}

/**
 * Soft-deletes a record.
 * @param patch fields that are changed with it, such as a secret that is erased
 */
export async function deleteRecord<M extends RecordModel>(
  ctx: TenantContext,
  kind: WritableKind<M>,
  record: Locked<M>,
  { event = eventOf(kind, 'deleted'), links = kind.links(record), data }: WriteOptions = {},
  patch: object = {},
): Promise<Deletion> {
  const deleted = await (record as M).change(ctx, { ...patch, deletedAt: ctx.now });
  await emit(ctx, event, { object: deleted, label: labelOf(kind, record), links, ...(data && { data }) });
  return { id: record.id, deletedAt: ctx.now };
}

/** Restores a deleted record; a live record stays unchanged. */
export async function restoreRecord<M extends RecordModel>(
  ctx: TenantContext,
  kind: WritableKind<M>,
  record: Locked<M>,
  { event = eventOf(kind, 'restored'), links = kind.links(record) }: WriteOptions = {},
): Promise<M> {
  if (!record.deletedAt) return record;
  const restored = await (record as M).change(ctx, { deletedAt: null });
  await emit(ctx, event, { object: restored, label: labelOf(kind, restored), links });
  return restored;
}

function labelOf<M extends RecordModel>({ title }: WritableKind<M>, record: M): string {
  return record[title as keyof M] as string;
}

function eventOf(
  { name, events = name }: { name: string; events?: string },
  verb: 'created' | 'updated' | 'deleted' | 'restored',
): EventType {
  return `${events}.${verb}` as EventType;
}

function uniqueLinks(links: Link[]): Link[] {
  return [...new Map(links.map((link) => [`${link.entity} ${link.id}`, link])).values()];
}
