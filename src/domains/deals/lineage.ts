// The lineage of a deal: its predecessors, successors, contacts and competitors, and what came out of it, as a graph.
import { mayReadType } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { snakeCase } from '../../naming.ts';
import { recordType } from '../../sdl/records.ts';
import { Deal } from './model.ts';

/** The maximum distance from the deal, and the maximum number of nodes (crm.md section 6). */
const MAX_DEPTH = 6;
const MAX_NODES = 200;
/** The most deals that the search visits; further ones are not even counted. */
const MAX_VISITED = 1000;

/** What comes out of a deal: its kind in the lineage, and its GraphQL type. */
const RESULTS = {
  room: 'Room',
  quote: 'Quote',
  work_order: 'WorkOrder',
  signing_envelope: 'Envelope',
  project: 'Project',
  invoice: 'Invoice',
} as const;

type ResultKind = keyof typeof RESULTS;

const TYPES = { deal: 'Deal', contact: 'Contact', competitor: 'Competitor', ...RESULTS };

interface LineageNode {
  type: keyof typeof TYPES;
  id: string;
  label: string;
  at: Date;
}

interface LineageEdge {
  from: string;
  to: string;
  kind: 'predecessor' | 'successor' | 'source_contact' | 'competitor' | ResultKind;
}

export interface DealLineage {
  nodes: LineageNode[];
  edges: LineageEdge[];
  hiddenCount: number;
}

/** A record that the search found from another one; the deal itself has no origin. */
interface LineageStep extends LineageNode {
  deal: string;
  from: string | null;
  kind: LineageEdge['kind'] | null;
  hidden: boolean;
}

/**
 * Returns the predecessors and successors of a deal up to six steps away, its contacts and competitors, and what came out of it. Deleted and unreadable
 * records, and those beyond 200 nodes, are only counted as hidden.
 * @throws NOT_FOUND
 */
export async function getLineage(ctx: TenantContext, id: string): Promise<DealLineage> {
  await Deal.find(ctx, id);
  return lineageOf(ctx, id);
}

/** Returns the lineage of a deal that has been read; one statement for many deals. */
export function lineageOf(ctx: TenantContext, id: string): Promise<DealLineage> {
  const loader = loaderOf<string, DealLineage>(ctx, 'deals.lineage', async (ids) => {
    const steps = await ctx.tx.rows<LineageStep>(SELECT_LINEAGES, [ctx.tenantId, ids]);
    const stepsByDeal = Map.groupBy(steps, ({ deal }) => deal);
    return ids.map((dealId) => lineageFrom(ctx, stepsByDeal.get(dealId) ?? []));
  });
  return loader.load(id);
}

/** Builds the graph. @param steps the deal itself, and the records found from it */
function lineageFrom(ctx: TenantContext, steps: LineageStep[]): DealLineage {
  const isReadable = new Map(
    Object.entries(TYPES).map(([type, name]) => [type, mayReadType(name, ctx.principal)]),
  );
  const isVisible = ({ hidden, type }: LineageStep) => !hidden && isReadable.get(type)!;
  const visible = steps.filter(isVisible).slice(0, MAX_NODES);
  return {
    nodes: visible.map(({ type, id, label, at }) => ({ type, id, label, at })),
    edges: visible
      .filter(({ from }) => from !== null)
      .map(({ from, id: to, kind }) => ({ from: from!, to, kind: kind! })),
    hiddenCount: steps.length - visible.length,
  };
}

// Ordered by distance, so that the limit of 200 never cuts a node off its edge. The search stops at deleted deals.
const LINEAGE_OF_ONE = `
  with recursive up as (
    select d.id, d.predecessor_deal_id as next, d.deleted_at, 0 as depth from deals d where d.tenant_id = $1 and d.id = one.id
    union all
    select d.id, d.predecessor_deal_id, d.deleted_at, up.depth + 1 from up
    join deals d on d.tenant_id = $1 and d.id = up.next
    where up.depth < ${MAX_DEPTH} and up.deleted_at is null
  ), down as (
    select one.id as id, null::uuid as parent, null::timestamptz as deleted_at, 0 as depth
    union all
    select d.id, down.id, d.deleted_at, down.depth + 1 from down
    join deals d on d.tenant_id = $1 and d.predecessor_deal_id = down.id
    where down.depth < ${MAX_DEPTH} and down.deleted_at is null
  ), steps as (
    select one.id as id, null::uuid as "from", null as kind, 0 as depth
    union all
    select above.id, up.id, 'predecessor', above.depth from up join up above on above.id = up.next
    union all
    select down.id, down.parent, 'successor', down.depth from down where down.depth > 0
  )
  (select 'deal' as type, d.id, d.name as label, d.created_at as at, s."from", s.kind,
     s.depth > 0 and d.deleted_at is not null as hidden, s.depth
   from steps s join deals d on d.tenant_id = $1 and d.id = s.id
   order by s.depth, d.created_at, d.id limit ${MAX_VISITED + 1})
  union all
  (select 'contact', c.id, c.display_name, l.created_at, l.deal_id, 'source_contact', c.deleted_at is not null, null
   from deal_contacts l join contacts c on c.tenant_id = l.tenant_id and c.id = l.contact_id
   where l.tenant_id = $1 and l.deal_id = one.id order by l.created_at, l.id limit ${MAX_NODES})
  union all
  (select 'competitor', c.id, c.name, l.created_at, l.deal_id, 'competitor', c.deleted_at is not null, null
   from deal_competitors l join competitors c on c.tenant_id = l.tenant_id and c.id = l.competitor_id
   where l.tenant_id = $1 and l.deal_id = one.id order by l.created_at, c.id limit ${MAX_NODES})
  union all
  ${Object.keys(RESULTS)
    .map((kind) => selectResults(kind as ResultKind))
    .join(' union all ')}`;

const SELECT_LINEAGES = `
  select one.id as deal, l.type, l.id, l.label, l.at, l."from", l.kind, l.hidden
  from unnest($2::uuid[]) one (id) cross join lateral (${LINEAGE_OF_ONE}) l
  order by one.id, l.depth nulls last, l.at, l.id`;

function selectResults(kind: ResultKind): string {
  const { entity, title } = recordType(RESULTS[kind]);
  // A deal names its project; everything else names its deal.
  const isOfDeal =
    kind === 'project'
      ? 'r.id = (select d.project_id from deals d where d.tenant_id = $1 and d.id = one.id)'
      : 'r.deal_id = one.id';
  return `(select '${kind}', r.id, r.${snakeCase(title)}, r.created_at, one.id, '${kind}', r.deleted_at is not null, null
    from ${entity} r where r.tenant_id = $1 and ${isOfDeal} order by r.created_at, r.id limit ${MAX_NODES})`;
}
