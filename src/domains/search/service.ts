// Global search: every module by itself, so that none holds up or fails the others (service.md 4.7; crm.md section 14).
import { partRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { inLanes, Late, readWithin } from '../../db/bounded.ts';
import type { SearchHit, SearchRecord } from './model.ts';
import { MODULES, type ModuleName, type SearchModule } from './modules.ts';
import type { Searchable } from './searchable.ts';
import { REACH, statementOf } from './statement.ts';

const HITS = 5;
/** Modules that are searched at the same time: what one request takes of the connections. */
const LANES = 3;
const MODULE_MS = 800;

type SkipReason =
  | 'FEATURE_DISABLED'
  | 'MODULE_ACCESS'
  | 'PERMISSION_DENIED'
  | 'SCOPE_MISSING'
  | 'QUERY_TOO_SHORT'
  | 'TIMEOUT'
  | 'ERROR';

interface SearchGroup {
  module: ModuleName;
  status: 'searched' | 'skipped';
  skipReason: SkipReason | null;
  message: string | null;
  total: number | null;
  totalIsEstimate: boolean;
  hasMore: boolean;
  hits: SearchHit[];
}

/**
 * Searches the modules that the caller may read; the others say why they were skipped.
 * @param modules those to search, all without it
 * @param first hits of each module
 */
export async function globalSearch(
  ctx: TenantContext,
  text: string,
  modules?: readonly string[] | null,
  first?: number | null,
): Promise<{ q: string; tookMs: number; groups: SearchGroup[] }> {
  const started = performance.now();
  // PostgreSQL has no NUL in a text.
  const q = text.replaceAll('\0', ' ').trim();
  const names = (Object.keys(MODULES) as ModuleName[]).filter((name) => !modules || modules.includes(name));
  const groups = await inLanes(names, LANES, (name) => searchModule(ctx, name, q, first ?? HITS));
  return { q, tookMs: Math.round(performance.now() - started), groups };
}

/** The record of a hit; null where it was deleted meanwhile. */
export async function recordOfHit(
  ctx: TenantContext,
  { module, id }: SearchHit,
): Promise<SearchRecord | null> {
  const { type, load } = searchableOf(module)!;
  const record = await load(ctx, id);
  return record && { ...record, __typename: type };
}

async function searchModule(
  ctx: TenantContext,
  name: ModuleName,
  q: string,
  first: number,
): Promise<SearchGroup> {
  const searchable = searchableOf(name);
  const barred = barrier(ctx, name, searchable);
  if (barred) return skipped(name, ...barred);
  if ([...q].length < 2) return skipped(name, 'QUERY_TOO_SHORT', 'Give at least two characters.');
  try {
    return await readModule(ctx, name, searchable!, q, first);
  } catch (error) {
    if (error instanceof Late)
      return skipped(name, 'TIMEOUT', `It took longer than ${MODULE_MS} ms; give more letters.`);
    ctx.log.error({ err: error, module: name }, 'a module could not be searched');
    return skipped(name, 'ERROR', 'It could not be searched; try again.');
  }
}

function searchableOf(name: ModuleName): Searchable | undefined {
  return (MODULES[name] as SearchModule).searchable;
}

/** Why the caller may not search a module: what its list would answer. */
function barrier(
  ctx: TenantContext,
  name: ModuleName,
  searchable: Searchable | undefined,
): [SkipReason, string] | undefined {
  const { list } = MODULES[name];
  const refused = partRefusal(ctx, { name, list, isBuilt: !!searchable });
  if (!refused) return undefined;
  const { level } = (refused.extras.details ?? {}) as { level?: string };
  const reason = level && level !== 'tenant' ? 'MODULE_ACCESS' : refused.code;
  return [reason as SkipReason, refused.message];
}

/** One module in a transaction of its own, which its time limit ends alone. */
async function readModule(
  ctx: TenantContext,
  name: ModuleName,
  searchable: Searchable,
  q: string,
  first: number,
): Promise<SearchGroup> {
  const exact = searchable.exact.map(({ read }) => attempt(() => read(q)) ?? null);
  const [found] = await readWithin(ctx, MODULE_MS, (tx) =>
    tx.rows<{ rows: Omit<SearchHit, 'module'>[]; total: number | null }>(statementFor(searchable), [
      ctx.tenantId,
      q,
      first + 1,
      ...exact,
    ]),
  );
  const { rows, total } = found!;
  return {
    module: name,
    status: 'searched',
    skipReason: null,
    message: null,
    total: Math.min(total ?? REACH, REACH),
    totalIsEstimate: total === null || total > REACH,
    hasMore: rows.length > first,
    hits: rows.slice(0, first).map((hit) => ({ module: name, ...hit })),
  };
}

const statements = new Map<Searchable, string>();

function statementFor(searchable: Searchable): string {
  let statement = statements.get(searchable);
  if (!statement) {
    statement = statementOf(searchable);
    statements.set(searchable, statement);
  }
  return statement;
}

function skipped(module: ModuleName, skipReason: SkipReason, message: string): SearchGroup {
  const nothing = { total: null, totalIsEstimate: false, hasMore: false, hits: [] };
  return { module, status: 'skipped', skipReason, message, ...nothing };
}

/** A text that is no such value is simply not looked up as one. */
function attempt(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
