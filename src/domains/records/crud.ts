// The whole of a plain kind of record: read, listed, created, changed, deleted and restored by the verbs alone.
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

/** An input as the caller gave it: absent leaves alone, null clears. */
export type RecordInput = Record<string, unknown>;

/**
 * Checks what is special to a kind and returns the fields as they are stored. Types, bounds and required members have been
 * checked by the schema.
 * @param before the record that changes; absent for a new one
 */
export type ReadInput<M> = (ctx: TenantContext, input: RecordInput, before?: M) => Promise<RecordInput>;

/** What can be done to the records of a plain kind. */
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

/** The verbs of a plain kind. A kind with rules of its own between lock and write calls the verbs itself. */
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
