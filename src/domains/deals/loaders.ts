// Lists deals, and loads them, their contacts, stages and pipelines for other records.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { allOf, byId, listOf, liveId, loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { dealKind } from './kind.ts';
import { Deal, DealContact, DealPipeline, DealStage, DealStageEntry } from './model.ts';

/** The deals of a contact are listed as its parts in them, the youngest first. */
export const dealContactListing: Listing = { model: DealContact };

const dealsByCompany = { listing: dealKind.listing, parent: 'deals.company_id' };

export const dealById = dealKind.byId;
/** The id of a linked deal; null while it is deleted. */
export const liveDealId = liveId(dealById);
export const pipelineById = byId<DealPipeline>(DealPipeline);
export const stagesOfPipeline = allOf<DealStage>(
  DealStage,
  'pipelineId',
  'pipeline_id',
  (table) => `${table}.position, ${table}.id`,
);
export const contactsOfDeal = allOf<DealContact>(DealContact, 'dealId', 'deal_id');
export const stageEntriesOfDeal = allOf<DealStageEntry>(
  DealStageEntry,
  'dealId',
  'deal_id',
  (table) => `${table}.entered_at, ${table}.id`,
);
export const dealsOfCompany = listOf<Deal>('deals.company', dealsByCompany);
export const successorsOfDeal = listOf<Deal>('deals.successors', {
  listing: dealKind.listing,
  parent: 'deals.predecessor_deal_id',
});
export const dealsOfContact = listOf<DealContact>('deal_contacts.contact', {
  listing: dealContactListing,
  parent: 'deal_contacts.contact_id',
  sort: ['-created_at'],
});

const OPEN_OF_COMPANY: RelationSql = {
  name: 'deals.company.open',
  kind: 'count',
  model: Deal,
  where: (table, key) =>
    `${table}.company_id = ${key} and ${table}.status = 'open' and ${table}.deleted_at is null`,
};

export const countOpenDealsOfCompany = relation(
  (ctx: TenantContext, companyId: string): Promise<number> =>
    loaderOf<string, number>(ctx, OPEN_OF_COMPANY.name, async (ids) => {
      const rows = await ctx.tx.rows<{ id: string; n: number }>(
        `select deals.company_id as id, count(*) as n from deals
         where deals.tenant_id = $1 and ${OPEN_OF_COMPANY.where('deals', 'any($2)')} group by 1`,
        [ctx.tenantId, ids],
      );
      const counts = new Map(rows.map(({ id, n }) => [id, n]));
      return ids.map((id) => counts.get(id) ?? 0);
    }).load(companyId),
  OPEN_OF_COMPANY,
);

/**
 * The stages to which a deal may move within its pipeline (crm.md section 6): any but from one closed stage to the
 * other.
 */
const MOVES_FROM_STAGE: RelationSql = {
  name: 'deal_stages.moves',
  kind: 'all',
  model: DealStage,
  where: (table, key) =>
    `exists (select from deal_stages s where s.tenant_id = ${table}.tenant_id and s.id = ${key}
      and s.pipeline_id = ${table}.pipeline_id and s.id <> ${table}.id and 'open' in (s.category, ${table}.category))`,
  order: (table) => `${table}.position, ${table}.id`,
};

export const movesFromStage = relation(
  (ctx: TenantContext, stageId: string): Promise<DealStage[]> =>
    loaderOf<string, DealStage[]>(ctx, MOVES_FROM_STAGE.name, async (ids) => {
      const rows = await ctx.tx.rows<{ parent: string }>(
        `select p.id as parent, t.* from unnest($2::uuid[]) as p(id) join deal_stages t on t.tenant_id = $1
         and ${MOVES_FROM_STAGE.where('t', 'p.id')} order by ${MOVES_FROM_STAGE.order!('t')}`,
        [ctx.tenantId, ids],
      );
      const groups = Map.groupBy(rows, ({ parent }) => parent);
      return ids.map((id) =>
        (groups.get(id) ?? []).map((row) => DealStage.fromDatabaseJson(row) as DealStage),
      );
    }).load(stageId),
  MOVES_FROM_STAGE,
);
