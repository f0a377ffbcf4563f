// The rollback of an import of projects: untouched projects go whole, of the others only what nobody has touched.
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

const table = (project: string): string =>
  `Project,Milestone,Title,Key,Parent,Depends on
${project},Start,Above,1,,
${project},Start,Below,2,1,
${project},End,Next,3,,2
${project} two,,Other,4,,
`;

async function rolledBack(id: string): Promise<Reply['body']> {
  const reply = await flow.service.rest('POST', `/api/import/${id}/rollback`, { reason: 'wrong file' });
  expect(reply.status).toBe(202);
  return flow.left(id, 'rolling_back');
}

describe('a rollback', () => {
  it('deletes projects that nobody has touched, with everything in them', async () => {
    const done = await flow.executed(table('Clean'), { company_id: clientId });
    expect(done).toMatchObject({ status: 'completed', counts: { total: 10, created: 10 } });
    expect(await rolledBack(done.id)).toMatchObject({
      ...{ status: 'rolled_back', rollback: { reversed: 10, kept: 0 }, counts: { created: 10 } },
    });
    expect(await flow.project('Clean')).toBeUndefined();
    expect(await flow.project('Clean two')).toBeUndefined();
    const second = await flow.service.rest('POST', `/api/import/${done.id}/rollback`, {});
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE_TRANSITION' } } });
  });

  it('keeps a project with a task that somebody has touched, and deletes its other tasks', async () => {
    const done = await flow.executed(table('Kept'), { company_id: clientId });
    const tasks = await flow.tasksOf('Kept');
    const changed = await flow.service.rest('PATCH', `/api/tasks/${tasks.get('Below').id}`, {
      priority: 'high',
    });
    expect(changed.status).toBe(200);
    const after = await rolledBack(done.id);
    expect(after.status).toBe('rolled_back');
    const left = await flow.tasksOf('Kept');
    expect([...left.keys()].sort()).toEqual(['Above', 'Below']);
    expect(left.get('Below').parent_id).toBe(left.get('Above').id);
    expect(await flow.project('Kept two')).toBeUndefined();
    const rows = await flow.rows(done.id);
    expect(rows.map(({ kind, status, kept_reason }) => [kind, status, kept_reason])).toEqual([
      ['task', 'kept', 'in_use'],
      ['task', 'kept', 'changed'],
      ['task', 'reversed', null],
      ['task', 'reversed', null],
      ['project', 'kept', 'in_use'],
      ['project', 'reversed', null],
      ['milestone', 'kept', 'in_use'],
      ['milestone', 'reversed', null],
      ['link', 'kept', 'in_use'],
      ['link', 'reversed', null],
    ]);
    expect(after.rollback.reversed + after.rollback.kept).toBe(10);
  });
});
