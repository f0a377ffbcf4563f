// Project templates over HTTP: structures, states, templates of projects, instantiation and its dry run, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let clientId: string;
const NO_ID = '019a7b40-5a10-7c3e-9d52-1f0c6a7e2b11';

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  clientId = (await ok('POST', '/api/clients', { client_name: 'Client', domain: 'client.com' })).id;
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const ok = async (method: string, path: string, body?: unknown, ask: Ask = {}) => {
  const reply = await service.rest(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};
async function expectRefused(method: string, path: string, body: object, expected: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, path, body, ask);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}
const create = (body: object = {}, ask: Ask = {}) =>
  ok('POST', '/api/project-templates', { name: 'Rollout', structure: STRUCTURE, ...body }, ask);
const fault = (path: string, rule: string) => ({
  code: 'VALIDATION_ERROR',
  fields: expect.arrayContaining([expect.objectContaining({ path, rule })]),
});

const STRUCTURE = {
  milestones: [{ key: 'live', name: 'Go-live in {{site}}', offset_days: 9 }],
  roles: ['lead', 'fitter'],
  variables: [{ name: 'site' }, { name: 'note', required: false }],
  tasks: [
    { key: 'survey', title: 'Survey {{site}}', duration_days: 2, role: 'lead', estimate_minutes: 120 },
    {
      key: 'fit',
      title: 'Fit {{note}} the shelves',
      offset_days: 1,
      duration_days: 3,
      role: 'fitter',
      milestone_key: 'live',
      priority: 'high',
      checklist: [{ title: 'Bring {{site}} key', required: true }],
      depends_on: [{ key: 'survey', lag_days: 1 }],
    },
    {
      key: 'test',
      title: 'Test',
      offset_days: 2,
      parent_key: 'fit',
      estimate_minutes: 60,
      depends_on: [{ key: 'survey' }],
    },
    { key: 'party', title: 'Party', offset_days: 3, depends_on: [{ key: 'fit', lag_days: 2 }] },
  ],
};

