// Judges the links between the tasks of an export: which of them cannot be written, and why.
import { Worker } from 'node:worker_threads';
import type { TenantContext } from '../../context.ts';
import { findCycle, MAX_DEPTH, type TaskLink, type TaskNode, visitsInOrder } from '../tasks/graph-rules.ts';
import { keyOf, type LinkParts } from './pm-row-reader.ts';

/** Why a link is left out. */
export interface LinkFault {
  code: 'UNKNOWN_REFERENCE' | 'DEPENDENCY_CYCLE' | 'DUPLICATE_IN_FILE' | 'OUT_OF_RANGE';
  message: string;
}

/** A derived row that stands for a link. */
export interface LinkRow {
  rowNumber: number;
  parts: LinkParts;
}

/** A row that a link may name. */
export interface LinkEnd {
  kind: string;
  project: string;
  /** Whether its task is to be written. */
  isImported: boolean;
}

/** Links that are judged sooner than a thread starts. */
const FEW_LINKS = 1_000;
const MAX_PREDECESSORS = 100;
/** Tasks that the search for single links that close a cycle visits at most. */
const SEARCH_BUDGET = 1_000_000;

type Parent = LinkRow & { task: string; parent: string };
type Dependency = LinkRow & { link: TaskLink };

/** Returns the links of an import that cannot be written, by their row numbers. */
export async function checkLinks(ctx: TenantContext, importId: string): Promise<Map<number, LinkFault>> {
  const links = await ctx.tx.rows<LinkRow>(
    `select row_number as "rowNumber", parts from import_rows
     where tenant_id = $1 and import_id = $2 and kind = 'link' and status <> 'excluded' order by row_number`,
    [ctx.tenantId, importId],
  );
  if (links.length === 0) return new Map();
  const rows = await ctx.tx.rows<{ kind: string; status: string; keys: string[] }>(
    `select kind, status, keys from import_rows where tenant_id = $1 and import_id = $2 and kind in ('task', 'milestone')
       and keys <> '{}' order by row_number`,
    [ctx.tenantId, importId],
  );
  const rowsByKey = new Map<string, LinkEnd>();
  for (const { kind, status, keys } of rows) {
    const key = keys.find((one) => one.startsWith('key:'))?.slice(4);
    const project = keys.find((one) => one.startsWith('in:'))?.slice(3) ?? '';
    const isImported = status !== 'excluded' && status !== 'invalid';
    if (key !== undefined && !rowsByKey.get(key)?.isImported)
      rowsByKey.set(key, { kind, project, isImported });
  }
  return links.length > FEW_LINKS ? judgeInThread({ rowsByKey, links }) : judgeLinks(rowsByKey, links);
}

/** What a thread is given to judge links. */
export interface LinkTask {
  rowsByKey: ReadonlyMap<string, LinkEnd>;
  links: readonly LinkRow[];
}

/** Judges many links in a thread of their own, so that other requests do not wait meanwhile. */
function judgeInThread(task: LinkTask): Promise<Map<number, LinkFault>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pm-links-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread for links ended without an answer')));
  });
}

/** Returns the faults of links between rows: unknown tasks, cycles, too many levels or predecessors. */
export function judgeLinks(
  rowsByKey: ReadonlyMap<string, LinkEnd>,
  links: readonly LinkRow[],
): Map<number, LinkFault> {
  const faults = new Map<number, LinkFault>();
  const parents: Parent[] = [];
  const dependencies: Dependency[] = [];
  for (const row of links) {
    const { parts } = row;
    const [task, other] = [keyOf(parts.task), keyOf('parent' in parts ? parts.parent : parts.depends_on)];
    const fault = endFault(rowsByKey, parts, task, other);
    if (fault) faults.set(row.rowNumber, fault);
    else if ('parent' in parts) parents.push({ ...row, task, parent: other });
    else {
      const { type = 'finish_to_start', lag_days: lag = '0' } = parts;
      const link = { predecessorId: other, successorId: task, type, lagDays: Number(lag) };
      dependencies.push({ ...row, link });
    }
  }
  const parentOf = placeParents(parents, faults);
  const kept = withoutRepeats(dependencies, faults);
  const nodes = [...rowsByKey.keys()].map((id): TaskNode => ({ id, parentId: parentOf.get(id) ?? null }));
  for (const { rowNumber } of closingCycles(nodes, kept)) faults.set(rowNumber, CYCLE);
  return faults;
}

const CYCLE: LinkFault = {
  code: 'DEPENDENCY_CYCLE',
  message: 'With this link tasks would wait for each other; it is left out.',
};

