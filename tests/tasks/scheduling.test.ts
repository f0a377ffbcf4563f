// The pure rules of scheduling, compared with naive computations: working days, ranks, cycles, pushes, critical path.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planOf } from '../../src/domains/tasks/critical-path-rules.ts';
import { findCycle, type TaskLink, type TaskNode } from '../../src/domains/tasks/graph-rules.ts';
import { rankBetween } from '../../src/domains/tasks/rank-rules.ts';
import { isBroken, push, type ScheduledTask } from '../../src/domains/tasks/schedule-rules.ts';
import { dayNumber, dayText, WEEKDAYS, WorkingDays } from '../../src/domains/working-days.ts';

const MONDAY = dayNumber('2026-03-02');
const week = new WorkingDays({ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], holidays: ['2026-03-11'] });
const TYPES = ['finish_to_start', 'start_to_start', 'finish_to_finish', 'start_to_finish'] as const;

/** A forest of up to ten tasks, each below an earlier one or none, with links between any two. */
const forests = fc
  .record({
    parents: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 10 }),
    links: fc.array(
      fc.record({
        from: fc.nat({ max: 9 }),
        to: fc.nat({ max: 9 }),
        type: fc.constantFrom(...TYPES),
        lag: fc.integer({ min: -3, max: 3 }),
      }),
      { maxLength: 10 },
    ),
    spans: fc.array(
      fc.record({ start: fc.nat({ max: 20 }), length: fc.nat({ max: 6 }), manual: fc.boolean() }),
      { minLength: 10, maxLength: 10 },
    ),
  })
  .map(({ parents, links, spans }) => {
    const tasks = parents.map((parent, at) => ({
      id: `t${at}`,
      parentId: parent < at ? `t${parent}` : null,
      projectId: 'p',
      start: MONDAY + spans[at]!.start,
      due: MONDAY + spans[at]!.start + spans[at]!.length,
      isAuto: !spans[at]!.manual,
      isOpen: true,
    }));
    const edges = links
      .filter(({ from, to }) => from < tasks.length && to < tasks.length)
      .map(
        ({ from, to, type, lag }): TaskLink => ({
          predecessorId: `t${from}`,
          successorId: `t${to}`,
          type,
          lagDays: lag,
        }),
      );
    return { tasks, links: edges };
  });

/** The links between tasks without subtasks that links stand for. */
function leafLinks(tasks: readonly TaskNode[], links: readonly TaskLink[]): [string, string][] {
  const children = Map.groupBy(tasks, ({ parentId }) => parentId);
  const leaves = (id: string): string[] => children.get(id)?.flatMap((child) => leaves(child.id)) ?? [id];
  return links.flatMap(({ predecessorId, successorId }) =>
    leaves(predecessorId).flatMap((from) => leaves(successorId).map((to): [string, string] => [from, to])),
  );
}

/** Whether following links leads from a task back to it; by transitive closure. */
function hasCycle(pairs: readonly [string, string][]): boolean {
  const reach = new Map<string, Set<string>>();
  for (const [from, to] of pairs) reach.set(from, (reach.get(from) ?? new Set()).add(to));
  for (let grew = true; grew; ) {
    grew = false;
    for (const to of reach.values())
      for (const next of [...to])
        for (const further of reach.get(next) ?? []) if (!to.has(further)) grew = !!to.add(further);
  }
  return [...reach].some(([from, to]) => to.has(from));
}

describe('working days', () => {
  it('are counted, added and taken away like single steps through the calendar', () => {
    const calendars = fc.record({
      weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
      holidays: fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(
        calendars,
        fc.nat({ max: 40 }),
        fc.integer({ min: -15, max: 15 }),
        ({ weekdays, holidays }, from, count) => {
          const free = new Set(holidays.map((day) => dayText(MONDAY + day)));
          const days = new WorkingDays({ weekdays, holidays: [...free] });
          const works = (day: number) => {
            const name = new Date(dayText(day)).toLocaleDateString('en', {
              weekday: 'short',
              timeZone: 'UTC',
            });
            return weekdays.includes(name.toLowerCase() as never) && !free.has(dayText(day));
          };
          const start = days.onOrAfter(MONDAY + from);
          expect(works(start)).toBe(true);
          for (let day = MONDAY + from; day < start; day += 1) expect(works(day)).toBe(false);
          const reached = days.add(start, count);
          expect(works(reached)).toBe(true);
          expect(days.distance(start, reached)).toBe(count);
        },
      ),
    );
  });
});

describe('a rank', () => {
  it('lies between its neighbours after any sequence of insertions', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 120 }), (places) => {
        const ranks: string[] = [];
        for (const place of places) {
          const at = place % (ranks.length + 1);
          ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null));
        }
        expect(ranks).toEqual([...new Set(ranks)].sort());
      }),
    );
  });

  it('stays short where cards are always put behind the last one', () => {
    let rank: string | null = null;
    for (let count = 0; count < 5000; count += 1) rank = rankBetween(rank, null);
    expect(rank).toHaveLength(8);
  });
});

