// Pure rules of the structure of a template: its defaults, keys, references and cycles (delivery.md section 2.4).
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { camelCase, snakeMember } from '../../naming.ts';
import { findCycle, type LinkType, MAX_DEPTH, type TaskLink, type TaskNode } from '../tasks/graph-rules.ts';

export interface TemplateMilestone {
  key: string;
  name: string;
  offsetDays: number;
}

export interface TemplateTask {
  key: string;
  parentKey: string | null;
  title: string;
  description: string | null;
  offsetDays: number;
  durationDays: number;
  estimateMinutes: number | null;
  role: string | null;
  milestoneKey: string | null;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  checklist: { title: string; required: boolean }[];
  dependsOn: { key: string; type: LinkType; lagDays: number }[];
}

export interface TemplateVariable {
  name: string;
  required: boolean;
  default: string | null;
}

export interface TemplateStructure {
  milestones: TemplateMilestone[];
  tasks: TemplateTask[];
  roles: string[];
  variables: TemplateVariable[];
}

type Given<T> = { [K in keyof T]?: T[K] | null };

/** The structure as a caller gives it. */
export interface StructureInput {
  milestones?: readonly (Given<TemplateMilestone> & { key: string; name: string })[] | null;
  tasks?:
    | readonly (Omit<Given<TemplateTask>, 'checklist' | 'dependsOn'> & {
        key: string;
        title: string;
        checklist?: readonly { title: string; required?: boolean | null }[] | null;
        dependsOn?: readonly { key: string; type?: LinkType | null; lagDays?: number | null }[] | null;
      })[]
    | null;
  roles?: readonly string[] | null;
  variables?: readonly (Given<TemplateVariable> & { name: string })[] | null;
}

const MAX_ROLE_LENGTH = 80;
const MAX_LINKS = 5000;

/**
 * Returns the structure with its defaults.
 * @throws VALIDATION_ERROR unique, exists, depth, max_items; HIERARCHY_CYCLE and DEPENDENCY_CYCLE with the keys in `path`
 */
export function readStructure(input: StructureInput): TemplateStructure {
  const tasks = (input.tasks ?? []).map(readTask);
  const roles = input.roles ?? tasks.flatMap(({ role }) => role ?? []);
  const structure: TemplateStructure = {
    milestones: (input.milestones ?? []).map(({ key, name, offsetDays }, index) => ({
      key,
      name: readText(name, `structure.milestones[${index}].name`),
      offsetDays: offsetDays ?? 0,
    })),
    tasks,
    roles: [...new Set(roles.map(readRole))],
    variables: (input.variables ?? []).map(({ name, required, default: value }) => ({
      name,
      required: required ?? value == null,
      default: value ?? null,
    })),
  };
  const faults = [...repeatedKeys(structure), ...missingReferences(structure)];
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  assertHierarchy(tasks);
  if (tasks.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0) > MAX_LINKS)
    throw invalid('structure.tasks', 'max_items', `A template has at most ${MAX_LINKS} dependencies.`);
  const path = findCycle(nodesOf(tasks), linksOf(tasks));
  if (path) fail('DEPENDENCY_CYCLE', undefined, { details: { path } });
  return structure;
}

function readTask(task: NonNullable<StructureInput['tasks']>[number], index: number): TemplateTask {
  const path = `structure.tasks[${index}]`;
  return {
    key: task.key,
    parentKey: task.parentKey ?? null,
    title: readText(task.title, `${path}.title`),
    description: task.description ?? null,
    offsetDays: task.offsetDays ?? 0,
    durationDays: task.durationDays ?? 1,
    estimateMinutes: task.estimateMinutes ?? null,
    role: task.role ?? null,
    milestoneKey: task.milestoneKey ?? null,
    priority: task.priority ?? 'normal',
    checklist: (task.checklist ?? []).map(({ title, required }, at) => ({
      title: readText(title, `${path}.checklist[${at}].title`),
      required: required ?? false,
    })),
    dependsOn: (task.dependsOn ?? []).map(({ key, type, lagDays }) => ({
      key,
      type: type ?? 'finish_to_start',
      lagDays: lagDays ?? 0,
    })),
  };
}

function readText(text: string, path: string): string {
  const trimmed = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!trimmed) throw invalid(path, 'required', 'Give a text that is not blank.');
  return trimmed;
}

function readRole(role: string, index: number): string {
  const path = `structure.roles[${index}]`;
  if (role.length > MAX_ROLE_LENGTH)
    throw invalid(path, 'max_length', `A role has at most ${MAX_ROLE_LENGTH} characters.`);
  if (!role.trim()) throw invalid(path, 'required', 'Give a role that is not blank.');
  return role;
}

