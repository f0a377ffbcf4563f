// Create, read, update, delete, restore and list for a plain kind of record, without code of its own.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead, RecordModel } from '../../db/record-model.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { completeCustomFields, readCustomFields } from '../custom-fields/record-values.ts';
import { applySavedView } from '../saved-views/apply.ts';
import type { RecordKind } from './kind.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  lockRecord,
  restoreRecord,
} from './verbs.ts';

/** An input as the caller sent it: absent fields stay unchanged, null clears. */
export type RecordInput = Record<string, unknown>;

/**
 * Applies the rules of a kind to an input and returns the fields to store. The schema has already checked types, bounds
 * and required members.
 * @param before the record that is changed; absent for a new one
 */
export type ReadInput<M> = (ctx: TenantContext, input: RecordInput, before?: M) => Promise<RecordInput>;

/** The operations on a plain kind of record. */
export interface Crud<M extends RecordModel = RecordModel> {
  kind: RecordKind<M>;
  /** @throws NOT_FOUND */
  get(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<M>;
  list(
    ctx: TenantContext,
    args: ListArguments & { viewId?: string | null },
    lookahead: Lookahead,
  ): Promise<PageOf<M>>;
  create(ctx: TenantContext, input: RecordInput): Promise<M>;
  /** @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
  update(ctx: TenantContext, id: string, input: RecordInput, expectedVersion?: number | null): Promise<M>;
  /** @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
  remove(ctx: TenantContext, id: string, expectedVersion?: number | null): Promise<Deletion>;
  /** @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
  restore(ctx: TenantContext, id: string, expectedVersion?: number | null): Promise<M>;
}

/**
 * Returns the operations of a plain kind. A kind with additional steps between lock and write calls the functions of
 * verbs.ts itself.
 */
export function crud<M extends RecordModel>(
  kind: RecordKind<M>,
  readInput: ReadInput<M> = async (_, input) => input,
): Crud<M> {
  const { model, entity, hasCustomFields } = kind;
  const read = async (ctx: TenantContext, input: RecordInput, before?: M): Promise<RecordInput> => {
    const fields = await readInput(ctx, input, before);
    if (!hasCustomFields) return fields;
    const stored = (before as { customFields?: Record<string, unknown> } | undefined)?.customFields;
    const customFields = await readCustomFields(ctx, entity, input.customFields, stored);
    return {
      ...fields,
      customFields: before ? customFields : completeCustomFields(ctx, entity, customFields),
    };
  };
  return {
    kind,
    get: (ctx, id, lookahead) => model.read(ctx, id, lookahead) as unknown as Promise<M>,
    async list(ctx, args, lookahead) {
      return listPage<M>(ctx, kind.listing, await applySavedView(ctx, entity, args), lookahead);
    },
    async create(ctx, input) {
      return insertRecord(ctx, kind, { id: uuid(), ...(await read(ctx, input)) });
    },
    async update(ctx, id, input, expectedVersion) {
      const before = await lockRecord(ctx, kind, id, { expectedVersion });
      return changeRecord(ctx, kind, before, await read(ctx, input, before));
    },
    async remove(ctx, id, expectedVersion) {
      return deleteRecord(ctx, kind, await lockRecord(ctx, kind, id, { expectedVersion }));
    },
    async restore(ctx, id, expectedVersion) {
      return restoreRecord(ctx, kind, await lockRecord(ctx, kind, id, { expectedVersion, deleted: true }));
    },
  };
}
