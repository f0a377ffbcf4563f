// What the bench is to show: requests a second of ours as times those of a peer, at 32 connections (issues 3 and 4).

interface Goal {
  postgraphile?: number;
  floor?: number;
}

/** By workload; `stored` is REST or a persisted operation behind a route, `adhoc` a document sent to /graphql. */
const GOALS: Record<string, { stored?: Goal; adhoc?: Goal }> = {
  'company-by-id': { stored: { postgraphile: 1.7, floor: 0.65 }, adhoc: { postgraphile: 1.2 } },
  // Their count is exact over all rows, ours bounded.
  page: { stored: { postgraphile: 4, floor: 3 }, adhoc: { postgraphile: 1.2 } },
  'page-exact': { stored: { postgraphile: 1.3 } },
  nested: { stored: { postgraphile: 1.7, floor: 0.75 }, adhoc: { postgraphile: 1.2 } },
  search: { stored: { postgraphile: 10, floor: 5 }, adhoc: { postgraphile: 5 } },
  'search-trigram': { stored: { postgraphile: 1.5, floor: 1.5 } },
  'global-search': { adhoc: { postgraphile: 20 } },
  'global-search-trigram': { adhoc: { floor: 10 } },
  'create-company': { stored: { postgraphile: 1.2, floor: 0.5 } },
};

/** Milliseconds from the start of the process until it serves, and megabytes after a run. */
export const PROCESS_GOALS = { startMs: 2500, rss: 250 };

/** Cost in the large data set as times that in the small one. */
export const GROWTH_GOALS: Record<string, number> = { page: 1.3, search: 1.3, 'search-broad': 2 };

export function goalOf(workload: string, surface: string, peer: string): number | undefined {
  const kind = surface === 'graphql' ? 'adhoc' : surface === 'mcp' ? undefined : 'stored';
  return kind && GOALS[workload]?.[kind]?.[peer as keyof Goal];
}