/** Returns a fault for each key that stands twice in its list. */
function repeatedKeys({ milestones, tasks, variables }: TemplateStructure): FieldFault[] {
  const faultsOf = (keys: readonly string[], path: (index: number) => string) =>
    keys.flatMap((key, index) =>
      keys.indexOf(key) < index
        ? [{ path: path(index), rule: 'unique', message: `The key ${key} is used before; give another one.` }]
        : [],
    );
  const keysOf = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);
  return [
    ...faultsOf(keysOf(milestones), (index) => `structure.milestones[${index}].key`),
    ...faultsOf(keysOf(tasks), (index) => `structure.tasks[${index}].key`),
    ...faultsOf(
      variables.map(({ name }) => name),
      (index) => `structure.variables[${index}].name`,
    ),
    ...tasks.flatMap(({ dependsOn }, task) =>
      faultsOf(keysOf(dependsOn), (index) => `structure.tasks[${task}].depends_on[${index}].key`),
    ),
  ];
}

/** Returns a fault for each reference to a task, milestone or role that the structure does not have. */
function missingReferences({ milestones, tasks, roles }: TemplateStructure): FieldFault[] {
  const known = {
    task: new Set(tasks.map(({ key }) => key)),
    milestone: new Set(milestones.map(({ key }) => key)),
    role: new Set(roles),
  };
  return tasks.flatMap(({ parentKey, milestoneKey, role, dependsOn }, index) => {
    const references: [keyof typeof known, string | null, string][] = [
      ['task', parentKey, 'parent_key'],
      ['milestone', milestoneKey, 'milestone_key'],
      ['role', role, 'role'],
      ...dependsOn.map(({ key }, at): ['task', string, string] => ['task', key, `depends_on[${at}].key`]),
    ];
    return references.flatMap(([noun, key, member]) =>
      key === null || known[noun].has(key)
        ? []
        : [
            {
              path: `structure.tasks[${index}].${member}`,
              rule: 'exists',
              message: `The structure has no ${noun} ${key}.`,
            },
          ],
    );
  });
}

/** Throws if a task stands below itself, or too deep. @throws HIERARCHY_CYCLE; VALIDATION_ERROR depth */
function assertHierarchy(tasks: readonly TemplateTask[]): void {
  const parents = new Map(tasks.map(({ key, parentKey }) => [key, parentKey]));
  for (const [index, { key }] of tasks.entries()) {
    const path = [key];
    for (let at = parents.get(key); at; at = parents.get(at)) {
      path.push(at);
      if (at === key) fail('HIERARCHY_CYCLE', undefined, { details: { path } });
      if (path.length > MAX_DEPTH + tasks.length) break;
    }
    if (path.length > MAX_DEPTH && new Set(path).size === path.length)
      throw invalid(
        `structure.tasks[${index}].parent_key`,
        'depth',
        `Tasks have at most ${MAX_DEPTH} levels.`,
      );
  }
}

/** Returns the tasks as nodes of the graph of tasks, with their keys as ids. */
export function nodesOf(tasks: readonly Pick<TemplateTask, 'key' | 'parentKey'>[]): TaskNode[] {
  return tasks.map(({ key, parentKey }) => ({ id: key, parentId: parentKey }));
}

/** Returns the links between tasks, with their keys as ids. */
export function linksOf(tasks: readonly Pick<TemplateTask, 'key' | 'dependsOn'>[]): TaskLink[] {
  return tasks.flatMap(({ key, dependsOn }) =>
    dependsOn.map((link) => ({
      predecessorId: link.key,
      successorId: key,
      type: link.type,
      lagDays: link.lagDays,
    })),
  );
}

/** Returns how many working days a structure spans, before links push any task. */
export function durationOf({ milestones, tasks }: TemplateStructure): number {
  const parents = new Set(tasks.map(({ parentKey }) => parentKey));
  return Math.max(
    0,
    ...milestones.map(({ offsetDays }) => offsetDays + 1),
    ...tasks.flatMap(({ key, offsetDays, durationDays }) =>
      parents.has(key) ? [] : offsetDays + durationDays,
    ),
  );
}

/** Returns a structure as the database keeps it. */
export function storedStructure(structure: TemplateStructure): object {
  return renamed(structure, snakeMember) as object;
}

/** Returns the structure of a row. */
export function structureOf({ structure }: { structure: object }): TemplateStructure {
  return renamed(structure, camelCase) as TemplateStructure;
}

/** Renames the members of an object and of all objects in it. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => renamed(part, rename));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [rename(name), renamed(part, rename)]),
  );
}
