// The performance goals: our requests per second relative to a variant that does the same work, at 32 connections. There
// is no goal against variants that do less work: a create without the twelve further rows that ours writes, or a page with
// a bounded total against one that counts every row.

/** Variants that ours is compared to: their labels without the surface. */
type Baseline =
  | 'postgraphile'
  | 'postgraphile, same traces'
  | 'floor'
  | 'floor, same traces'
  | 'floor, bounded count';

type Goal = Partial<Record<Baseline, number>>;

/** Goals by workload; `stored` is REST or a persisted operation, `adhoc` a document sent to /graphql. */
const GOALS: Record<string, { stored?: Goal; adhoc?: Goal }> = {
  'company-by-id': { stored: { postgraphile: 2, floor: 0.6 }, adhoc: { postgraphile: 1.2 } },
  page: { stored: { 'floor, bounded count': 0.9 } },
  'page-exact': { stored: { postgraphile: 1.3 } },
  nested: { stored: { postgraphile: 3, floor: 0.8 }, adhoc: { postgraphile: 1.2 } },
  search: { stored: { postgraphile: 10, floor: 5 }, adhoc: { postgraphile: 5 } },
  'search-trigram': { stored: { postgraphile: 1.5, floor: 1.5 } },
  'search-broad': { stored: { postgraphile: 1.2 } },
  'global-search': { adhoc: { postgraphile: 20 } },
  'global-search-trigram': { adhoc: { floor: 10 } },
  'project-tasks': { stored: { floor: 0.5 } },
  'project-board': { stored: { floor: 0.5 } },
  communications: { stored: { floor: 0.5 } },
  'communications-search': { stored: { floor: 0.5 } },
  threads: { stored: { floor: 0.5 } },
  'public-room': { stored: { floor: 0.5 } },
  'client-statement': { stored: { floor: 0.5 } },
  'issue-invoice': { stored: { 'floor, same traces': 0.5 } },
  'create-company': { stored: { 'postgraphile, same traces': 1.5, 'floor, same traces': 0.65 } },
};

/** The goal for /graphql and MCP relative to our REST or persisted operation, for the same work. */
const SURFACE_GOAL = 0.6;
/** Workloads where the work differs, because REST returns whole records. */
const DIFFERENT_WORK = { graphql: new Set(['search-companies']), mcp: new Set<string>() };

/** Milliseconds from process start until it serves; megabytes before the first request and at the peak. */
export const PROCESS_GOALS = { startMs: 2500, idleRss: 220, peakRss: 450 };

/** The goal for a start with a schema of the full product's size (`--boot`), in milliseconds. */
export const BOOT_GOAL = { operations: 562, startMs: 2500 };

/** Megabytes that memory may grow in ten minutes of load after warm-up (`--memory`); garbage collection makes it uncertain. */
export const MEMORY_GROWTH_GOAL = 10;

/** How much longer readers of another workspace may wait during an import, by p99 (`--imports`). */
export const IMPORT_P99_GOAL = 2;

/** Cost in the large data set relative to the small one. */
export const GROWTH_GOALS: Record<string, number> = { page: 1.3, search: 1.3, 'search-broad': 2 };

/** Returns the goal of a workload on a surface. @param against a variant's peer, with its note if it has one */
export function goalOf(workload: string, surface: string, against: string): number | undefined {
  const kind = surface === 'graphql' ? 'adhoc' : surface === 'mcp' ? undefined : 'stored';
  return kind && GOALS[workload]?.[kind]?.[against as Baseline];
}

/** Returns the goal of one of our surfaces relative to REST or the persisted operation. */
export function surfaceGoal(workload: string, surface: string): number | undefined {
  if (surface !== 'graphql' && surface !== 'mcp') return undefined;
  return DIFFERENT_WORK[surface].has(workload) ? undefined : SURFACE_GOAL;
}
