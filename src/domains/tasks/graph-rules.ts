// Pure rules of the graph of tasks: an order in which predecessors come first, and the cycles of links and hierarchy.
// Each task has a begin and an end: a parent begins before its subtasks and ends behind them, and a link leads from the
// end of a task to the begin of another. So the graph has a cycle exactly if the tasks without subtasks wait for each
// other by links between them or between tasks above them.

/** The most levels of tasks, the root included. */
export const MAX_DEPTH = 5;

export type LinkType = 'finish_to_start' | 'start_to_start' | 'finish_to_finish' | 'start_to_finish';

export interface TaskNode {
  id: string;
  parentId: string | null;
}

export interface TaskLink {
  predecessorId: string;
  successorId: string;
  type: LinkType;
  lagDays: number;
}

/** An edge of the graph; `link` if it is not one of the hierarchy. */
interface Edge {
  to: number;
  link?: TaskLink;
}

/** The graph: node 2i is the begin of the task at i, 2i + 1 its end. */
function edgesOf(tasks: readonly TaskNode[], links: readonly TaskLink[]): Edge[][] {
  const index = new Map(tasks.map(({ id }, at) => [id, at]));
  const edges: Edge[][] = tasks.flatMap((_, at) => [[{ to: 2 * at + 1 }], []]);
  for (const [at, { parentId }] of tasks.entries()) {
    const parent = parentId === null ? undefined : index.get(parentId);
    if (parent === undefined) continue;
    edges[2 * parent]!.push({ to: 2 * at });
    edges[2 * at + 1]!.push({ to: 2 * parent + 1 });
  }
  for (const link of links) {
    const [from, to] = [index.get(link.predecessorId), index.get(link.successorId)];
    if (from !== undefined && to !== undefined) edges[2 * from + 1]!.push({ to: 2 * to, link });
  }
  return edges;
}

/**
 * Returns the nodes of the graph in an order that follows all edges, as visits of a task's begin and end.
 * Tasks on a cycle are left out.
 */
export function visitsInOrder<T extends TaskNode>(
  tasks: readonly T[],
  links: readonly TaskLink[],
): { task: T; isEnd: boolean }[] {
  const edges = edgesOf(tasks, links);
  const waiting = edges.map(() => 0);
  for (const list of edges) for (const { to } of list) waiting[to]! += 1;
  const ready = waiting.flatMap((count, node) => (count === 0 ? [node] : []));
  const visits: { task: T; isEnd: boolean }[] = [];
  for (let at = 0; at < ready.length; at += 1) {
    const node = ready[at]!;
    visits.push({ task: tasks[node >> 1]!, isEnd: node % 2 === 1 });
    for (const { to } of edges[node]!) {
      waiting[to]! -= 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
  return visits;
}

/**
 * Returns a cycle of links and hierarchy as the ids of the tasks along its links, the first and the last the same;
 * undefined if there is none.
 */
export function findCycle(tasks: readonly TaskNode[], links: readonly TaskLink[]): string[] | undefined {
  const own = links.find(({ predecessorId, successorId }) => predecessorId === successorId);
  if (own) return [own.predecessorId, own.predecessorId];
  const edges = edgesOf(tasks, links);
  const state = edges.map(() => 0);
  for (let root = 0; root < edges.length; root += 1) {
    if (state[root]) continue;
    const path: { node: number; next: number; link?: TaskLink }[] = [{ node: root, next: 0 }];
    state[root] = 1;
    while (path.length) {
      const top = path.at(-1)!;
      const edge = edges[top.node]![top.next];
      if (!edge) {
        state[top.node] = 2;
        path.pop();
        continue;
      }
      top.next += 1;
      if (state[edge.to] === 1) {
        const start = path.findIndex(({ node }) => node === edge.to);
        return pathOf([...path.slice(start + 1), edge].flatMap(({ link }) => link ?? []));
      }
      if (state[edge.to] === 2) continue;
      state[edge.to] = 1;
      path.push({ node: edge.to, next: 0, ...(edge.link && { link: edge.link }) });
    }
  }
  return undefined;
}

/** Returns the ids along links; where one link ends above or below the task at which the next begins, both stand. */
function pathOf(links: readonly TaskLink[]): string[] {
  const ids: string[] = [];
  for (const { predecessorId, successorId } of links) {
    if (ids.at(-1) !== predecessorId) ids.push(predecessorId);
    ids.push(successorId);
  }
  if (ids.at(-1) !== ids[0]) ids.push(ids[0]!);
  return ids;
}

/** Returns the ids from a task up to its highest ancestor, the task first. Stops at a cycle. */
export function ancestorsOf(id: string, parentOf: ReadonlyMap<string, string | null>): string[] {
  const ids: string[] = [];
  for (let at: string | null | undefined = id; at && !ids.includes(at); at = parentOf.get(at)) ids.push(at);
  return ids;
}
