// The sections of a dossier as relations of its company. In their SQL, `$1` is the workspace and `$2` the current time.
import type { TenantContext } from '../../context.ts';
import { loaderOf, type Relation, type RelationSql, relation } from '../../lists/loaders.ts';
import { actionItemsOfActivity, activitiesOfCompany } from '../activities/loaders.ts';
import { communicationsOfCompany } from '../communications/loaders.ts';
import { competitorById } from '../competitors/kind.ts';
import { contactsOfCompany } from '../contacts/loaders.ts';
import { dealsOfCompany } from '../deals/loaders.ts';
import { invoiceById } from '../invoices/kind.ts';
import { notesOfCompany } from '../notes/loaders.ts';
import { milestonesOfProject, projectById } from '../projects/loaders.ts';
import { pulseOfCompany } from '../pulse/kind.ts';
import { quoteById } from '../quotes/kind.ts';
import { LAST_TOUCH } from '../relationships/signals.ts';
import { roomsOfCompany } from '../rooms/loaders.ts';
import { OPEN_STATUSES, ticketKind } from '../support/kind.ts';
import { taskById } from '../tasks/loaders.ts';
import { WonValue } from './model.ts';

const companyLinks = (key: string) =>
  `l.tenant_id = $1 and l.entity = 'company' and l.entity_id = ${key} and l.live`;

export const contactsByRecency = section({
  ...contactsOfCompany.sql,
  name: 'dossiers.contacts',
  kind: 'all',
  join: (table) => `${contactsOfCompany.sql.join!(table)}
    cross join lateral (select ${table}.id) c left join lateral (${LAST_TOUCH}) touch on true`,
  order: (table) => `touch.at desc nulls last, ${table}.updated_at desc, ${table}.id desc`,
  limit: 10,
});

export const openDeals = section({
  ...dealsOfCompany.sql,
  name: 'dossiers.open_deals',
  kind: 'all',
  where: (table, key) => `${dealsOfCompany.sql.where(table, key)} and ${table}.status = 'open'`,
  order: (table) => `${table}.expected_close_on nulls last, ${table}.updated_at desc, ${table}.id desc`,
  limit: 10,
});

export const wonValue = section({
  name: 'dossiers.won_value',
  kind: 'all',
  model: WonValue,
  where: (table, key) => `${table}.company_id = ${key}`,
  order: (table) => `${table}.currency`,
});

export const lostCount = section({
  ...dealsOfCompany.sql,
  name: 'dossiers.lost_deals',
  kind: 'count',
  where: (table, key) => `${dealsOfCompany.sql.where(table, key)} and ${table}.status = 'lost'`,
});

export const nextScheduled = section({
  name: 'dossiers.next_scheduled',
  kind: 'one',
  model: activitiesOfCompany.sql.model,
  where: (table, key) => `${table}.id = (
    select a.id from activity_links l join activities a on a.tenant_id = l.tenant_id and a.id = l.activity_id
    where ${companyLinks(key)} and l.is_interaction and l.occurred_at > $2 and a.status = 'planned'
    order by l.occurred_at, l.activity_id limit 1)`,
});

export const firstNotes = section({
  ...notesOfCompany.sql,
  name: 'dossiers.notes',
  kind: 'all',
  order: (table) => `${table}.is_pinned desc, ${table}.created_at desc, ${table}.id desc`,
  limit: 5,
});

export const latestCommunications = section({
  ...communicationsOfCompany.sql,
  name: 'dossiers.communications',
  kind: 'all',
  order: (table) => `${table}.occurred_at desc, ${table}.id desc`,
  limit: 10,
});

export const latestRooms = section({
  ...roomsOfCompany.sql,
  name: 'dossiers.rooms',
  kind: 'all',
  limit: 5,
});

export const latestActivities = section({
  ...activitiesOfCompany.sql,
  name: 'dossiers.activities',
  kind: 'all',
  limit: 10,
});

export const openActionItems = section({
  name: 'dossiers.action_items',
  kind: 'count',
  model: actionItemsOfActivity.sql.model,
  where: (table, key) => `${table}.status = 'open' and ${table}.deleted_at is null
    and ${table}.activity_id in (select l.activity_id from activity_links l where ${companyLinks(key)})`,
});

export const competitorsMet = section({
  name: 'dossiers.competitors',
  kind: 'all',
  model: competitorById.sql.model,
  where: (table, key) => `${table}.deleted_at is null and ${table}.id in (
    select l.competitor_id from deals d join deal_competitors l on l.tenant_id = $1 and l.deal_id = d.id
    where d.tenant_id = $1 and d.company_id = ${key} and d.deleted_at is null)`,
  order: (table) => `${table}.updated_at desc, ${table}.id desc`,
  limit: 10,
});

export const latestPulse = section({
  ...pulseOfCompany.sql,
  name: 'dossiers.pulse',
  kind: 'all',
  order: (table) => `coalesce(${table}.published_at, ${table}.created_at) desc, ${table}.id desc`,
  limit: 5,
});