describe('a project template', () => {
  it('has the defaults, its counts and its whole structure, and is listed, found and deleted', async () => {
    const template = await create();
    expect(template).toMatchObject({
      version: 1,
      name: 'Rollout',
      description: null,
      status: 'draft',
      calendar: { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], holidays: [] },
      task_count: 4,
      milestone_count: 1,
      duration_days: 10,
    });
    expect(template.structure.tasks[1]).toEqual({
      key: 'fit',
      parent_key: null,
      title: 'Fit {{note}} the shelves',
      description: null,
      offset_days: 1,
      duration_days: 3,
      estimate_minutes: null,
      role: 'fitter',
      milestone_key: 'live',
      priority: 'high',
      checklist: [{ title: 'Bring {{site}} key', required: true }],
      depends_on: [{ key: 'survey', type: 'finish_to_start', lag_days: 1 }],
    });
    expect(template.structure.variables).toEqual([
      { name: 'site', required: true, default: null },
      { name: 'note', required: false, default: null },
    ]);
    const url = `/api/project-templates/${template.id}`;
    expect(await ok('GET', url)).toEqual(template);
    const [listed] = await ok('GET', '/api/project-templates?search=roll&filter[status]=draft&sort=-name');
    expect(listed.id).toBe(template.id);
    expect(listed.structure).toBeUndefined();
    expect(await ok('DELETE', url)).toMatchObject({ id: template.id });
    expect((await service.rest('GET', url)).status).toBe(404);
    expect((await ok('GET', '/api/project-templates?include_deleted=true')).length).toBe(1);
    const events = await service.sql(
      service.acme,
      'select type from events where object_id = ? order by id',
      [template.id],
    );
    expect(events).toEqual([{ type: 'project_template.created' }, { type: 'project_template.deleted' }]);
  });

  it('is refused with every fault of its keys and references, its cycles and its depth, and writes nothing', async () => {
    const refused = (structure: object, expected: object) =>
      expectRefused('POST', '/api/project-templates', { name: 'Bad', structure }, expected);
    const task = (key: string, more: object = {}) => ({ key, title: key, ...more });
    const wrong = {
      milestones: [
        { key: 'm', name: 'M' },
        { key: 'm', name: 'M' },
      ],
      roles: [],
      tasks: [
        task('a', { role: 'nobody', milestone_key: 'x' }),
        task('a', { parent_key: 'y', depends_on: [{ key: 'z' }] }),
      ],
    };
    for (const [path, rule] of [
      ['structure.milestones[1].key', 'unique'],
      ['structure.tasks[1].key', 'unique'],
      ['structure.tasks[0].role', 'exists'],
      ['structure.tasks[0].milestone_key', 'exists'],
      ['structure.tasks[1].parent_key', 'exists'],
      ['structure.tasks[1].depends_on[0].key', 'exists'],
    ] as const)
      await refused(wrong, fault(path, rule));
    await refused(
      { tasks: [task('a', { depends_on: [{ key: 'b' }] }), task('b', { depends_on: [{ key: 'a' }] })] },
      { code: 'DEPENDENCY_CYCLE', details: { path: ['a', 'b', 'a'] } },
    );
    await refused(
      { tasks: [task('a', { parent_key: 'b' }), task('b', { parent_key: 'a' })] },
      { code: 'HIERARCHY_CYCLE', details: { path: ['a', 'b', 'a'] } },
    );
    const deep = ['a', 'b', 'c', 'd', 'e', 'f'].map((key, at, keys) =>
      task(key, at ? { parent_key: keys[at - 1] } : {}),
    );
    await refused({ tasks: deep }, fault('structure.tasks[5].parent_key', 'depth'));
    const body = { name: 'Bad', structure: { tasks: [] }, from_project_id: NO_ID };
    await expectRefused('POST', '/api/project-templates', body, fault('from_project_id', 'exclusive'));
    await expectRefused(
      'POST',
      '/api/project-templates',
      { name: 'Bad' },
      fault('from_project_id', 'exclusive'),
    );
    await expectRefused(
      'POST',
      '/api/project-templates',
      { name: 'Bad', from_project_id: NO_ID },
      fault('from_project_id', 'exists'),
    );
  });

  it('goes from draft to published, from there to archived and back, and no other way', async () => {
    const { id } = await create();
    const url = `/api/project-templates/${id}`;
    const patch = (status: string) => ok('PATCH', url, { status });
    await expectRefused(
      'PATCH',
      url,
      { status: 'archived' },
      {
        code: 'INVALID_STATE_TRANSITION',
        details: { from: 'draft', to: 'archived', allowed: ['published'] },
      },
    );
    expect((await patch('published')).version).toBe(2);
    expect((await patch('published')).version).toBe(2);
    expect((await patch('archived')).status).toBe('archived');
    expect((await patch('published')).status).toBe('published');
    expect((await ok('PATCH', url, { structure: STRUCTURE })).version).toBe(4);
    const stale = { headers: { 'if-match': '"1"' } };
    await expectRefused('PATCH', url, { name: 'Other' }, { code: 'PRECONDITION_FAILED' }, stale);
  });

  it('is written by nobody without the permission, and seen by no other workspace', async () => {
    const { id } = await create();
    const url = `/api/project-templates/${id}`;
    const viewer = { as: service.acme.people.viewer };
    await expectRefused('PATCH', url, { name: 'Mine' }, { code: 'PERMISSION_DENIED' }, viewer);
    const stranger = { as: service.globex.people.owner };
    await expectRefused('PATCH', url, { name: 'Mine' }, { code: 'NOT_FOUND' }, stranger);
    await expectRefused(
      'POST',
      `${url}/instantiate`,
      { company_id: clientId, name: 'P', date: '2027-01-04' },
      { code: 'NOT_FOUND' },
      stranger,
    );
  });
});

