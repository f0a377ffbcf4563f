// Reads any record by its id alone, for the root fields `node` and `nodes`.
import { mayReadType } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import type { RecordModel } from '../../db/record-model.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { KINDS } from '../kinds.ts';
import type { RecordKind } from '../records/kind.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Any record, and the name of its GraphQL type. */
export type Node = RecordModel & { __typename: string };

/**
 * Returns the live record with an id; null if there is none that the caller may read, without saying which. All ids of a
 * request are looked up by one statement, and the records of each kind are read by one more.
 */
export async function nodeById(ctx: TenantContext, id: string): Promise<Node | null> {
  if (!UUID.test(id)) return null;
  const kind = await loaderOf<string, RecordKind | null>(ctx, 'nodes.kind', (ids) => kindsOf(ctx, ids)).load(
    id.toLowerCase(),
  );
  const record = kind && (await kind.byId(ctx, id.toLowerCase()));
  return record && ({ ...record, __typename: kind.type } as Node);
}

/** Returns the kind of each id among the kinds that the caller may read. */
async function kindsOf(ctx: TenantContext, ids: readonly string[]): Promise<(RecordKind | null)[]> {
  const readable = KINDS.filter(({ type }) => mayReadType(type, ctx.principal));
  if (readable.length === 0) return ids.map(() => null);
  const statement = readable
    .map(
      ({ name, model }) =>
        `select id, '${name}' as kind from ${model.tableName} where tenant_id = $1 and id = any($2) and deleted_at is null`,
    )
    .join(' union all ');
  const rows = await ctx.tx.rows<{ id: string; kind: string }>(statement, [ctx.tenantId, ids], 'generic');
  const found = new Map(rows.map(({ id, kind }) => [id, readable.find(({ name }) => name === kind)!]));
  return ids.map((id) => found.get(id) ?? null);
}