/** Today in the workspace. */
const TODAY = `($2::timestamptz at time zone (select z.time_zone from tenants z where z.id = $1))::date`;

export const runningProjects = section({
  name: 'dossiers.projects',
  kind: 'all',
  model: projectById.sql.model,
  where: (table, key) => `${table}.company_id = ${key} and ${table}.deleted_at is null
    and ${table}.status in ('planned', 'active', 'on_hold')`,
  order: (table) => `${table}.updated_at desc, ${table}.id desc`,
  limit: 10,
});

export const activeProjects = section({
  name: 'dossiers.active_projects',
  kind: 'all',
  model: projectById.sql.model,
  where: (table, key) =>
    `${table}.company_id = ${key} and ${table}.deleted_at is null and ${table}.status = 'active'`,
  order: (table) => `${table}.due_date nulls last, ${table}.updated_at desc, ${table}.id desc`,
  limit: 10,
});

export const milestonesDue = section({
  name: 'dossiers.milestones_due',
  kind: 'all',
  model: milestonesOfProject.sql.model,
  where: (
    table,
    key,
  ) => `${table}.deleted_at is null and ${table}.status = 'open' and ${table}.due_date is not null
    and ${table}.project_id in (select o.id from projects o where o.tenant_id = $1 and o.company_id = ${key}
      and o.deleted_at is null and o.status = 'active')`,
  order: (table) => `${table}.due_date, ${table}.created_at, ${table}.id`,
  limit: 10,
});

export const overdueTasks = section({
  name: 'dossiers.overdue_tasks',
  kind: 'all',
  model: taskById.sql.model,
  where: (table, key) => `${table}.company_id = ${key} and ${table}.deleted_at is null
    and ${table}.status not in ('done', 'cancelled') and ${table}.due_date < ${TODAY}`,
  order: (table) => `${table}.due_date, ${table}.position, ${table}.id`,
  limit: 10,
});

export const openQuotes = section({
  name: 'dossiers.quotes_open',
  kind: 'all',
  model: quoteById.sql.model,
  where: (
    table,
    key,
  ) => `${table}.company_id = ${key} and ${table}.deleted_at is null and ${table}.status = 'sent'
    and ${table}.valid_until >= ${TODAY}`,
  order: (table) => `${table}.valid_until, ${table}.id`,
  limit: 5,
});

export const openInvoices = section({
  name: 'dossiers.invoices_open',
  kind: 'all',
  model: invoiceById.sql.model,
  where: (table, key) => `${table}.company_id = ${key} and ${table}.document_type = 'invoice'
    and ${table}.status in ('issued', 'partially_paid')`,
  order: (table) => `${table}.due_date, ${table}.issue_date, ${table}.id`,
  limit: 10,
});

const openTickets = (table: string, key: string): string =>
  `${table}.company_id = ${key} and ${table}.deleted_at is null and ${table}.status in ${OPEN_STATUSES}`;

export const supportOpen = section({
  name: 'dossiers.support_open',
  kind: 'count',
  model: ticketKind.model,
  where: openTickets,
});

export const ticketsOpen = section({
  name: 'dossiers.tickets_open',
  kind: 'all',
  model: ticketKind.model,
  where: openTickets,
  order: (table) => `${table}.breach_at nulls last, ${table}.created_at, ${table}.id`,
  limit: 5,
});

/** Defines a section as a relation that is read with its dossier; the loader serves selections without lookahead. */
function section(sql: RelationSql): Relation<Promise<unknown>> {
  const { name, kind, model, limit } = sql;
  const rows = `from ${model.tableName} t ${sql.join?.('t') ?? ''} where t.tenant_id = $1 and ${sql.where('t', 'p.id')}`;
  const order = sql.order ? `order by ${sql.order('t')}` : '';
  const selection =
    kind === 'count'
      ? `(select count(*) as n ${rows})`
      : `(select t.* ${rows} ${order} ${limit ? `limit ${limit}` : ''})`;
  // The condition makes PostgreSQL infer the type of $2, even if the section does not use it.
  const statement = `select p.id as parent, f.* from unnest($3::uuid[]) as p(id) cross join lateral ${selection} f
    where $2::timestamptz is not null`;
  const load = (ctx: TenantContext, companyId: string): Promise<unknown> =>
    loaderOf<string, unknown>(ctx, name, async (ids) => {
      const all = await ctx.tx.rows<{ parent: string; n: number }>(statement, [ctx.tenantId, ctx.now, ids]);
      const groups = Map.groupBy(all, ({ parent }) => parent);
      return ids.map((id) => {
        const ofParent = groups.get(id) ?? [];
        if (kind === 'count') return ofParent[0]?.n ?? 0;
        const records = ofParent.map((row) => model.fromDatabaseJson(row));
        return kind === 'one' ? (records[0] ?? null) : records;
      });
    }).load(companyId);
  return relation(load, sql);
}