describe('an instantiation', () => {
  const instantiate = (id: string, body: object = {}) =>
    ok('POST', `/api/project-templates/${id}/instantiate`, {
      company_id: clientId,
      name: 'Rollout {{site}}',
      date: '2027-01-02',
      variables: { site: 'Berlin' },
      ...body,
    });
  const published = () => create({ status: 'published', description: 'For {{site}}' });

  it('makes a planned project with dated tasks, links and milestones, as its dry run says without writing', async () => {
    const template = await published();
    const lead = service.acme.people.member.userId;
    const body = { role_assignments: { lead } };
    const before = await inspector.fingerprint();
    const url = `/api/project-templates/${template.id}/instantiate?dry_run=true`;
    const dry = await service.rest('POST', url, {
      company_id: clientId,
      name: 'Rollout {{site}}',
      date: '2027-01-02',
      variables: { site: 'Berlin' },
      ...body,
    });
    expect(dry.status).toBe(200);
    expect(await inspector.fingerprint()).toEqual(before);
    const made = await instantiate(template.id, body);
    const { project } = made;
    expect(project).toMatchObject({
      name: 'Rollout Berlin',
      description: 'For Berlin',
      status: 'planned',
      start_date: '2027-01-04',
      due_date: '2027-01-15',
      template_id: template.id,
      template_version: 1,
      milestones: [{ name: 'Go-live in Berlin', due_date: '2027-01-15' }],
    });
    expect(
      made.tasks.map(({ key, title, start_date, due_date }: Record<string, string>) => [
        key,
        title,
        start_date,
        due_date,
      ]),
    ).toEqual([
      ['survey', 'Survey Berlin', '2027-01-04', '2027-01-05'],
      ['fit', 'Fit the shelves', '2027-01-06', '2027-01-06'],
      ['test', 'Test', '2027-01-06', '2027-01-06'],
      ['party', 'Party', '2027-01-11', '2027-01-11'],
    ]);
    expect(made.warnings).toEqual([expect.objectContaining({ code: 'ASSIGNEE_NOT_MEMBER', ids: [lead] })]);
    const plain = (answer: Record<string, unknown>) =>
      JSON.parse(
        JSON.stringify({ ...answer, dry_run: null, project_id: null, project: null }),
        (name, value) => (name === 'id' ? null : value),
      );
    expect(plain(dry.body.data)).toEqual(plain(made));
    const tasks = await ok('GET', `/api/tasks?filter[project_id]=${project.id}&sort=position`);
    expect(
      tasks.map(({ id, start_date, due_date }: Record<string, string>) => ({ id, start_date, due_date })),
    ).toEqual(
      made.tasks.map(({ id, start_date, due_date }: Record<string, string>) => ({
        id,
        start_date,
        due_date,
      })),
    );
    expect(tasks[0]).toMatchObject({ status: 'todo', assignee_ids: [lead], estimate_minutes: 120 });
    expect(tasks[1]).toMatchObject({
      estimate_minutes: 60,
      priority: 'high',
      checklist: [{ title: 'Bring Berlin key', required: true, done: false }],
      schedule_conflict: true,
    });
    const events = await service.sql(service.acme, `select type, data from events where object_id = ?`, [
      project.id,
    ]);
    expect(events.map(({ type }) => type)).toEqual(['project.created']);
    expect(JSON.stringify(events[0]!.data)).toContain('"task_count":4');
    const others = await service.sql(
      service.acme,
      `select type from events where object_type in ('task', 'milestone') and object_id = any(?)`,
      [made.tasks.map(({ id }: { id: string }) => id)],
    );
    expect(others).toEqual([]);
    await ok('PATCH', `/api/project-templates/${template.id}`, { structure: { tasks: [] } });
    expect((await ok('GET', `/api/projects/${project.id}`)).template_version).toBe(1);
    expect((await ok('GET', `/api/tasks?filter[project_id]=${project.id}`)).length).toBe(4);
  });

  it('bridges the tasks that it leaves out, and ends on or before its date', async () => {
    const { id } = await published();
    const made = await instantiate(id, { skip_task_keys: ['fit'], anchor: 'end', date: '2027-01-31' });
    expect(made.due_date).toBe('2027-01-29');
    expect(made.tasks.find(({ key }: { key: string }) => key === 'test').parent_key).toBeNull();
    expect(
      made.dependencies.map(({ task_key, predecessor_key, lag_days }: Record<string, unknown>) => [
        predecessor_key,
        task_key,
        lag_days,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['survey', 'test', 0],
        ['survey', 'party', 3],
      ]),
    );
  });

  it('is refused before it writes: unpublished, without values, for strangers and with unknown keys', async () => {
    const { id } = await published();
    const draft = await create();
    const url = `/api/project-templates/${id}/instantiate`;
    const body = { company_id: clientId, name: 'P', date: '2027-01-04', variables: { site: 'Berlin' } };
    const refuse = (more: object, expected: object) =>
      expectRefused('POST', url, { ...body, ...more }, expected);
    await expectRefused(
      'POST',
      `/api/project-templates/${draft.id}/instantiate`,
      { ...body, dry_run: true },
      {
        code: 'TEMPLATE_NOT_PUBLISHED',
      },
    );
    await refuse(
      { variables: {}, name: '{{who}} at {{site}}' },
      { code: 'TEMPLATE_VARIABLE_MISSING', details: { variables: ['site', 'who'] } },
    );
    await refuse({ variables: { site: 'x', town: 'y' } }, fault('variables.town', 'exists'));
    await refuse({ variables: { site: ['x'] } }, fault('variables.site', 'type'));
    await refuse({ variables: { site: 'x'.repeat(495) } }, fault('variables', 'max_length'));
    await refuse({ skip_task_keys: ['fit', 'none'] }, fault('skip_task_keys[1]', 'exists'));
    await refuse({ role_assignments: { cook: NO_ID } }, fault('role_assignments.cook', 'exists'));
    await refuse({ role_assignments: { lead: NO_ID } }, fault('role_assignments.lead', 'exists'));
    await refuse({ role_assignments: { lead: 5 } }, fault('role_assignments.lead', 'type'));
    await refuse({ date: '9999-12-30' }, fault('date', 'range'));
    await refuse({ anchor: 'end', date: '0001-01-02' }, fault('date', 'range'));
    await refuse({ company_id: NO_ID }, fault('company_id', 'exists'));
    const plainCompany = (await ok('POST', '/api/companies', { name: 'No client' })).id;
    await refuse({ company_id: plainCompany }, { code: 'COMPANY_NOT_A_CLIENT' });
    const viewer = { as: service.acme.people.viewer };
    await expectRefused('POST', url, body, { code: 'PERMISSION_DENIED' }, viewer);
  });

  it('of 500 tasks with links is a few statements', async () => {
    const tasks = Array.from({ length: 500 }, (_, at) => ({
      key: `t${at}`,
      title: `Task ${at}`,
      depends_on: at ? [{ key: `t${at - 1}` }] : [],
    }));
    const { id } = await create({ status: 'published', structure: { tasks } });
    const made = await instantiate(id, { name: 'Long', variables: {} });
    expect(made.tasks.length).toBe(500);
    expect(made.dependencies.length).toBe(499);
    expect(made.tasks[499].start_date).toBe('2028-12-01');
  });
});

