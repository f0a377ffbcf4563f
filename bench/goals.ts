// What the bench is to show: requests a second of ours as times those of a variant that does the same work, at 32
// connections. Goals that compared unlike work are gone: create against one write (ours makes twelve further rows), and a
// page with a bounded total against one that counts every row.

/** Variants that ours is measured against, as `label` names them without their surface. */
type Against =
  | 'postgraphile'
  | 'postgraphile, same traces'
  | 'floor'
  | 'floor, same traces'
  | 'floor, bounded count';

type Goal = Partial<Record<Against, number>>;

/** By workload; `stored` is REST or a persisted operation behind a route, `adhoc` a document sent to /graphql. */
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
  'create-company': { stored: { 'postgraphile, same traces': 1.5, 'floor, same traces': 0.65 } },
};

/** What /graphql and MCP are to reach of ours on REST, or of the persisted operation, with the same work. */
const SURFACE_GOAL = 0.6;
/** Where their work is not the same: REST answers whole records there. */
const OTHER_WORK = { graphql: new Set(['search-companies']), mcp: new Set<string>() };

/** Milliseconds from the start of the process until it serves; megabytes before the first request and at most. */
export const PROCESS_GOALS = { startMs: 2500, idleRss: 220, peakRss: 450 };

/** Of a start with a schema of the full product's size (`--boot`), in milliseconds. */
export const BOOT_GOAL = { operations: 562, startMs: 2500 };

/** Megabytes that memory may seem to grow in ten minutes of load, once it is warm (`--memory`): what collections leave uncertain. */
export const MEMORY_GROWTH_GOAL = 10;

/** Cost in the large data set as times that in the small one. */
export const GROWTH_GOALS: Record<string, number> = { page: 1.3, search: 1.3, 'search-broad': 2 };

/** @param against a variant's peer, with its note where it has one */
export function goalOf(workload: string, surface: string, against: string): number | undefined {
  const kind = surface === 'graphql' ? 'adhoc' : surface === 'mcp' ? undefined : 'stored';
  return kind && GOALS[workload]?.[kind]?.[against as Against];
}

/** The goal of one surface of ours against REST or the persisted operation. */
export function surfaceGoal(workload: string, surface: string): number | undefined {
  if (surface !== 'graphql' && surface !== 'mcp') return undefined;
  return OTHER_WORK[surface].has(workload) ? undefined : SURFACE_GOAL;
}
