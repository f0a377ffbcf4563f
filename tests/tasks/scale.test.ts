// Plans of a thousand linked tasks: how many statements a change of them takes, and what bulk changes of a chain do.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const SIZE = 1000;
let service: TestService;
let inspector: Inspector;
let clientId: string;
let serial = 0;
/** Statements of all transactions since the last reset. */
let statements = 0;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  clientId = (await ok('POST', '/api/clients', { client_name: 'Client', domain: 'client-of-scale.com' })).id;
  const { database } = service.server.services;
  const write = database.write.bind(database);
  database.write = ((visibility: never, work: (tx: { statements: number }) => Promise<unknown>) =>
    write(visibility, async (tx) => {
      try {
        return await work(tx);
      } finally {
        statements += tx.statements;
      }
    })) as never;
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await service.rest(method, path, body);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
}

/** Creates a project whose tasks wait for each other in a chain, one a day. @returns their ids in order */
async function chain(size: number): Promise<{ projectId: string; ids: string[] }> {
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const { id: projectId } = await ok('POST', '/api/projects', {
    ...{ name: `Project ${++serial}`, company_id: clientId, working_calendar: { weekdays } },
  });
  const first = { title: 'First', project_id: projectId, start_date: '2026-03-02', due_date: '2026-03-02' };
  const head = await ok('POST', '/api/tasks', first);
  await inspector.query(
    `insert into tasks (tenant_id, id, title, project_id, company_id, position, start_date, due_date, created_at, updated_at, created_by, updated_by)
     select t.tenant_id, gen_random_uuid(), 'Task ' || n, t.project_id, t.company_id, 'j' || lpad(n::text, 7, '0'),
       t.start_date + n, t.due_date + n, now(), now(), t.created_by, t.created_by from tasks t, generate_series(1, $2::int) n where t.id = $1`,
    [head.id, size - 1],
  );
  await inspector.query(
    `insert into task_dependencies (tenant_id, id, predecessor_id, successor_id, crosses, created_at, updated_at)
     select s.tenant_id, gen_random_uuid(), p.id, s.id, false, now(), now() from tasks s
     join tasks p on p.project_id = s.project_id and p.start_date = s.start_date - 1 where s.project_id = $1`,
    [projectId],
  );
  await inspector.query('analyze tasks, task_dependencies');
  return { projectId, ids: (await datesOf(projectId)).map(({ id }) => id) };
}

/** Returns the tasks of a project by start, as days behind the first of March. */
const datesOf = (projectId: string) =>
  inspector.query<{ id: string; day: number; version: number }>(
    `select id, start_date - date '2026-03-01' as day, version from tasks where project_id = $1 order by start_date, id`,
    [projectId],
  );

describe('a plan of a thousand tasks in a chain', () => {
  let projectId: string;
  let ids: string[];
  beforeAll(async () => ({ projectId, ids } = await chain(SIZE)));
  beforeEach(() => {
    statements = 0;
  });

  it('moves as a whole by as many statements as a plan of two tasks', async () => {
    const small = await chain(2);
    statements = 0;
    await ok('PATCH', `/api/tasks/${small.ids[0]}`, { start_date: '2026-03-05', due_date: '2026-03-05' });
    const expected = statements;
    statements = 0;
    const moved = await ok('PATCH', `/api/tasks/${ids[0]}`, {
      start_date: '2026-03-05',
      due_date: '2026-03-05',
    });
    expect(moved.rescheduled).toHaveLength(SIZE - 1);
    expect(statements).toBe(expected);
    expect(statements).toBeLessThan(25);
    expect((await datesOf(projectId)).map(({ day }) => day)).toEqual(
      Array.from({ length: SIZE }, (_, at) => at + 4),
    );
  });

  it('gives one card another place by a handful of statements, and no other card another rank', async () => {
    const before = await inspector.query<{ id: string; position: string }>(
      'select id, position from tasks where project_id = $1 order by id',
      [projectId],
    );
    await ok('POST', `/api/tasks/${ids[700]}/move`, { before_id: ids[3] });
    expect(statements).toBeLessThan(20);
    const after = await inspector.query<{ id: string; position: string }>(
      'select id, position from tasks where project_id = $1 order by id',
      [projectId],
    );
    expect(after.filter(({ position }, at) => position !== before[at]!.position).map(({ id }) => id)).toEqual(
      [ids[700]],
    );
  });

  it('keeps a card where it is asked to stay, which writes nothing', async () => {
    const { version } = await ok('GET', `/api/tasks/${ids[700]}`);
    for (const place of [{ before_id: ids[3] }, { after_id: ids[2] }])
      expect(await ok('POST', `/api/tasks/${ids[700]}/move`, place)).toMatchObject({ version });
    const todo = (await ok('GET', `/api/projects/${projectId}/board`)).columns[1];
    const last = await ok('POST', `/api/tasks/${ids[5]}/move`, { column_id: todo.id });
    expect(await ok('POST', `/api/tasks/${ids[5]}/move`, { column_id: todo.id })).toMatchObject({
      version: last.version,
      position: last.position,
    });
  });

  it('shifts each of five hundred tasks once, and pushes the others behind them', async () => {
    const before = new Map((await datesOf(projectId)).map(({ id, day }) => [id, day]));
    const chosen = ids.slice(0, 500);
    const result = await ok('POST', '/api/tasks/bulk', { ids: chosen, changes: { due_shift_days: 3 } });
    expect(result.counts).toEqual({ succeeded: 500, failed: 0 });
    const after = await datesOf(projectId);
    expect(after.map(({ id, day }) => day - before.get(id)!)).toEqual(Array.from({ length: SIZE }, () => 3));
  });

  it('is completed in bulk with its progress worked out', async () => {
    const result = await ok('POST', '/api/tasks/bulk', {
      ids: ids.slice(0, 250),
      changes: { status: 'done' },
    });
    expect(result.counts).toEqual({ succeeded: 250, failed: 0 });
    expect(await ok('GET', `/api/projects/${projectId}`)).toMatchObject({ progress_percent: 25 });
    await ok('POST', '/api/tasks/bulk', { ids: ids.slice(0, 125), changes: { status: 'todo' } });
    expect(await ok('GET', `/api/projects/${projectId}`)).toMatchObject({ progress_percent: 13 });
  });

  it('loses the tasks that are deleted in bulk from its progress', async () => {
    await ok('POST', '/api/tasks/bulk', { ids: ids.slice(500), changes: { delete: true } });
    expect(await ok('GET', `/api/projects/${projectId}`)).toMatchObject({ progress_percent: 25 });
  });
});
