// Imports of project-management exports: boards, issues, plans and tables become projects, milestones, tasks and links.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply } from '../support/service.ts';
import { PmFlow } from './pm-flow.ts';

let flow: PmFlow;
let clientId: string;

beforeAll(async () => {
  flow = await PmFlow.start();
  clientId = await flow.client('Contoso');
});

afterAll(() => flow?.stop());

const codesOf = ({ errors }: Reply['body']): string[] => errors.map((one: Reply['body']) => one.code);

const BOARD = JSON.stringify({
  name: 'Website relaunch',
  lists: [
    { id: 'l1', name: 'To do' },
    { id: 'l2', name: 'Doing' },
  ],
  cards: [
    {
      ...{
        id: 'c1',
        name: 'Collect texts',
        desc: 'From **all** teams',
        idList: 'l1',
        due: '2026-12-01T22:30:00Z',
      },
      ...{ idMembers: ['m1', 'm2'], labels: [{ name: 'content' }] },
    },
    { id: 'c2', name: 'Draw pages', idList: 'l2', dueComplete: true, due: '2026-12-02' },
    { id: 'c3', name: 'Old idea', idList: 'l1', closed: true },
  ],
  members: [
    { id: 'm1', fullName: 'Olga Owner', email: 'OWNER' },
    { id: 'm2', fullName: 'Stranger' },
  ],
  checklists: [
    {
      ...{ idCard: 'c1', name: 'Teams' },
      checkItems: [
        { name: 'Sales', state: 'complete' },
        { name: 'Support', state: 'incomplete' },
      ],
    },
  ],
});

describe('the export of a board', () => {
  it('becomes a project with a task for each open card', async () => {
    const { email, userId } = flow.service.acme.people.owner;
    const uploaded = await flow.upload(BOARD.replace('OWNER', email));
    expect(uploaded).toMatchObject({
      status: 201,
      body: {
        data: {
          ...{ kind: 'pm', target: 'projects', source_format: 'board-json', status: 'uploaded' },
          found: {
            projects: [{ key: 'Website relaunch', name: 'Website relaunch', tasks: 2, milestones: 0 }],
            people: [
              { key: 'm1', name: 'Olga Owner', email, user_id: userId },
              { key: 'm2', name: 'Stranger', email: null, user_id: null },
            ],
            statuses: [
              { value: 'To do', count: 1, suggestion: 'todo' },
              { value: 'Doing', count: 1, suggestion: 'in_progress' },
            ],
            links: { total: 0, unresolved: 0, cyclic: 0 },
          },
        },
      },
    });
    const done = await flow.executed(BOARD.replace('OWNER', email), {
      company_id: clientId,
      statuses: { 'To do': 'todo', Doing: 'in_progress' },
      time_zone: 'Europe/Berlin',
    });
    expect(done).toMatchObject({
      status: 'completed',
      counts: { total: 4, excluded: 1, created: 3, warning: 0, pending: 0 },
    });
    const tasks = await flow.tasksOf('Website relaunch');
    expect([...tasks.keys()].sort()).toEqual(['Collect texts', 'Draw pages']);
    expect(tasks.get('Collect texts')).toMatchObject({
      ...{ status: 'todo', due_date: '2026-12-01', description: 'From **all** teams', tags: ['content'] },
    });
    expect(tasks.get('Draw pages')).toMatchObject({ status: 'done' });
    expect((await flow.project('Website relaunch')).company_id).toBe(clientId);
    const rows = await flow.rows(done.id);
    expect(rows.map(({ kind, status }) => [kind, status])).toEqual([
      ['task', 'created'],
      ['task', 'created'],
      ['task', 'excluded'],
      ['project', 'created'],
    ]);
    expect(rows[0]!.errors).toMatchObject([
      { code: 'UNKNOWN_REFERENCE', severity: 'warning', value: 'm2', column: 'members' },
    ]);
  });
});

