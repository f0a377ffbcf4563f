// The pure rules of templates, compared with naive computations: dates from both anchors, and tasks that are left out.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { datesOf } from '../../src/domains/project-templates/date-rules.ts';
import { withoutTasks } from '../../src/domains/project-templates/skip-rules.ts';
import {
  linksOf,
  readStructure,
  type TemplateTask,
} from '../../src/domains/project-templates/structure-rules.ts';
import { VariableTexts } from '../../src/domains/project-templates/variable-rules.ts';
import { isBroken } from '../../src/domains/tasks/schedule-rules.ts';
import { dayNumber, dayText, WEEKDAYS, WorkingDays } from '../../src/domains/working-days.ts';

const TYPES = ['finish_to_start', 'start_to_start', 'finish_to_finish', 'start_to_finish'] as const;
const calendars = fc.record({
  weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  holidays: fc.array(
    fc.nat({ max: 60 }).map((day) => dayText(dayNumber('2026-12-01') + day)),
    { maxLength: 8 },
  ),
});
const dates = fc.nat({ max: 90 }).map((day) => dayText(dayNumber('2026-11-20') + day));

/** Tasks that wait for earlier ones only, some of them below an earlier one. */
const structures = fc
  .array(
    fc.record({
      parent: fc.nat({ max: 6 }),
      offsetDays: fc.nat({ max: 15 }),
      durationDays: fc.integer({ min: 1, max: 5 }),
      waits: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 }),
      type: fc.constantFrom(...TYPES),
      lagDays: fc.integer({ min: -2, max: 3 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((rows) =>
    rows.map(({ waits, type, lagDays, offsetDays, durationDays }, at) => ({
      key: `t${at}`,
      title: 'Task',
      offsetDays,
      durationDays,
      dependsOn: waits.filter((other) => other < at).map((other) => ({ key: `t${other}`, type, lagDays })),
    })),
  );

describe('the dates of a project from a template', () => {
  it('are working days by the offsets, where no link pushes, from either anchor', () => {
    fc.assert(
      fc.property(
        structures,
        calendars,
        dates,
        fc.constantFrom('start', 'end'),
        (rows, calendar, date, anchor) => {
          const tasks = readStructure({ tasks: rows.map((row) => ({ ...row, dependsOn: [] })) }).tasks;
          const days = new WorkingDays(calendar);
          const found = datesOf({ calendar, milestones: [], tasks, links: [] }, anchor as 'start', date);
          const first = dayNumber(found.startDate);
          for (const task of tasks) {
            const { startDate, dueDate } = found.tasks.get(task.key)!;
            const start = days.add(first, task.offsetDays);
            expect([startDate, dueDate]).toEqual([
              dayText(start),
              dayText(days.add(start, task.durationDays - 1)),
            ]);
          }
          const naive = dayNumber(date);
          if (anchor === 'start') expect(first).toBe(days.onOrAfter(naive));
          else expect(dayNumber(found.dueDate)).toBe(days.onOrBefore(naive));
        },
      ),
    );
  });

  it('meet every link, keep every duration, and are never before those by the offsets', () => {
    fc.assert(
      fc.property(structures, calendars, dates, (rows, calendar, date) => {
        const { tasks } = readStructure({ tasks: rows });
        const days = new WorkingDays(calendar);
        const links = linksOf(tasks);
        const free = datesOf({ calendar, milestones: [], tasks, links: [] }, 'start', date);
        const found = datesOf({ calendar, milestones: [], tasks, links }, 'start', date);
        const datesAt = (key: string) => {
          const { startDate, dueDate } = found.tasks.get(key)!;
          return { start: dayNumber(startDate), due: dayNumber(dueDate) };
        };
        for (const link of links)
          expect(isBroken(link, datesAt(link.predecessorId), datesAt(link.successorId), days)).toBe(false);
        for (const { key, durationDays } of tasks) {
          const { start, due } = datesAt(key);
          expect(days.count(start, due)).toBe(durationDays);
          expect(start).toBeGreaterThanOrEqual(dayNumber(free.tasks.get(key)!.startDate));
        }
      }),
    );
  });

  it('of a task with subtasks span the subtasks, and a milestone lies on its working day', () => {
    const { tasks, milestones } = readStructure({
      milestones: [{ key: 'm', name: 'Done', offsetDays: 6 }],
      tasks: [
        { key: 'parent', title: 'Parent', offsetDays: 90, durationDays: 90 },
        { key: 'a', parentKey: 'parent', title: 'A', offsetDays: 1, durationDays: 2 },
        { key: 'b', parentKey: 'parent', title: 'B', offsetDays: 2, durationDays: 3 },
      ],
    });
    const calendar = { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] as never, holidays: ['2026-12-02'] };
    const found = datesOf({ calendar, milestones, tasks, links: [] }, 'start', '2026-11-28');
    expect(found.startDate).toBe('2026-11-30');
    expect(found.tasks.get('parent')).toEqual({ startDate: '2026-12-01', dueDate: '2026-12-07' });
    expect(found.milestones.get('m')).toBe('2026-12-09');
    expect(found.dueDate).toBe('2026-12-09');
  });
});

describe('tasks that are left out', () => {
  const task = (key: string, waits: [string, (typeof TYPES)[number], number][] = [], parentKey?: string) => ({
    key,
    title: key,
    parentKey: parentKey ?? null,
    dependsOn: waits.map(([other, type, lagDays]) => ({ key: other, type, lagDays })),
  });
  const leaveOut = (tasks: ReturnType<typeof task>[], keys: string[]) =>
    withoutTasks(readStructure({ tasks }).tasks, new Set(keys));

  it('are bridged with the sum of the lags and the type of the later link, over several of them too', () => {
    const chain = [
      task('a'),
      task('b', [['a', 'finish_to_start', 2]]),
      task('c', [['b', 'start_to_start', 3]]),
      task('d', [['c', 'finish_to_finish', -1]]),
    ];
    expect(leaveOut(chain, ['c', 'b']).links).toEqual([
      { predecessorId: 'a', successorId: 'd', type: 'finish_to_finish', lagDays: 4 },
    ]);
  });

  it('give their subtasks to the next task above that stays', () => {
    const { tasks } = leaveOut(
      [task('a'), task('b', [], 'a'), task('c', [], 'b'), task('d', [], 'c')],
      ['b', 'c'],
    );
    expect(tasks.map(({ key, parentKey }) => [key, parentKey])).toEqual([
      ['a', null],
      ['d', 'a'],
    ]);
  });

  it('leave each other task reachable from the same tasks, in any order of leaving out', () => {
    const reach = (links: { predecessorId: string; successorId: string }[], from: string): string[] => {
      const found = new Set<string>();
      const visit = (at: string) => {
        for (const { predecessorId, successorId } of links)
          if (predecessorId === at && !found.has(successorId)) {
            found.add(successorId);
            visit(successorId);
          }
      };
      visit(from);
      return [...found];
    };
    fc.assert(
      fc.property(structures, fc.array(fc.nat({ max: 9 }), { maxLength: 6 }), (rows, left) => {
        const all: TemplateTask[] = readStructure({ tasks: rows }).tasks;
        const keys = [...new Set(left.map((at) => `t${at}`))].filter((key) =>
          all.some((one) => one.key === key),
        );
        const { tasks, links } = withoutTasks(all, new Set(keys));
        const reversed = withoutTasks(all, new Set([...keys].reverse()));
        const text = (list: object[]) => list.map((link) => JSON.stringify(link)).sort();
        expect(text(reversed.links)).toEqual(text(links));
        for (const { key } of tasks)
          expect(reach(links, key).sort()).toEqual(
            reach(linksOf(all), key)
              .filter((other) => !keys.includes(other))
              .sort(),
          );
      }),
    );
  });
});

describe('the variables of a template', () => {
  it('are replaced once, and a value is never read as a variable', () => {
    const texts = new VariableTexts(
      [
        { name: 'site', required: true, default: null },
        { name: 'suffix', required: false, default: null },
      ],
      { site: '{{suffix}} Berlin' },
    );
    expect(texts.fill('Go to {{ site }}{{suffix}}!', 100)).toBe('Go to {{suffix}} Berlin!');
    expect(() => texts.assertResolved()).not.toThrow();
  });
});
