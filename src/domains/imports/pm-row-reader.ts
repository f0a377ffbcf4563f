// Reads what a row of a project-management export says about its project, milestone, parent and predecessors.
import { isEmpty } from './cells.ts';
import type { Cell, ColumnMapping } from './model.ts';

/** The longest key, name or value by which rows are grouped and found. */
const MAX_KEY = 200;
const MAX_DAYS = 365;

export type LinkType = 'finish_to_start' | 'start_to_start' | 'finish_to_finish' | 'start_to_finish';

/** A link as derived rows store it: to the parent of a task, or to a task that must come first. */
export type LinkParts = { task: string } & (
  | { parent: string }
  | { depends_on: string; type?: LinkType; lag_days?: string }
);

/** What a row says about its place among the others. */
export interface PmPlace {
  key: string;
  project: string;
  milestone: string;
  parent: string;
  links: LinkParts[];
  status: string;
  priority: string;
  people: string[];
  /** The level of a task in an outline; undefined without one. */
  level: number | undefined;
  isMilestone: boolean;
  isClosed: boolean;
  company: string;
}

const TRUE = /^(true|yes|y|1|ja|x)$/i;

/** Returns a text as rows are found by it. */
export function keyOf(text: string): string {
  return text.trim().toLowerCase().slice(0, MAX_KEY);
}

/** Reads rows by the columns that a mapping names. */
export class PmRowReader {
  readonly #places = new Map<string, number[]>();
  readonly #constants = new Map<string, string>();
  readonly #company: number;

  constructor(columns: readonly string[], mapped: readonly ColumnMapping[], company: string | null = null) {
    for (const { source, target, default: fallback } of mapped) {
      if (fallback !== null) this.#constants.set(target, fallback);
      const at = source === null ? -1 : columns.indexOf(source);
      if (at >= 0) this.#places.set(target, [...(this.#places.get(target) ?? []), at]);
    }
    this.#company = company === null ? -1 : columns.indexOf(company);
  }

  /** Returns whether a column is mapped to a field. */
  has(target: string): boolean {
    return this.#places.has(target);
  }

  /** Returns the text of the first filled column of a field. */
  text(cells: readonly Cell[], target: string): string {
    for (const at of this.#places.get(target) ?? []) {
      const cell = cells[at];
      if (!isEmpty(cell)) return textOf(cell!);
    }
    return this.#constants.get(target)?.trim() ?? '';
  }

  /** Returns the texts of all columns of a field; a list of texts in one cell is split. */
  texts(cells: readonly Cell[], target: string, separator: RegExp | null = /[;,]/): string[] {
    return (this.#places.get(target) ?? []).flatMap((at) => {
      const cell = cells[at] ?? null;
      const all = Array.isArray(cell) ? cell : separator ? (cell ?? '').split(separator) : [cell ?? ''];
      return all.map((one) => one.trim()).filter(Boolean);
    });
  }

  place(cells: readonly Cell[]): PmPlace {
    const text = (target: string): string => this.text(cells, target);
    const key = text('key').slice(0, MAX_KEY) || (this.has('key') ? '' : text('title').slice(0, MAX_KEY));
    const isIssue = this.has('issue_type') || /^[A-Z][A-Z0-9_]*-\d+$/i.test(key);
    const level = text('outline_level');
    return {
      ...{ key, milestone: text('milestone').slice(0, MAX_KEY), parent: text('parent').slice(0, MAX_KEY) },
      project: (text('project') || (isIssue ? key.replace(/-\d+$/, '') : '')).slice(0, MAX_KEY),
      links: key ? this.#links(cells, key) : [],
      ...{ status: text('status').slice(0, MAX_KEY), priority: text('priority').slice(0, MAX_KEY) },
      people: this.#people(cells),
      level: /^\d{1,4}$/.test(level) ? Number(level) : undefined,
      isMilestone: /^epic$/i.test(text('issue_type')) || TRUE.test(text('is_milestone')),
      isClosed: TRUE.test(text('is_closed')),
      company: this.#company < 0 ? '' : textOf(cells[this.#company] ?? '').slice(0, MAX_KEY),
    };
  }

  /** Returns the keys of people; the name of one person may contain a comma. */
  #people(cells: readonly Cell[]): string[] {
    const separator = this.has('issue_type') ? null : /[;,]/;
    return this.texts(cells, 'assignee', separator).map((one) =>
      one
        .replace(/\s*\[\d+ ?%\]$/, '')
        .trim()
        .slice(0, MAX_KEY),
    );
  }

  #links(cells: readonly Cell[], task: string): LinkParts[] {
    const before = this.texts(cells, 'depends_on').map((one) => ({
      task,
      depends_on: one.slice(0, MAX_KEY),
    }));
    const blocked = this.texts(cells, 'blocks').map((one) => ({
      task: one.slice(0, MAX_KEY),
      depends_on: task,
    }));
    return [...before, ...blocked, ...this.texts(cells, 'predecessors').map((one) => predecessor(task, one))];
  }
}

const TYPES: Record<string, LinkType> = {
  FS: 'finish_to_start',
  SS: 'start_to_start',
  FF: 'finish_to_finish',
  SF: 'start_to_finish',
};
const UNITS: Record<string, number> = { h: 1 / 8, d: 1, w: 5, m: 20 };

/** Reads a predecessor of a plan, such as `2FS+1d`. */
function predecessor(task: string, text: string): LinkParts {
  const found = /^(\d+)\s*(FS|SS|FF|SF)?\s*(?:([+-])\s*(\d{1,6}(?:\.\d{1,4})?)\s*(h|d|w|m)[a-z]*)?$/i.exec(
    text,
  );
  if (!found) return { task, depends_on: text.slice(0, MAX_KEY) };
  const [, key, type, sign, amount, unit] = found;
  const days = Math.round(Number(amount ?? 0) * UNITS[unit?.toLowerCase() ?? 'd']!);
  const lag = Math.max(-MAX_DAYS, Math.min(MAX_DAYS, sign === '-' ? -days : days));
  return {
    ...{ task, depends_on: key!, type: TYPES[type?.toUpperCase() ?? 'FS']! },
    ...(lag && { lag_days: String(lag) }),
  };
}

function textOf(cell: string | string[]): string {
  return (Array.isArray(cell) ? cell.join(', ') : cell).trim();
}
