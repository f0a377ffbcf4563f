// The events of days that are over: once for each record, by the day of the workspace, and with several processes at once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sweepDueDates } from '../../src/domains/due-dates/jobs.ts';
import { DocumentWorld } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR = 3600;
let service: TestService;
let world: DocumentWorld;
let inspector: Inspector;
/** Seconds from now to the coming midnight of UTC, and the day that ends then. */
let toMidnight: number;
let today: string;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
  inspector = await Inspector.open(service.databaseUrl);
  const now = Date.now();
  today = new Date(now).toISOString().slice(0, 10);
  toMidnight = Math.ceil((86_400_000 - (now % 86_400_000)) / 1000);
  await zone('UTC');
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const zone = (name: string) =>
  inspector.query('update tenants set time_zone = $2 where id = $1', [service.acme.id, name]);
const sweep = () => sweepDueDates(service.server.services, service.server.app.log as never);
const eventsOf = async (id: string, type: string) =>
  (await service.sql(service.acme, 'select 1 from events where object_id = ? and type = ?', [id, type]))
    .length;
const create = async (path: string, body: object) => (await world.ok('POST', path, body)).body.data;

describe('a day that is over', () => {
  it('makes a task, a quote and an invoice late once, however many processes look, and changes no version', async () => {
    const task = await create('/api/tasks', { title: 'Late', due_date: today });
    const done = await create('/api/tasks', { title: 'Done', due_date: today, status: 'done' });
    const quote = await world.quote({ valid_until: today });
    const sent = (await world.ok('POST', `/api/quotes/${quote.id}/send`, { to: ['ada@buyer.example'] })).body
      .data;
    const draft = await world.quote({ valid_until: today });
    const invoice = await world.issued({ due_date: today });
    const paid = await world.issued({ due_date: today });
    await world.ok('POST', `/api/invoices/${paid.id}/payments`, { amount: paid.total, method: 'cash' });
    await sweep();
    expect(await eventsOf(task.id, 'task.overdue')).toBe(0);
    service.advance(toMidnight + 60);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    const counts = async () => [
      await eventsOf(task.id, 'task.overdue'),
      await eventsOf(sent.id, 'quote.expired'),
      await eventsOf(invoice.id, 'invoice.overdue'),
    ];
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await eventsOf(done.id, 'task.overdue')).toBe(0);
    expect(await eventsOf(draft.id, 'quote.expired')).toBe(0);
    expect(await eventsOf(paid.id, 'invoice.overdue')).toBe(0);
    const stored = await service.sql(service.acme, 'select version from tasks where id = ?', [task.id]);
    expect(stored).toEqual([{ version: task.version }]);
    const [line] = await service.sql(
      service.acme,
      `select l.entity_id from activities a join activity_links l on l.activity_id = a.id
       where a.event = 'invoice.overdue' and l.entity_id = ?`,
      [invoice.company_id],
    );
    expect(line).toBeDefined();
    service.advance(0);
  });

  it('ends by the time zone of the workspace', async () => {
    const task = await create('/api/tasks', { title: 'Zoned', due_date: today });
    // At this time it is the next day in UTC, but not yet in Los Angeles.
    service.advance(toMidnight + HOUR);
    await zone('America/Los_Angeles');
    await sweep();
    expect(await eventsOf(task.id, 'task.overdue')).toBe(0);
    service.advance(toMidnight + 9 * HOUR);
    await sweep();
    expect(await eventsOf(task.id, 'task.overdue')).toBe(1);
    service.advance(0);
    await zone('Pacific/Kiritimati');
    // Fourteen hours ahead of UTC, the day may be over already.
    const local = new Date(Date.now() + 14 * HOUR * 1000).toISOString().slice(0, 10);
    const ahead = await create('/api/tasks', { title: 'Ahead', due_date: local });
    service.advance(toMidnight + (local === today ? 0 : 10 * HOUR));
    await sweep();
    expect(await eventsOf(ahead.id, 'task.overdue')).toBe(1);
    service.advance(0);
    await zone('UTC');
  });

  it('stops a timer that has run for twelve hours, and no other', async () => {
    const task = await create('/api/tasks', { title: 'Timed' });
    const { id } = await create(`/api/tasks/${task.id}/timer`, { action: 'start' });
    const entry = async () =>
      (
        await service.sql(
          service.acme,
          'select running, minutes, auto_stopped from time_entries where id = ?',
          [id],
        )
      )[0];
    service.advance(11 * HOUR);
    await sweep();
    expect(await entry()).toEqual({ running: true, minutes: 0, auto_stopped: false });
    service.advance(12 * HOUR + 60);
    await Promise.all([sweep(), sweep()]);
    expect(await entry()).toEqual({ running: false, minutes: 720, auto_stopped: true });
    service.advance(0);
  });
});
