// The lineage of a deal: what it came from and what came of it, as a graph.
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { Deal } from './model.ts';

/** Steps from the deal, and nodes, at most (crm.md section 6). */
const MAX_DEPTH = 6;
const MAX_NODES = 200;
/** Deals that are walked over at most; what lies beyond is not even counted. */
const MAX_WALK = 1000;

export interface LineageNode {
  type: 'deal' | 'contact';
  id: string;
  label: string;
  at: Date;
}

export interface LineageEdge {
  from: string;
  to: string;
  kind: 'predecessor' | 'successor' | 'source_contact';
}

export interface DealLineage {
  nodes: LineageNode[];
  edges: LineageEdge[];
  hiddenCount: number;
}

/** A record that the walk from a deal has found; the deal itself comes from none. */
interface Step extends LineageNode {
  deal: string;
  from: string | null;
  kind: LineageEdge['kind'] | null;
  hidden: boolean;
}

/**
 * The deals that a deal follows and those that follow it, six steps far, and the contacts that take part in it.
 * Deleted records, those that the caller may not read and those beyond 200 nodes are counted as hidden.
 * @throws NOT_FOUND
 */
export async function getLineage(ctx: TenantContext, id: string): Promise<DealLineage> {
  await Deal.find(ctx, id);
  return lineageOf(ctx, id);
}

/** The same of a deal that has been read; those of many deals are read by one statement. */
export function lineageOf(ctx: TenantContext, id: string): Promise<DealLineage> {
  const loader = loaderOf<string, DealLineage>(ctx, 'deals.lineage', async (ids) => {
    const steps = await ctx.tx.rows<Step>(LINEAGES, [ctx.tenantId, ids]);
    const ofDeal = Map.groupBy(steps, ({ deal }) => deal);
    return ids.map((one) => lineageFrom(ctx, ofDeal.get(one) ?? []));
  });
  return loader.load(id);
}

/** @param steps the deal itself, and what the walk from it has found */
function lineageFrom(ctx: TenantContext, steps: Step[]): DealLineage {
  const mayReadContacts = !refusal(
    {
      module: 'crm',
      permission: 'contacts.read',
      scope: 'crm.contacts:read',
      principals: 'tenant',
      risk: 'read',
    },
    ctx.principal,
  );
  const isVisible = ({ hidden, type }: Step) => !hidden && (type === 'deal' || mayReadContacts);
  const visible = steps.filter(isVisible).slice(0, MAX_NODES);
  return {
    nodes: visible.map(({ type, id, label, at }) => ({ type, id, label, at })),
    edges: visible
      .filter(({ from }) => from !== null)
      .map(({ from, id: to, kind }) => ({ from: from!, to, kind: kind! })),
    hiddenCount: steps.length - visible.length,
  };
}

// Nearest first, so that the cut at 200 leaves no edge without its node. Behind a deleted deal the walk ends.
const LINEAGE = `
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
   order by s.depth, d.created_at, d.id limit ${MAX_WALK + 1})
  union all
  (select 'contact', c.id, c.display_name, l.created_at, l.deal_id, 'source_contact', c.deleted_at is not null, null
   from deal_contacts l join contacts c on c.tenant_id = l.tenant_id and c.id = l.contact_id
   where l.tenant_id = $1 and l.deal_id = one.id order by l.created_at, l.id limit ${MAX_NODES})`;

const LINEAGES = `
  select one.id as deal, l.type, l.id, l.label, l.at, l."from", l.kind, l.hidden
  from unnest($2::uuid[]) one (id) cross join lateral (${LINEAGE}) l
  order by one.id, l.depth nulls last, l.at, l.id`;
