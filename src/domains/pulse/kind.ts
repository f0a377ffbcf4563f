// Signals as a kind of record, the records that they are about, and the signals about a record.
import type { TenantContext } from '../../context.ts';
import type { RecordModel, TenantModel } from '../../db/record-model.ts';
import { linkedRows } from '../../lists/filters.ts';
import { byId, listOf, loaderOf, type Relation, type RelationSql, relation } from '../../lists/loaders.ts';
import { companyById } from '../companies/loaders.ts';
import { competitorById } from '../competitors/kind.ts';
import { dealById } from '../deals/loaders.ts';
import { recordKind } from '../records/kind.ts';
import { PulseItem, PulseTopic } from './model.ts';

/** What signals can be about: the table of the links, and its column. */
export const LINKS = {
  company: { table: 'pulse_item_companies', column: 'company_id', model: companyById.sql.model },
  competitor: { table: 'pulse_item_competitors', column: 'competitor_id', model: competitorById.sql.model },
  deal: { table: 'pulse_item_deals', column: 'deal_id', model: dealById.sql.model },
} as const;

export type LinkEntity = keyof typeof LINKS;

const filterBy = (entity: LinkEntity) =>
  linkedRows(
    `${LINKS[entity].table} t where t.tenant_id = pulse_items.tenant_id and t.pulse_item_id = pulse_items.id`,
    `t.${LINKS[entity].column}`,
  );

export const pulseItemKind = recordKind<PulseItem>({
  model: PulseItem,
  withheld: ['summary', 'sourceKey'],
  links: () => [],
  filters: {
    companyId: filterBy('company'),
    competitorId: filterBy('competitor'),
    dealId: filterBy('deal'),
  },
  search: { subtitle: 'r.source_name', texts: { title: 'r.title', source_name: 'r.source_name' } },
});

const itemsAbout = (entity: LinkEntity) =>
  listOf<PulseItem>(`pulse_items.${entity}`, {
    listing: pulseItemKind.listing,
    parent: `${LINKS[entity].table}.${LINKS[entity].column}`,
    join: `join ${LINKS[entity].table} on ${LINKS[entity].table}.tenant_id = pulse_items.tenant_id
      and ${LINKS[entity].table}.pulse_item_id = pulse_items.id`,
  });

export const pulseOfCompany = itemsAbout('company');
export const pulseOfCompetitor = itemsAbout('competitor');
export const pulseOfDeal = itemsAbout('deal');

/** A topic, also an archived one. */
export const topicById = byId<PulseTopic>(PulseTopic);
export const TOPIC_LISTING = { model: PulseTopic };

/** Creates the relation of a signal to the live records of one kind that it is about. */
function recordsOf<M extends RecordModel>(entity: LinkEntity): Relation<Promise<M[]>> {
  const {
    table: links,
    column,
    model,
  } = LINKS[entity] as (typeof LINKS)[LinkEntity] & {
    model: typeof TenantModel;
  };
  const sql: RelationSql = {
    name: `pulse_items.${entity}.records`,
    kind: 'all',
    model,
    where: (table, key) => `${table}.deleted_at is null and exists (select from ${links} l
      where l.tenant_id = ${table}.tenant_id and l.pulse_item_id = ${key} and l.${column} = ${table}.id)`,
    order: (table) => `${table}.created_at, ${table}.id`,
  };
  return relation(
    (ctx: TenantContext, itemId: string): Promise<M[]> =>
      loaderOf<string, M[]>(ctx, sql.name, async (ids) => {
        const rows = await ctx.tx.rows<{ parent: string }>(
          `select l.pulse_item_id as parent, t.* from ${links} l
           join ${model.tableName} t on t.tenant_id = $1 and t.id = l.${column} and t.deleted_at is null
           where l.tenant_id = $1 and l.pulse_item_id = any($2) order by ${sql.order!('t')}`,
          [ctx.tenantId, ids],
        );
        const groups = Map.groupBy(rows, ({ parent }) => parent);
        return ids.map((id) =>
          (groups.get(id) ?? []).map((row) => model.fromDatabaseJson(row) as unknown as M),
        );
      }).load(itemId),
    sql,
  );
}

export const companiesOfItem = recordsOf('company');
export const competitorsOfItem = recordsOf('competitor');
export const dealsOfItem = recordsOf('deal');
