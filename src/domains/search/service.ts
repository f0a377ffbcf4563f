// Global search: every module by itself, so that none holds up or fails the others (service.md 4.7; crm.md section 14).
import { sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { mapWithConcurrency, ReadTimeout, readWithin } from '../../db/bounded.ts';
import { readableLinks } from '../../lists/search.ts';
import { readSearchText } from '../../lists/search-text.ts';
import type { SearchHit, SearchRecord } from './model.ts';
import { MODULES, type ModuleName, type SearchModule } from './modules.ts';
import type { Searchable } from './searchable.ts';
import { MAX_COUNTED, statementOf } from './statement.ts';

const DEFAULT_HITS = 5;
/** Time limit of the combined search of all modules; after it each module is searched separately. */
const COMBINED_TIMEOUT_MS = 300;
/** Modules that are then searched concurrently, each on its own connection. */
const MAX_CONCURRENT = 3;
const MODULE_TIMEOUT_MS = 800;
/** Requests that search their modules separately at a time: more of them would keep a busy database busy. */
const MAX_SEPARATE_SEARCHES = 4;

let separateSearches = 0;

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
 * Searches the modules that the caller may read; the groups of the others contain the reason why they were skipped.
 * @param modules the modules to search; all by default
 * @param first the maximum number of hits per module
 */
export async function globalSearch(
  ctx: TenantContext,
  text: string,
  modules?: readonly string[] | null,
  first?: number | null,
): Promise<{ q: string; tookMs: number; groups: SearchGroup[] }> {
  const started = performance.now();
  // PostgreSQL does not accept NUL in text.
  const q = text.replaceAll('\0', ' ').trim();
  const names = (Object.keys(MODULES) as ModuleName[]).filter((name) => !modules || modules.includes(name));
  const groups = new Map(names.map((name) => [name, skipReasonOf(ctx, name, q)]));
  const searchable = names.filter((name) => !groups.get(name));
  const found = await searchModules(ctx, searchable, q, first ?? DEFAULT_HITS);
  for (const group of found) groups.set(group.module, group);
  const tookMs = Math.round(performance.now() - started);
  return { q, tookMs, groups: names.map((name) => groups.get(name)!) };
}

/** Loads the record of a hit; null if it was deleted meanwhile. */
export async function recordOfHit(
  ctx: TenantContext,
  { module, id }: SearchHit,
): Promise<SearchRecord | null> {
  const { type, load } = searchableOf(module)!;
  const record = await load(ctx, id);
  return record && { ...record, __typename: type };
}

/**
 * Searches all modules in one statement; if that times out or fails, each separately, so that only the cause is
 * missing. While many requests do so, all modules are skipped.
 */
async function searchModules(
  ctx: TenantContext,
  names: readonly ModuleName[],
  q: string,
  first: number,
): Promise<SearchGroup[]> {
  if (names.length === 0) return [];
  try {
    return await readModules(ctx, names, q, first, COMBINED_TIMEOUT_MS);
  } catch {
    if (separateSearches >= MAX_SEPARATE_SEARCHES)
      return names.map((name) => skipped(name, 'TIMEOUT', 'The database is busy; search again.'));
    separateSearches += 1;
    try {
      return await mapWithConcurrency(names, MAX_CONCURRENT, (name) => searchModule(ctx, name, q, first));
    } finally {
      separateSearches -= 1;
    }
  }
}

async function searchModule(
  ctx: TenantContext,
  name: ModuleName,
  q: string,
  first: number,
): Promise<SearchGroup> {
  try {
    const [group] = await readModules(ctx, [name], q, first, MODULE_TIMEOUT_MS);
    return group!;
  } catch (error) {
    if (error instanceof ReadTimeout)
      return skipped(
        name,
        'TIMEOUT',
        `The search took longer than ${MODULE_TIMEOUT_MS} ms; enter more characters.`,
      );
    ctx.log.error({ err: error, module: name }, 'a module could not be searched');
    return skipped(name, 'ERROR', 'The module could not be searched; try again.');
  }
}

function searchableOf(name: ModuleName): Searchable | undefined {
  return (MODULES[name] as SearchModule).searchable;
}

/** Returns the skipped group of a module whose list the caller may not read, or if the text is too short. */
function skipReasonOf(ctx: TenantContext, name: ModuleName, q: string): SearchGroup | undefined {
  const refused = sectionRefusal(ctx, { name, list: MODULES[name].list, isBuilt: !!searchableOf(name) });
  if (refused) {
    const { level } = (refused.extras.details ?? {}) as { level?: string };
    const reason = level && level !== 'tenant' ? 'MODULE_ACCESS' : refused.code;
    return skipped(name, reason as SkipReason, refused.message);
  }
  return [...q].length < 2 ? skipped(name, 'QUERY_TOO_SHORT', 'Enter at least two characters.') : undefined;
}

/** Searches modules in a separate transaction, so that a timeout does not abort the request's own. @throws ReadTimeout */
async function readModules(
  ctx: TenantContext,
  names: readonly ModuleName[],
  q: string,
  first: number,
  ms: number,
): Promise<SearchGroup[]> {
  const searchables = names.map((name) => withReadableLinks(ctx, searchableOf(name)!));
  const exact = searchables.flatMap((searchable) =>
    searchable.exact.map(({ read }) => orUndefined(() => read(q)) ?? null),
  );
  const { numbers } = await readSearchText(ctx, q);
  const [found] = await readWithin(ctx, ms, (tx) =>
    tx.rows<{ answers: ModuleResult[] }>(
      statementFor(searchables),
      [ctx.tenantId, q, first + 1, numbers, ...exact],
      'generic',
    ),
  );
  return found!.answers.map(({ rows, total }, index) => {
    const module = names[index]!;
    return {
      module,
      status: 'searched',
      skipReason: null,
      message: null,
      total: total ?? MAX_COUNTED,
      totalIsEstimate: total === null,
      hasMore: rows.length > first,
      hits: rows.slice(0, first).map((hit) => ({ module, ...hit })),
    };
  });
}

/** The result of the statement for one module. */
interface ModuleResult {
  rows: Omit<SearchHit, 'module'>[];
  total: number | null;
}

const statements = new Map<string, string>();

function statementFor(searchables: readonly Searchable[]): string {
  const key = searchables
    .map(({ type, links }) => [type, ...links.map(({ field }) => field)].join(':'))
    .join();
  let statement = statements.get(key);
  if (!statement) {
    statement = statementOf(searchables);
    statements.set(key, statement);
  }
  return statement;
}

/** Returns the declaration without the links to records that the caller may not list. */
function withReadableLinks(ctx: TenantContext, searchable: Searchable): Searchable {
  return { ...searchable, links: readableLinks(ctx, searchable.links) };
}

function skipped(module: ModuleName, skipReason: SkipReason, message: string): SearchGroup {
  const nothing = { total: null, totalIsEstimate: false, hasMore: false, hits: [] };
  return { module, status: 'skipped', skipReason, message, ...nothing };
}

/** Returns undefined if the text cannot be such a value. */
function orUndefined(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
