// Collects what the rows of a project-management export contain: projects, milestones, people, values and links.

import { ServiceError } from '../../errors.ts';
import type { Cell, FoundValue, PmFound, PmKind } from './model.ts';
import { suggestPriority, suggestStatus } from './pm-formats.ts';
import { keyOf, type LinkParts, type PmPlace, type PmRowReader } from './pm-row-reader.ts';
import { MAX_ROWS } from './table.ts';

/** What becomes of a row of the file. */
export interface PlacedRow {
  rowNumber: number;
  kind: PmKind;
  keys: string[];
  isClosed: boolean;
}

/** A row that stands for something that several rows of the file name. */
export interface DerivedRow {
  line: number;
  kind: PmKind;
  parts: Record<string, string>;
  keys: string[];
}

interface Counted {
  name: string;
  line: number;
  company: string;
  tasks: number;
  milestones: number;
}

/** Returns the key by which a milestone of a project is found. */
export function milestoneKey(project: string, name: string): string {
  return `milestone:${keyOf(project)}\u001f${keyOf(name)}`;
}

/** Reads rows in their order. */
export class PmOutline {
  readonly #reader: PmRowReader;
  readonly #projects = new Map<string, Counted>();
  readonly #milestones = new Map<string, { line: number; project: string; name: string }>();
  readonly #epics = new Set<string>();
  readonly #people = new Map<string, string>();
  readonly #statuses = new Map<string, number>();
  readonly #priorities = new Map<string, number>();
  readonly #links: { line: number; parts: LinkParts }[] = [];
  /** The tasks above the current row in an outline. */
  #above: { level: number; key: string }[] = [];

  constructor(reader: PmRowReader) {
    this.#reader = reader;
  }

  add(rowNumber: number, line: number, cells: readonly Cell[]): PlacedRow {
    const place = this.#reader.place(cells);
    const kind = place.isMilestone ? 'milestone' : 'task';
    const keys = [...(place.key ? [`key:${keyOf(place.key)}`] : []), `in:${keyOf(place.project)}`];
    if (!place.isClosed) this.#count(place, line);
    return { rowNumber, kind, keys, isClosed: place.isClosed };
  }

  #count(place: PmPlace, line: number): void {
    const { project, company, milestone, key, people, status, priority } = place;
    const counted = this.#projects.get(keyOf(project)) ?? {
      ...{ name: project, line, company: '', tasks: 0, milestones: 0 },
    };
    this.#projects.set(keyOf(project), counted);
    counted.company ||= company;
    if (place.isMilestone) {
      counted.milestones += 1;
      if (key) this.#epics.add(keyOf(key));
    } else counted.tasks += 1;
    const named = milestoneKey(project, milestone);
    if (milestone && !this.#milestones.has(named)) {
      counted.milestones += 1;
      this.#milestones.set(named, { line, project, name: milestone });
    }
    for (const one of people) if (!this.#people.has(keyOf(one))) this.#people.set(keyOf(one), one);
    if (status) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (priority) this.#priorities.set(priority, (this.#priorities.get(priority) ?? 0) + 1);
    if (!place.isMilestone) this.#link(place, line);
    if (this.#links.length + this.#milestones.size + this.#projects.size > MAX_ROWS)
      throw new ServiceError(
        'TOO_MANY_ROWS',
        'The file has more than 50,000 projects, milestones and links.',
        {
          details: { limit: MAX_ROWS },
        },
      );
  }

  #link({ key, parent, links, level }: PmPlace, line: number): void {
    for (const parts of links) this.#links.push({ line, parts });
    if (!key) return;
    if (parent) this.#links.push({ line, parts: { task: key, parent } });
    if (level === undefined) return;
    this.#above = this.#above.filter((one) => one.level < level);
    const above = this.#above.at(-1);
    if (above && !parent) this.#links.push({ line, parts: { task: key, parent: above.key } });
    this.#above.push({ level, key });
  }

  /** Returns the rows of projects, milestones and links; an epic is the milestone of its issues and not their parent. */
  derived(): DerivedRow[] {
    const links = this.#links.filter(
      ({ parts }) => !('parent' in parts) || !this.#epics.has(keyOf(parts.parent)),
    );
    return [
      ...[...this.#projects].map(([key, { line, name, company }]): DerivedRow => {
        const parts = { project: name, ...(company && { company }) };
        return { line, kind: 'project', parts, keys: [`project:${key}`] };
      }),
      ...[...this.#milestones].map(([key, { line, project, name }]): DerivedRow => {
        return { line, kind: 'milestone', parts: { project, milestone: name }, keys: [key] };
      }),
      ...links.map(({ line, parts }): DerivedRow => ({ line, kind: 'link', parts, keys: [] })),
    ];
  }

  /** Returns the keys of people as the file writes them. */
  people(): string[] {
    return [...this.#people.values()];
  }

  values(): Pick<PmFound, 'projects' | 'statuses' | 'priorities'> {
    return {
      projects: [...this.#projects.values()].map(({ name, tasks, milestones }) => ({
        ...{ key: name, name, tasks, milestones },
      })),
      statuses: counted(this.#statuses, suggestStatus),
      priorities: counted(this.#priorities, suggestPriority),
    };
  }
}

function counted(
  values: ReadonlyMap<string, number>,
  suggest: (value: string) => string | null,
): FoundValue[] {
  return [...values].map(([value, count]) => ({ value, count, suggestion: suggest(value) }));
}
