// Battlecards: the draft, which is a part of the competitor, and its published versions.
import { isDeepStrictEqual } from 'node:util';
import { refusal } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { assertPublishable, readSections, type SectionsInput } from './input.ts';
import { competitorKind } from './kind.ts';
import { type BattlecardSections, BattlecardVersion, Competitor } from './model.ts';

const MAX_VERSIONS = 50;

export interface Battlecard {
  competitorId: string;
  version: number;
  published: BattlecardVersion | null;
  draft: BattlecardSections | null;
  versions: BattlecardVersion[];
}

/** Returns the battlecard of a competitor; the draft only to callers who may change it. @throws NOT_FOUND */
export async function getBattlecard(ctx: TenantContext, competitorId: string): Promise<Battlecard> {
  return battlecardOf(ctx, await Competitor.find<Competitor>(ctx, competitorId));
}

/** Replaces the draft. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR */
export async function saveBattlecard(
  ctx: TenantContext,
  competitorId: string,
  sections: SectionsInput,
  expectedVersion?: number | null,
): Promise<Battlecard> {
  const before = await lockRecord(ctx, competitorKind, competitorId, { expectedVersion });
  const draft = { battlecardDraft: readSections(sections) };
  return battlecardOf(ctx, await changeRecord(ctx, competitorKind, before, draft));
}

/**
 * Publishes the draft as a new version, unless it equals the published one.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; CONFLICT why_we_win_missing
 */
export async function publishBattlecard(
  ctx: TenantContext,
  competitorId: string,
  expectedVersion?: number | null,
): Promise<Battlecard> {
  const competitor = await lockRecord(ctx, competitorKind, competitorId, { expectedVersion });
  const { battlecardDraft: draft } = competitor;
  assertPublishable(draft);
  const [latest] = await versionsOf(ctx, competitorId, 1);
  if (latest && isDeepStrictEqual(latest.sections, draft)) return battlecardOf(ctx, competitor);
  const number = (latest?.number ?? 0) + 1;
  await ctx.tx.rows(
    `insert into battlecard_versions (tenant_id, competitor_id, number, sections, published_at, published_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[ctx.tenantId, competitorId, number, JSON.stringify(draft), ctx.now],
      JSON.stringify(actorOf(ctx.principal)),
    ],
  );
  const after = await changeRecord(
    ctx,
    competitorKind,
    competitor,
    {},
    {
      event: 'battlecard.published',
      changesParts: true,
      data: { battlecard_number: number },
      audit: {
        before: { battlecard: latest?.number ?? null },
        after: { battlecard: number },
      },
    },
  );
  return battlecardOf(ctx, after);
}

async function battlecardOf(ctx: TenantContext, competitor: Competitor): Promise<Battlecard> {
  const versions = await versionsOf(ctx, competitor.id, MAX_VERSIONS);
  const { access } = ctx.services.catalogue.byName.get('SaveBattlecard')!;
  return {
    competitorId: competitor.id,
    version: competitor.version,
    published: versions[0] ?? null,
    draft: refusal(access, ctx.principal) ? null : competitor.battlecardDraft,
    versions,
  };
}

async function versionsOf(
  ctx: TenantContext,
  competitorId: string,
  limit: number,
): Promise<BattlecardVersion[]> {
  return (await BattlecardVersion.of(ctx)
    .where({ competitorId })
    .orderBy('number', 'desc')
    .limit(limit)) as BattlecardVersion[];
}

const PUBLISHED: RelationSql = {
  name: 'battlecard_versions.published',
  kind: 'one',
  model: BattlecardVersion,
  where: (table, key) => `${table}.competitor_id = ${key} and ${table}.number = (
    select max(v.number) from battlecard_versions v where v.tenant_id = ${table}.tenant_id and v.competitor_id = ${key})`,
};

/** The latest published version of a competitor's battlecard. */
export const publishedBattlecard = relation(
  (ctx: TenantContext, competitorId: string): Promise<BattlecardVersion | null> =>
    loaderOf<string, BattlecardVersion | null>(ctx, PUBLISHED.name, async (ids) => {
      const rows = await ctx.tx.rows<{ competitor_id: string }>(
        `select distinct on (v.competitor_id) v.* from battlecard_versions v
         where v.tenant_id = $1 and v.competitor_id = any($2) order by v.competitor_id, v.number desc`,
        [ctx.tenantId, ids],
      );
      const found = new Map(rows.map((row) => [row.competitor_id, row]));
      return ids.map((id) => {
        const row = found.get(id);
        return row ? (BattlecardVersion.fromDatabaseJson(row) as BattlecardVersion) : null;
      });
    }).load(competitorId),
  PUBLISHED,
);