const ISSUES = `Summary,Issue key,Issue Type,Status,Priority,Due date,Parent,Original estimate,Project name,Outward issue link (Blocks),Outward issue link (Blocks)
Release,WEB-1,Epic,Closed,High,2026-12-24,,,Shop,,
Basket,WEB-2,Story,Open,High,,WEB-1,,Shop,WEB-4,WEB-3
Prices,WEB-3,Task,Closed,Strange,,,7200,Shop,,
Taxes,WEB-4,Sub-task,Open,Low,,WEB-2,,Shop,WEB-2,WEB-99
`;

describe('the export of issues', () => {
  it('becomes milestones, tasks, subtasks and dependencies; what is unknown or cyclic is a warning', async () => {
    const done = await flow.executed(ISSUES, {
      company_id: clientId,
      statuses: { Open: 'todo', Closed: 'done' },
    });
    expect(done).toMatchObject({ status: 'completed', source_format: 'issues-csv' });
    const tasks = await flow.tasksOf('Shop');
    expect([...tasks.keys()].sort()).toEqual(['Basket', 'Prices', 'Taxes']);
    expect(tasks.get('Basket')).toMatchObject({ priority: 'high', status: 'todo' });
    expect(tasks.get('Prices')).toMatchObject({ priority: 'normal', status: 'done', estimate_minutes: 120 });
    const project = await flow.service.rest('GET', `/api/projects/${(await flow.project('Shop')).id}`);
    const [release] = project.body.data.milestones;
    expect(release).toMatchObject({ name: 'Release', due_date: '2026-12-24', status: 'completed' });
    expect(tasks.get('Basket').milestone_id).toBe(release.id);
    expect(tasks.get('Taxes').parent_id).toBe(tasks.get('Basket').id);
    const rows = await flow.rows(done.id);
    const links = rows.filter(({ kind }) => kind === 'link');
    expect(links.map((row) => [row.values, row.status, codesOf(row)])).toEqual([
      [{ task: 'WEB-4', depends_on: 'WEB-2' }, 'skipped', ['DEPENDENCY_CYCLE']],
      [{ task: 'WEB-3', depends_on: 'WEB-2' }, 'created', []],
      [{ task: 'WEB-2', depends_on: 'WEB-4' }, 'skipped', ['DEPENDENCY_CYCLE']],
      [{ task: 'WEB-99', depends_on: 'WEB-4' }, 'skipped', ['UNKNOWN_REFERENCE']],
      [{ task: 'WEB-4', parent: 'WEB-2' }, 'created', []],
    ]);
    expect(codesOf(rows[2]!)).toEqual(['INVALID_FORMAT']);
  });
});

const PLAN = `ID,Name,Outline Level,Start,Finish,Predecessors,% Complete,Milestone,Resource Names
1,Build,1,2026-12-01,2026-12-04,,0,No,
2,Walls,2,2026-12-01,2026-12-02,,100,No,"Ann,Bob"
3,Roof,2,2026-12-03,2026-12-04,2FS+1d,50,No,
4,Handover,1,2026-12-05,2026-12-05,3,0,Yes,
`;

describe('the export of a plan', () => {
  it('keeps its outline, predecessors with their lag, and milestones', async () => {
    const done = await flow.executed(PLAN, { company_id: clientId });
    expect(done).toMatchObject({ source_format: 'plan-csv', status: 'completed' });
    const tasks = await flow.tasksOf('export');
    const [build, walls, roof] = ['Build', 'Walls', 'Roof'].map((title) => tasks.get(title));
    expect(tasks.size).toBe(3);
    expect([walls.parent_id, roof.parent_id]).toEqual([build.id, build.id]);
    expect([walls.status, roof.status]).toEqual(['done', 'in_progress']);
    expect(roof).toMatchObject({ start_date: '2026-12-03', due_date: '2026-12-04' });
    const { body } = await flow.service.rest('GET', `/api/tasks/${roof.id}`);
    expect(JSON.stringify(body.data)).toContain(walls.id);
  });
});

const TABLE = `Project,Title,Key,Depends on,Status,Client
North,Dig,N1,,Open,Contoso
North,Dig again,N1,,Open,Contoso
North,,N3,,Open,Contoso
South,Plant,S1,N1,Open,Nobody
`;

