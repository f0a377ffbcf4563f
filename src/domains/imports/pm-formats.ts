// The formats of project-management exports: how each is recognised, and which field each of its columns is.
import type { ColumnMapping } from './model.ts';
import type { TargetField } from './target-fields.ts';

export type PmFormat = 'board-json' | 'issues-csv' | 'plan-csv' | 'generic';

function field(
  key: string,
  type: TargetField['type'] = 'text',
  more: Partial<TargetField> = {},
): TargetField {
  return {
    ...{ key, label: key, type, required: false, list: false, maxLength: null, options: null },
    ...{ classification: null, example: null, path: [key], ...more },
  };
}

/** The fields that columns of any table can be mapped to. */
const GENERIC = [
  field('title', 'text', { required: true }),
  ...['project', 'milestone', 'key', 'parent', 'depends_on', 'status', 'priority'].map((key) => field(key)),
  field('assignee', 'text', { path: ['assignee_ids'] }),
  ...[field('start_date', 'date'), field('due_date', 'date'), field('estimate_minutes', 'integer')],
  field('description'),
];

/** The fields that only columns of known exports are. */
const SPECIAL = [
  field('estimate_seconds', 'integer', { path: ['estimate_minutes'] }),
  field('percent_complete', 'number', { path: ['status'] }),
  field('tags', 'list', { list: true }),
  ...['checklist', 'blocks', 'predecessors', 'outline_level', 'issue_type'].map((key) => field(key)),
  ...['is_milestone', 'is_done', 'is_closed'].map((key) => field(key, 'boolean')),
];

export const GENERIC_FIELDS: ReadonlyMap<string, TargetField> = new Map(GENERIC.map((one) => [one.key, one]));
export const PM_FIELDS: ReadonlyMap<string, TargetField> = new Map(
  [...GENERIC, ...SPECIAL].map((one) => [one.key, one]),
);

/** The columns of known exports in lower case, with the fields that they are. */
const HEADERS: Record<PmFormat, Record<string, string>> = {
  'board-json': {
    ...{ id: 'key', name: 'title', desc: 'description', list: 'status', start: 'start_date' },
    ...{ due: 'due_date', duecomplete: 'is_done', closed: 'is_closed', members: 'assignee' },
    ...{ labels: 'tags', checklist: 'checklist' },
  },
  'issues-csv': {
    ...{ summary: 'title', 'issue key': 'key', 'issue type': 'issue_type', status: 'status' },
    ...{ priority: 'priority', assignee: 'assignee', 'start date': 'start_date', 'due date': 'due_date' },
    ...{ parent: 'parent', 'parent key': 'parent', 'epic link': 'parent', description: 'description' },
    ...{ 'original estimate': 'estimate_seconds', 'project name': 'project', labels: 'tags' },
    'outward issue link (blocks)': 'blocks',
  },
  'plan-csv': {
    ...{ id: 'key', name: 'title', 'outline level': 'outline_level', start: 'start_date' },
    ...{ finish: 'due_date', 'resource names': 'assignee', predecessors: 'predecessors' },
    ...{ '% complete': 'percent_complete', milestone: 'is_milestone', notes: 'description' },
  },
  generic: {
    ...{ title: 'title', task: 'title', 'task name': 'title', summary: 'title', name: 'title' },
    ...{
      aufgabe: 'title',
      desc: 'description',
      list: 'status',
      members: 'assignee',
      titel: 'title',
      project: 'project',
      'project name': 'project',
      projekt: 'project',
    },
    ...{ milestone: 'milestone', meilenstein: 'milestone', key: 'key', id: 'key', 'task id': 'key' },
    ...{ parent: 'parent', 'parent task': 'parent', 'depends on': 'depends_on', depends_on: 'depends_on' },
    ...{ predecessors: 'depends_on', dependencies: 'depends_on', status: 'status', section: 'status' },
    ...{ priority: 'priority', priorität: 'priority', assignee: 'assignee', 'assignee email': 'assignee' },
    ...{ 'assigned to': 'assignee', zuständig: 'assignee', start: 'start_date', 'start date': 'start_date' },
    ...{ start_date: 'start_date', due: 'due_date', 'due date': 'due_date', due_date: 'due_date' },
    ...{ deadline: 'due_date', fällig: 'due_date', estimate_minutes: 'estimate_minutes' },
    ...{ description: 'description', notes: 'description', beschreibung: 'description' },
  },
};

/** Fields that more than one column may be, as a list that the export spreads over columns of the same name. */
const REPEATED = new Set(['blocks', 'tags']);

/** Returns the format of a table by its columns. */
export function formatOf(columns: readonly string[]): Exclude<PmFormat, 'board-json'> {
  const names = new Set(columns.map((name) => name.trim().toLowerCase()));
  if (names.has('summary') && names.has('issue key')) return 'issues-csv';
  if (names.has('name') && (names.has('outline level') || names.has('predecessors'))) return 'plan-csv';
  return 'generic';
}

/**
 * Returns which column is which field, as far as the format says.
 * @param project the name of the project if no column names it
 */
export function defaultColumns(
  format: PmFormat,
  columns: readonly string[],
  project: string,
): ColumnMapping[] {
  const found: ColumnMapping[] = [];
  const taken = new Set<string>();
  for (const source of columns) {
    const name = source.toLowerCase().replace(/ \(\d+\)$/, '');
    const target = HEADERS[format][name];
    if (target === undefined || (taken.has(target) && !REPEATED.has(target))) continue;
    taken.add(target);
    found.push({ source, target, transform: [], map: null, default: null });
  }
  // The key of an issue begins with the key of its project.
  if (!taken.has('project') && format !== 'issues-csv')
    found.push({ source: null, target: 'project', transform: [], map: null, default: project });
  return found;
}

const STATUSES: [string, RegExp][] = [
  ['cancelled', /cancel|won'?t|abgebrochen|verworfen|rejected|declined/],
  ['blocked', /block|wait|hold|imped|wartet|pausiert/],
  ['in_review', /review|test|\bqa\b|prüf|verif|approv/],
  ['done', /done|clos|resolved|complet|finish|erledigt|fertig|abgeschlossen|released|deployed/],
  ['in_progress', /progress|doing|active|started|arbeit|develop|bearbeitung/],
  ['backlog', /backlog|idea|someday|icebox|ideen/],
  ['todo', /to ?-?do|open|new|next|ready|planned|offen|neu|geplant|selected/],
];

const PRIORITIES: [string, RegExp][] = [
  ['urgent', /urgent|blocker|highest|critical|dringend|\bp0\b/],
  ['high', /high|major|hoch|\bp1\b/],
  ['low', /low|minor|trivial|niedrig|\bp[34]\b/],
  ['normal', /medium|normal|mittel|\bp2\b/],
];

function suggestion(value: string, patterns: readonly [string, RegExp][]): string | null {
  return patterns.find(([, pattern]) => pattern.test(value.toLowerCase()))?.[0] ?? null;
}

/** Returns the status of tasks that a status of an export probably means. */
export function suggestStatus(value: string): string | null {
  return suggestion(value.replaceAll('_', ' '), STATUSES);
}

/** Returns the priority of tasks that a priority of an export probably means. */
export function suggestPriority(value: string): string | null {
  return suggestion(value, PRIORITIES);
}
