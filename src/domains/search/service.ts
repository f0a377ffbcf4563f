// Global search: every module by itself, so that none holds up or fails the others (service.md 4.7; crm.md section 14).
import { sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { mapWithConcurrency, ReadTimeout, readWithin } from '../../db/bounded.ts';
import type { SearchHit, SearchRecord } from './model.ts';
import { MODULES, type ModuleName, type SearchModule } from './modules.ts';
import type { Searchable } from './searchable.ts';
import { COMMON, statementOf } from './statement.ts';

const HITS = 5;
/** All modules together may take this long before each is searched by itself. */
const TOGETHER_MS = 300;
/** Modules that are then searched at the same time: what one request takes of the connections. */
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
  const groups = new Map(names.map((name) => [name, barrier(ctx, name, q)]));
  const open = names.filter((name) => !groups.get(name));
  const found = await searchModules(ctx, open, q, first ?? HITS);
  for (const group of found) groups.set(group.module, group);
  const tookMs = Math.round(performance.now() - started);
  return { q, tookMs, groups: names.map((name) => groups.get(name)!) };
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

/** All modules in one statement; where that is late or fails, each by itself: one that is at fault is missing alone. */
async function searchModules(
  ctx: TenantContext,
  names: readonly ModuleName[],
  q: string,
  first: number,
): Promise<SearchGroup[]> {
  if (names.length === 0) return [];
  try {
    return await readModules(ctx, names, q, first, TOGETHER_MS);
  } catch {
    return mapWithConcurrency(names, LANES, (name) => searchAlone(ctx, name, q, first));
  }
}

async function searchAlone(
  ctx: TenantContext,
  name: ModuleName,
  q: string,
  first: number,
): Promise<SearchGroup> {
  try {
    const [group] = await readModules(ctx, [name], q, first, MODULE_MS);
    return group!;
  } catch (error) {
    if (error instanceof ReadTimeout)
      return skipped(name, 'TIMEOUT', `It took longer than ${MODULE_MS} ms; give more letters.`);
    ctx.log.error({ err: error, module: name }, 'a module could not be searched');
    return skipped(name, 'ERROR', 'It could not be searched; try again.');
  }
}

function searchableOf(name: ModuleName): Searchable | undefined {
  return (MODULES[name] as SearchModule).searchable;
}

/** Why a module is not searched: what its list would refuse, or a text that is too short. */
function barrier(ctx: TenantContext, name: ModuleName, q: string): SearchGroup | undefined {
  const refused = sectionRefusal(ctx, { name, list: MODULES[name].list, isBuilt: !!searchableOf(name) });
  if (refused) {
    const { level } = (refused.extras.details ?? {}) as { level?: string };
    const reason = level && level !== 'tenant' ? 'MODULE_ACCESS' : refused.code;
    return skipped(name, reason as SkipReason, refused.message);
  }
  return [...q].length < 2 ? skipped(name, 'QUERY_TOO_SHORT', 'Give at least two characters.') : undefined;
}

/** Modules in a transaction of their own, which its time limit ends alone. @throws Late */
async function readModules(
  ctx: TenantContext,
  names: readonly ModuleName[],
  q: string,
  first: number,
  ms: number,
): Promise<SearchGroup[]> {
  const exact = names.flatMap((name) =>
    searchableOf(name)!.exact.map(({ read }) => attempt(() => read(q)) ?? null),
  );
  const [found] = await readWithin(ctx, ms, (tx) =>
    tx.rows<{ answers: Answer[] }>(statementFor(names), [ctx.tenantId, q, first + 1, ...exact], 'generic'),
  );
  return found!.answers.map(({ rows, total }, index) => {
    const module = names[index]!;
    return {
      module,
      status: 'searched',
      skipReason: null,
      message: null,
      total: total ?? COMMON,
      totalIsEstimate: total === null,
      hasMore: rows.length > first,
      hits: rows.slice(0, first).map((hit) => ({ module, ...hit })),
    };
  });
}

/** What the statement answers for one module. */
interface Answer {
  rows: Omit<SearchHit, 'module'>[];
  total: number | null;
}

const statements = new Map<string, string>();

function statementFor(names: readonly ModuleName[]): string {
  const key = names.join();
  let statement = statements.get(key);
  if (!statement) {
    statement = statementOf(names.map((name) => searchableOf(name)!));
    statements.set(key, statement);
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