describe('a table of tasks', () => {
  it('names what is wrong with rows, and imports the others', async () => {
    const mapping = { company_column: 'Client', statuses: { Open: 'todo' } };
    const found = await flow.validated(TABLE, mapping);
    expect(found).toMatchObject({ status: 'validated', source_format: 'generic' });
    const rows = await flow.rows(found.id);
    expect(rows.map((row) => [row.kind, row.status, codesOf(row)])).toEqual([
      ['task', 'valid', []],
      ['task', 'invalid', ['DUPLICATE_IN_FILE']],
      ['task', 'invalid', ['REQUIRED']],
      ['task', 'invalid', ['UNKNOWN_REFERENCE']],
      ['project', 'valid', []],
      ['project', 'invalid', ['UNKNOWN_REFERENCE']],
      ['link', 'warning', ['UNKNOWN_REFERENCE']],
    ]);
    expect(found.counts).toMatchObject({ total: 7, invalid: 4, pending: 3, to_create: 2, to_skip: 1 });
    expect(await flow.project('North')).toBeUndefined();
    const fixed = await flow.service.rest('PATCH', `/api/import/${found.id}/rows/6`, {
      values: { company: 'Contoso' },
    });
    expect(fixed).toMatchObject({ status: 200, body: { data: { kind: 'project', status: 'valid' } } });
    const stale = await flow.approve(found);
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'IMPORT_STALE' } } });
    await flow.service.rest('POST', `/api/pm-import/${found.id}/validate`);
    const again = await flow.left(found.id, 'validating');
    expect(again.counts).toMatchObject({ invalid: 2, pending: 5 });
  });

  it('writes the same plan whichever chunk its project is in', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => `Wide,Task ${at},W${at},${at ? `W${at - 1}` : ''}`);
    const content = ['Project,Title,Key,Depends on', ...rows, ''].join('\n');
    const done = await flow.executed(content, { company_id: clientId });
    expect(done).toMatchObject({ status: 'completed', counts: { total: 500, created: 500 } });
  });
});

describe('the rows with errors as CSV', () => {
  it('have the columns of the file, and can be corrected and uploaded again', async () => {
    const { id } = await flow.validated('Project,Title,Key\nWest,,W1\nWest,Fine,W2\n', {
      company_id: clientId,
    });
    const { token, tenantId } = flow.service.acme.people.owner;
    const reply = await fetch(`${flow.service.url}/api/import/${id}/rows`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
    });
    const text = await reply.text();
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="export-errors.csv"');
    expect(text.split('\r\n')[0]).toBe('Project,Title,Key,_row,_errors');
    expect(text).toContain('\r\nWest,,W1,1,REQUIRED Title: A task needs a title.');
    const again = await flow.upload(text.replace('West,,', 'West,Found,'));
    expect(again.body.data).toMatchObject({ columns: ['Project', 'Title', 'Key'], counts: { total: 2 } });
  });
});

describe('an agent', () => {
  it('prepares an import, and executes it once a person has approved it', async () => {
    const { agent } = flow.service.acme;
    const ask = (method: string, path: string, body?: object): Promise<Reply> =>
      flow.service.rest(method, path, body, {
        as: agent,
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    const content = Buffer.from('Project,Title\nEast,Dig\n').toString('base64');
    const uploaded = await ask('POST', '/api/pm-import', {
      file: { name: 'a.csv', content_base64: content },
    });
    expect(uploaded.status).toBe(201);
    const { id } = uploaded.body.data;
    const mapping = { company_id: clientId };
    expect((await ask('PUT', `/api/pm-import/${id}/mapping`, mapping)).status).toBe(200);
    expect((await ask('POST', `/api/pm-import/${id}/validate`)).status).toBe(202);
    const imported = await flow.left(id, 'validating');
    const early = await ask('POST', `/api/pm-import/${id}/execute`);
    expect([early.status, early.body.error.code]).toEqual([409, 'IMPORT_NOT_APPROVED']);
    expect((await flow.approve(imported)).status).toBe(200);
    expect((await ask('POST', `/api/pm-import/${id}/execute`)).status).toBe(202);
    expect(await flow.left(id, 'executing')).toMatchObject({ status: 'completed', counts: { created: 2 } });
  });
});