describe('a template of a project', () => {
  it('keeps its tasks, links, milestones and calendar, and makes the same dates at the same start', async () => {
    const owner = service.acme.people.owner.userId;
    const project = await ok('POST', '/api/projects', {
      name: 'Model',
      company_id: clientId,
      start_date: '2027-03-01',
      working_calendar: { weekdays: ['mon', 'wed', 'fri'], holidays: ['2027-03-05'] },
    });
    const milestone = await ok('POST', `/api/projects/${project.id}/milestones`, {
      name: 'End',
      due_date: '2027-03-15',
    });
    const task = (title: string, more: object) =>
      ok('POST', '/api/tasks', { title, project_id: project.id, ...more });
    const first = await task('First', {
      start_date: '2027-03-01',
      due_date: '2027-03-03',
      assignee_ids: [owner],
    });
    const second = await task('Second', {
      start_date: '2027-03-08',
      due_date: '2027-03-12',
      milestone_id: milestone.id,
      estimate_minutes: 30,
      dependencies: [{ predecessor_id: first.id }],
    });
    await task('Part', { parent_id: second.id, start_date: '2027-03-10', due_date: '2027-03-12' });
    await task('Gone', { status: 'cancelled' });
    const template = await ok('POST', '/api/project-templates', {
      name: 'Of a project',
      status: 'published',
      from_project_id: project.id,
    });
    expect(template).toMatchObject({ task_count: 3, milestone_count: 1, calendar: project.working_calendar });
    expect(template.structure.tasks.map(({ role }: { role: string | null }) => role)).toEqual([
      null,
      null,
      null,
    ]);
    const made = await ok('POST', `/api/project-templates/${template.id}/instantiate`, {
      company_id: clientId,
      name: 'Copy',
      date: '2027-03-01',
    });
    expect(
      made.tasks.map(({ title, start_date, due_date, assignee_ids }: Record<string, unknown>) => [
        title,
        start_date,
        due_date,
        assignee_ids,
      ]),
    ).toEqual([
      ['First', '2027-03-01', '2027-03-03', []],
      ['Second', '2027-03-10', '2027-03-12', []],
      ['Part', '2027-03-10', '2027-03-12', []],
    ]);
    expect(made.milestones[0].due_date).toBe('2027-03-15');
    expect(made.dependencies.length).toBe(1);
    const reader = { as: service.globex.people.owner };
    await expectRefused(
      'POST',
      '/api/project-templates',
      { name: 'Theirs', from_project_id: project.id },
      fault('from_project_id', 'exists'),
      reader,
    );
  });
});
