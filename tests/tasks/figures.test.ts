// What is worked out in SQL where tasks are read, compared with the rules of scheduling: durations and conflicts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isBroken } from '../../src/domains/tasks/schedule-rules.ts';
import { dayNumber, dayText, WEEKDAYS, WorkingDays } from '../../src/domains/working-days.ts';
import { startService, type TestService } from '../support/service.ts';

const MONDAY = dayNumber('2026-03-02');
const TYPES = ['finish_to_start', 'start_to_start', 'finish_to_finish', 'start_to_finish'] as const;
let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const calendars = fc.record({
  weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  holidays: fc.uniqueArray(
    fc.nat({ max: 60 }).map((day) => dayText(MONDAY + day)),
    { maxLength: 8 },
  ),
});
const spans = fc.option(
  fc.record({ start: fc.nat({ max: 30 }), length: fc.nat({ max: 12 }) }).map(({ start, length }) => ({
    start: MONDAY + start,
    due: MONDAY + start + length,
  })),
  { freq: 8 },
);

describe('the working days between two days', () => {
  it('are counted by the database as by the rules, in both directions', async () => {
    const cases = fc.sample(
      fc.tuple(calendars, fc.integer({ min: -700, max: 700 }), fc.integer({ min: -60, max: 60 })),
      400,
    );
    const rows = await service.sql<{ n: number }>(
      service.acme,
      `select working_days_after(c.a, c.b, c.calendar) as n
       from jsonb_to_recordset(?::jsonb) as c(place int, a date, b date, calendar jsonb) order by c.place`,
      [
        JSON.stringify(
          cases.map(([calendar, from, days], place) => ({
            ...{ place, calendar },
            ...{ a: dayText(MONDAY + from), b: dayText(MONDAY + from + days) },
          })),
        ),
      ],
    );
    expect(rows.map(({ n }) => n)).toEqual(
      cases.map(([calendar, from, days]) =>
        new WorkingDays(calendar).distance(MONDAY + from, MONDAY + from + days),
      ),
    );
  });
});

describe('the duration and the conflict of a task', () => {
  it('are those of the rules, for any calendar, dates and link', async () => {
    const { id: companyId } = (
      await service.rest('POST', '/api/clients', { client_name: 'Client', domain: 'client-of-figures.com' })
    ).body.data;
    const cases = fc.sample(
      fc.tuple(calendars, spans, spans, fc.constantFrom(...TYPES), fc.integer({ min: -6, max: 6 })),
      24,
    );
    for (const [workingCalendar, first, second, type, lagDays] of cases) {
      const { id: projectId } = (
        await service.rest('POST', '/api/projects', {
          ...{ name: 'Figures', company_id: companyId, auto_schedule: false },
          working_calendar: workingCalendar,
        })
      ).body.data;
      const create = async (span: typeof first, extra: object = {}) =>
        (
          await service.rest('POST', '/api/tasks', {
            ...{ title: 'Task', project_id: projectId },
            ...(span && { start_date: dayText(span.start), due_date: dayText(span.due) }),
            ...extra,
          })
        ).body.data;
      const predecessor = await create(first);
      const dependencies = [{ predecessor_id: predecessor.id, type, lag_days: lagDays }];
      const { id } = await create(second, { dependencies });
      const days = new WorkingDays(workingCalendar);
      const none = { start: null, due: null };
      const link = { predecessorId: predecessor.id, successorId: id, type, lagDays };
      const expected = {
        duration_days: second && days.duration(second.start, second.due),
        schedule_conflict: isBroken(link, first ?? none, second ?? none, days),
      };
      const { body } = await service.rest('GET', `/api/tasks?filter[project_id]=${projectId}`);
      const listed = body.data.find((task: { id: string }) => task.id === id);
      const read = (await service.rest('GET', `/api/tasks/${id}`)).body.data;
      expect({ workingCalendar, first, second, type, lagDays, listed, read }).toMatchObject({
        listed: expected,
        read: expected,
      });
    }
  });
});
