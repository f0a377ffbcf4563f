// Lists pairs of probable duplicates, and lets people dismiss a pair.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { RecordModel } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { makeCursor, openCursor } from '../../lists/order.ts';
import { assertPageInReach, DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE } from '../../page-sizes.ts';
import { findPairs, type Pair, unscanned } from './compare.ts';
import type { DuplicateKind } from './kinds.ts';

/** A dismissed pair. */
export interface Dismissal {
  ids: string[];
  dismissedAt: Date;
}

const KEYS = [
  { column: 'score', descending: true, nullable: false },
  { column: 'first_id', descending: false, nullable: false },
  { column: 'second_id', descending: false, nullable: false },
];

/**
 * Returns a page of pairs, the most likely first, from the scan and from the records that changed since.
 * @throws VALIDATION_ERROR for a page number over the limit or a cursor of another list
 */
export async function listDuplicates(
  ctx: TenantContext,
  kind: DuplicateKind,
  args: ListArguments,
): Promise<PageOf<Pair>> {
  const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const page = args.after ? null : (args.page ?? 1);
  assertPageInReach(page, pageSize);
  const cursorScope = `${ctx.tenantId}.${kind.entity}_duplicates`;
  const cursorValues = args.after ? openCursor(ctx, args.after, cursorScope, KEYS.length) : undefined;
  const changed = await unscanned(ctx, kind);
  const { pairs } = await findPairs(ctx, kind, changed);
  const values = [ctx.tenantId, changed, JSON.stringify(pairs)];
  const openPairs = openPairsSql(kind, changed.length > 0);
  const afterCursor = cursorValues
    ? 'where score < $4::numeric or score = $4::numeric and (first_id, second_id) > ($5::uuid, $6::uuid)'
    : '';
  const rows = await ctx.tx.rows<Pair>(
    `select first_id as "firstId", second_id as "secondId", score::float8 as score, reason from (${openPairs}) p ${afterCursor}
     order by p.score desc, first_id, second_id limit ${pageSize + 1} offset ${page ? (page - 1) * pageSize : 0}`,
    [...values, ...(cursorValues ?? [])],
  );
  return {
    nodes: rows.slice(0, pageSize),
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: !!args.after || page! > 1,
    cursorOf: (row) => makeCursor(ctx, cursorScope, KEYS, row as unknown as RecordModel),
    count: async () => {
      const [counted] = await ctx.tx.rows<{ n: number }>(
        `select count(*) as n from (select from (${openPairs}) p limit ${MAX_COUNTED + 1}) reached`,
        values,
      );
      return { total: Math.min(counted!.n, MAX_COUNTED), totalIsEstimate: counted!.n > MAX_COUNTED };
    },
  };
}

/**
 * Selects pairs of live records that nobody has dismissed; for the records $2, the pairs $3 replace the stored ones.
 */
function openPairsSql({ entity, table }: DuplicateKind, hasChanges: boolean): string {
  const stored = `select d.first_id, d.second_id, d.score, d.reason from ${entity}_duplicates d
    where d.tenant_id = $1 and d.dismissed_at is null`;
  const fresh = `
    and d.first_id <> all ($2::uuid[]) and d.second_id <> all ($2::uuid[])
    union all
    select f."firstId", f."secondId", f.score, f.reason
    from jsonb_to_recordset($3::jsonb) as f("firstId" uuid, "secondId" uuid, score numeric, reason text)
    where not exists (
      select from ${entity}_duplicates d
      where d.tenant_id = $1 and d.first_id = f."firstId" and d.second_id = f."secondId" and d.dismissed_at is not null)`;
  return `
    select d.* from (${stored} ${hasChanges ? fresh : 'and $2::uuid[] is not null and $3::jsonb is not null'}) d
    join ${table} a on a.tenant_id = $1 and a.id = d.first_id and a.deleted_at is null
    join ${table} b on b.tenant_id = $1 and b.id = d.second_id and b.deleted_at is null`;
}

/** Returns the probable duplicates of a record, the most likely first; one comparison for all requested records. */
export function duplicatesOf(ctx: TenantContext, kind: DuplicateKind, id: string): Promise<Pair[]> {
  return loaderOf<string, Pair[]>(ctx, `${kind.entity}.duplicates`, async (ids) => {
    const { pairs } = await findPairs(ctx, kind, [...ids], await unscanned(ctx, kind));
    const dismissed = await ctx.tx.rows<Pair>(
      `select first_id as "firstId", second_id as "secondId" from ${kind.entity}_duplicates
       where tenant_id = $1 and dismissed_at is not null and (first_id = any ($2::uuid[]) or second_id = any ($2::uuid[]))`,
      [ctx.tenantId, ids],
    );
    const dismissedKeys = new Set(dismissed.map(({ firstId, secondId }) => firstId + secondId));
    const remaining = pairs
      .filter(({ firstId, secondId }) => !dismissedKeys.has(firstId + secondId))
      .sort((a, b) => b.score - a.score);
    return ids.map((recordId) =>
      remaining.filter(({ firstId, secondId }) => firstId === recordId || secondId === recordId),
    );
  }).load(id);
}

/**
 * Records that two records are not duplicates, so that the pair is never listed again. Repeating it has no effect.
 * @throws VALIDATION_ERROR for an id that does not exist, or the same id twice
 */
export async function dismissDuplicate(
  ctx: TenantContext,
  kind: DuplicateKind,
  ids: string[],
): Promise<Dismissal> {
  const { entity, table } = kind;
  const [firstId, secondId] = ids.map((id) => id.toLowerCase()).sort() as [string, string];
  if (firstId === secondId) throw invalid('ids', 'distinct', 'Give the ids of two different records.');
  const found = await ctx.tx.rows<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and id = any ($2::uuid[]) and deleted_at is null for key share`,
    [ctx.tenantId, [firstId, secondId]],
  );
  if (found.length < 2) throw invalid('ids', 'exists', `There is no such ${entity}.`);
  const [dismissed] = await ctx.tx.rows<{ dismissedAt: Date }>(
    `insert into ${entity}_duplicates as d (tenant_id, first_id, second_id, score, dismissed_at, dismissed_by)
     values ($1, $2, $3, 0, $4, $5)
     on conflict (tenant_id, first_id, second_id) do update
       set dismissed_at = coalesce(d.dismissed_at, $4), dismissed_by = coalesce(d.dismissed_by, $5)
     returning dismissed_at as "dismissedAt"`,
    [ctx.tenantId, firstId, secondId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  const { dismissedAt } = dismissed!;
  if (dismissedAt.getTime() === ctx.now.getTime()) {
    await emit(ctx, `${entity}.duplicate_dismissed`, {
      object: { id: firstId },
      links: [firstId, secondId].map((id) => ({ entity, id })),
      data: { other_id: secondId },
    });
  }
  return { ids: [firstId, secondId], dismissedAt };
}