function endFault(
  rowsByKey: ReadonlyMap<string, LinkEnd>,
  parts: LinkParts,
  task: string,
  other: string,
): LinkFault | undefined {
  const named = { [task]: parts.task, [other]: 'parent' in parts ? parts.parent : parts.depends_on };
  const unknown = (key: string, why: string): LinkFault => ({
    code: 'UNKNOWN_REFERENCE',
    message: `${named[key]} ${why}; the link is left out.`,
  });
  for (const key of [task, other]) {
    const end = rowsByKey.get(key);
    if (!end) return unknown(key, 'is no task of this file');
    if (end.kind !== 'task') return unknown(key, 'is a milestone, and only tasks have links');
    if (!end.isImported) return unknown(key, 'is not imported');
  }
  if (task === other) return CYCLE;
  const isElsewhere = rowsByKey.get(task)!.project !== rowsByKey.get(other)!.project;
  return 'parent' in parts && isElsewhere ? unknown(other, 'belongs to another project') : undefined;
}

/** Gives each task its parent. @returns the parents, free of cycles and with few enough levels */
function placeParents(parents: readonly Parent[], faults: Map<number, LinkFault>): Map<string, string> {
  const rows = new Map<string, number>();
  const parentOf = new Map<string, string>();
  for (const { rowNumber, task, parent } of parents) {
    const above = [parent];
    while (above.length <= MAX_DEPTH && parentOf.has(above.at(-1)!)) above.push(parentOf.get(above.at(-1)!)!);
    if (above.includes(task)) faults.set(rowNumber, CYCLE);
    else if (parentOf.has(task))
      faults.set(rowNumber, { code: 'DUPLICATE_IN_FILE', message: 'The task has a parent already.' });
    else if (above.length > MAX_DEPTH) faults.set(rowNumber, TOO_DEEP);
    else {
      parentOf.set(task, parent);
      rows.set(task, rowNumber);
    }
  }
  // Links from below to above can have made a hierarchy that is higher than each of them shows.
  const depths = new Map<string, number>();
  for (const task of rows.keys()) {
    const path = [task];
    while (parentOf.has(path.at(-1)!) && !depths.has(path.at(-1)!)) path.push(parentOf.get(path.at(-1)!)!);
    let depth = (depths.get(path.at(-1)!) ?? 1) - 1;
    for (const one of path.reverse()) {
      depth += 1;
      if (depth > MAX_DEPTH) {
        faults.set(rows.get(one)!, TOO_DEEP);
        parentOf.delete(one);
        depth = 1;
      }
      depths.set(one, depth);
    }
  }
  return parentOf;
}

const TOO_DEEP: LinkFault = {
  code: 'OUT_OF_RANGE',
  message: `Tasks have at most ${MAX_DEPTH} levels; the task stands on the first one.`,
};

function withoutRepeats(dependencies: readonly Dependency[], faults: Map<number, LinkFault>): Dependency[] {
  const seen = new Map<string, Set<string>>();
  return dependencies.filter(({ rowNumber, link: { predecessorId, successorId } }) => {
    const before = seen.get(successorId) ?? new Set();
    seen.set(successorId, before);
    if (before.has(predecessorId))
      faults.set(rowNumber, { code: 'DUPLICATE_IN_FILE', message: 'The file names this link twice.' });
    else if (before.size >= MAX_PREDECESSORS)
      faults.set(rowNumber, {
        code: 'OUT_OF_RANGE',
        message: `A task waits for at most ${MAX_PREDECESSORS} others.`,
      });
    else before.add(predecessorId);
    return !faults.has(rowNumber);
  });
}

/** Returns the links that would close a cycle, in their order; a huge tangle of cycles loses all links behind the first. */
function closingCycles(nodes: readonly TaskNode[], dependencies: readonly Dependency[]): Dependency[] {
  const links = dependencies.map(({ link }) => link);
  const backwards = links.map((link) => ({
    ...link,
    predecessorId: link.successorId,
    successorId: link.predecessorId,
  }));
  const [behind, ahead] = [unvisited(nodes, links), unvisited(nodes, backwards)];
  const tangled = nodes.filter(({ id }) => behind.has(id) && ahead.has(id));
  if (tangled.length === 0) return [];
  const ids = new Set(tangled.map(({ id }) => id));
  const accepted: TaskLink[] = [];
  let searches = Math.floor(SEARCH_BUDGET / tangled.length);
  return dependencies.filter(({ link }) => {
    if (!ids.has(link.predecessorId) || !ids.has(link.successorId)) return false;
    if (searches-- <= 0 || findCycle(tangled, [...accepted, link])) return true;
    accepted.push(link);
    return false;
  });
}

/** Returns the tasks that lie on a cycle or behind one. */
function unvisited(nodes: readonly TaskNode[], links: readonly TaskLink[]): Set<string> {
  const unseen = new Set(nodes.map(({ id }) => id));
  for (const { task, isEnd } of visitsInOrder(nodes, links)) if (isEnd) unseen.delete(task.id);
  return unseen;
}
