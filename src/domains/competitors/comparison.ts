// Competitors side by side: one row for each dimension, with a cell for each competitor and one for the workspace.
import type { TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { camelCase } from '../../naming.ts';
import { Competitor } from './model.ts';

/** The dimensions in the order of the schema. */
const DIMENSIONS = [
  ...(['website', 'status', 'threat_level', 'positioning', 'strengths'] as const),
  ...(['weaknesses', 'pricing_notes', 'products', 'differentiators'] as const),
];

type Dimension = (typeof DIMENSIONS)[number];
type Cell = string | readonly string[] | null;

export interface Comparison {
  competitors: Competitor[];
  us: string;
  rows: { dimension: Dimension; us: Cell; cells: Cell[] }[];
}

/** Compares competitors. @throws VALIDATION_ERROR exists, unique */
export async function compareCompetitors(
  ctx: TenantContext,
  ids: readonly string[],
  dimensions?: readonly string[] | null,
): Promise<Comparison> {
  const competitors = await inOrder(
    ctx,
    ids.map((id) => id.toLowerCase()),
  );
  const [us] = await ctx.tx.rows<{ name: string; profile: Record<string, Cell> }>(
    'select name, profile from tenants where id = $1',
    [ctx.tenantId],
  );
  const wanted = DIMENSIONS.filter((dimension) => !dimensions || dimensions.includes(dimension));
  return {
    competitors,
    us: us!.name,
    rows: wanted.map((dimension) => ({
      dimension,
      us: cellOf(us!.profile[camelCase(dimension)]),
      cells: competitors.map((one) => cellOf(one[camelCase(dimension) as keyof Competitor])),
    })),
  };
}

/** Returns the competitors in the order of their ids. */
async function inOrder(ctx: TenantContext, ids: string[]): Promise<Competitor[]> {
  if (new Set(ids).size < ids.length) throw invalid('ids', 'unique', 'Name each competitor once.');
  const rows = (await Competitor.live(ctx).whereRaw('competitors.id = any(?)', [ids])) as Competitor[];
  const found = new Map(rows.map((row) => [row.id, row]));
  const message = 'There is no such competitor.';
  const fields = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `ids[${index}]`, rule: 'exists', message }],
  );
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', message, { fields });
  return ids.map((id) => found.get(id)!);
}

/** Returns a value as a cell; nothing known is null. */
function cellOf(value: unknown): Cell {
  return value == null || (Array.isArray(value) && value.length === 0) ? null : (value as Cell);
}