describe('a cycle', () => {
  it('is found exactly if the tasks without subtasks wait for each other, with a path along links', () => {
    fc.assert(
      fc.property(forests, ({ tasks, links }) => {
        const path = findCycle(tasks, links);
        expect(path !== undefined).toBe(hasCycle(leafLinks(tasks, links)));
        if (!path) return;
        expect(path[0]).toBe(path.at(-1));
        const ends = new Set(links.flatMap(({ predecessorId, successorId }) => [predecessorId, successorId]));
        expect(path.every((id) => ends.has(id))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a push', () => {
  const schedule = () => ({ days: week, pushes: true });
  /** Moves single tasks until nothing changes. */
  function naive(tasks: ScheduledTask[], links: readonly TaskLink[], changed: string): Map<string, string> {
    const at = new Map(tasks.map((task) => [task.id, { ...task }]));
    const parents = new Set(tasks.map(({ parentId }) => parentId));
    const dirty = new Set([changed]);
    const rollUp = () => {
      for (const task of [...tasks].reverse()) {
        const parts = [...at.values()].filter(({ parentId }) => parentId === task.id);
        if (!parts.length) continue;
        if (parts.some(({ id }) => dirty.has(id))) dirty.add(task.id);
        if (!task.isAuto) continue;
        const own = at.get(task.id)!;
        own.start = Math.min(...parts.map(({ start }) => start!));
        own.due = Math.max(...parts.map(({ due }) => due!));
      }
    };
    rollUp();
    for (let again = true; again; ) {
      again = false;
      for (const { id, isAuto } of tasks) {
        if (!isAuto || parents.has(id) || id === changed) continue;
        const own = links.filter(({ successorId }) => successorId === id);
        if (!own.some(({ predecessorId }) => dirty.has(predecessorId))) continue;
        const task = at.get(id)!;
        const breaks = () => own.some((link) => isBroken(link, at.get(link.predecessorId)!, task, week));
        if (!breaks()) continue;
        const length = week.duration(task.start!, task.due!);
        for (
          let day = week.onOrAfter(task.start!);
          breaks() || !week.isWorking(task.start!);
          day = week.onOrAfter(day + 1)
        ) {
          task.start = day;
          task.due = week.add(day, length - 1);
        }
        dirty.add(id);
        again = true;
        rollUp();
      }
    }
    return new Map([...at].map(([id, { start, due }]) => [id, `${start}-${due}`]));
  }

  it('moves tasks as far as single steps until no link is broken', () => {
    fc.assert(
      fc.property(forests, fc.nat({ max: 9 }), ({ tasks, links }, at) => {
        if (
          findCycle(tasks, links) ||
          tasks.some(({ id }) => id === `t${at}` && tasks.some(({ parentId }) => parentId === id))
        )
          return;
        const changed = `t${Math.min(at, tasks.length - 1)}`;
        if (tasks.some(({ parentId }) => parentId === changed)) return;
        const { moved } = push(tasks, links, schedule, { changed: [changed] });
        const expected = naive(tasks, links, changed);
        const parents = new Set(tasks.map(({ parentId }) => parentId));
        for (const { id, start, due } of tasks) {
          if (parents.has(id)) continue;
          const to = moved.get(id) ?? { start, due };
          expect(`${id} ${to.start}-${to.due}`).toBe(`${id} ${expected.get(id)}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('never pulls a task earlier and keeps its working days', () => {
    fc.assert(
      fc.property(forests, ({ tasks, links }) => {
        if (findCycle(tasks, links)) return;
        const { moved } = push(tasks, links, schedule, { changed: tasks.map(({ id }) => id).slice(0, 1) });
        for (const [id, to] of moved) {
          const before = tasks.find((task) => task.id === id)!;
          expect(to.start).toBeGreaterThanOrEqual(before.start);
          expect(week.duration(to.start, to.due)).toBe(week.duration(before.start, before.due));
        }
      }),
    );
  });
});

describe('the critical path', () => {
  it('consists of the tasks that move the end of the plan when they take a day longer', () => {
    const chains = fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 4 }),
        after: fc.array(fc.nat({ max: 7 }), { maxLength: 2 }),
      }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(chains, (specs) => {
        const days = new WorkingDays({ weekdays: [...WEEKDAYS], holidays: [] });
        const links = specs.flatMap(({ after }, at) =>
          [...new Set(after.filter((before) => before < at))].map(
            (before): TaskLink => ({
              predecessorId: `t${before}`,
              successorId: `t${at}`,
              type: 'finish_to_start',
              lagDays: 0,
            }),
          ),
        );
        const tasksWith = (longer?: number) =>
          specs.map(({ length }, at): ScheduledTask => {
            const extra = at === longer ? 1 : 0;
            return {
              id: `t${at}`,
              parentId: null,
              projectId: null,
              start: MONDAY,
              due: MONDAY + length - 1 + extra,
              isAuto: true,
              isOpen: true,
            };
          });
        const plan = planOf(tasksWith(), links, days);
        const critical = specs.flatMap((_, at) =>
          planOf(tasksWith(at), links, days).finish! > plan.finish! ? [`t${at}`] : [],
        );
        expect([...plan.criticalPath].sort()).toEqual(critical.sort());
        for (const { slackDays, earlyStart, lateStart } of plan.tasks.values())
          expect(lateStart - earlyStart).toBe(slackDays);
      }),
      { numRuns: 300 },
    );
  });
});
