// Pure rules of leaving tasks of a template out: their predecessors are linked with their successors, and their subtasks
// move up.
import type { LinkType, TaskLink } from '../tasks/graph-rules.ts';
import { linksOf, type TemplateTask } from './structure-rules.ts';

const MAX_LAG = 365;
/** Decides between links with the same lag. */
const STRENGTH: readonly LinkType[] = [
  'finish_to_start',
  'finish_to_finish',
  'start_to_start',
  'start_to_finish',
];

/** Returns the tasks that remain, below the nearest remaining task, and the links between them. */
export function withoutTasks(
  tasks: readonly TemplateTask[],
  skipped: ReadonlySet<string>,
): { tasks: TemplateTask[]; links: TaskLink[] } {
  const parents = new Map(tasks.map(({ key, parentKey }) => [key, parentKey]));
  const remaining = (key: string | null): string | null => {
    let at = key;
    while (at !== null && skipped.has(at)) at = parents.get(at) ?? null;
    return at;
  };
  return {
    tasks: tasks
      .filter(({ key }) => !skipped.has(key))
      .map((task) => ({ ...task, parentKey: remaining(task.parentKey) })),
    links: bridged(linksOf(tasks), skipped),
  };
}

/**
 * Replaces each path of links over skipped tasks by one link with the sum of the lags and the type of its last link. Of
 * several paths between two tasks the greatest lag holds; a link that the template has itself stays as it is.
 */
function bridged(links: readonly TaskLink[], skipped: ReadonlySet<string>): TaskLink[] {
  const bySuccessor = new Map<string, Map<string, TaskLink>>();
  const add = (link: TaskLink) => {
    const into = bySuccessor.get(link.successorId) ?? new Map<string, TaskLink>();
    const before = into.get(link.predecessorId);
    if (!before || isStronger(link, before)) into.set(link.predecessorId, link);
    bySuccessor.set(link.successorId, into);
  };
  for (const link of links) add(link);
  for (const key of skipped) {
    const before = [...(bySuccessor.get(key)?.values() ?? [])];
    bySuccessor.delete(key);
    for (const into of [...bySuccessor.values()]) {
      const behind = into.get(key);
      if (!behind) continue;
      into.delete(key);
      for (const { predecessorId, lagDays } of before)
        add({ ...behind, predecessorId, lagDays: lagDays + behind.lagDays });
    }
  }
  const own = new Map(links.map((link) => [`${link.predecessorId} ${link.successorId}`, link]));
  return [...bySuccessor.values()].flatMap((into) =>
    [...into.values()].map((link) => own.get(`${link.predecessorId} ${link.successorId}`) ?? limited(link)),
  );
}

function isStronger(link: TaskLink, other: TaskLink): boolean {
  if (link.lagDays !== other.lagDays) return link.lagDays > other.lagDays;
  return STRENGTH.indexOf(link.type) < STRENGTH.indexOf(other.type);
}

function limited(link: TaskLink): TaskLink {
  return { ...link, lagDays: Math.max(-MAX_LAG, Math.min(MAX_LAG, link.lagDays)) };
}
