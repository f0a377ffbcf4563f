// The relationships of the demo: follow-ups of every kind, some of them suppressed, and outcomes in every state.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { startService, type TestService, type Workspace } from '../support/service.ts';

let service: TestService;
let workspaces: Workspace[];

beforeAll(async () => {
  service = await startService();
  await loadDemo(service.server.services);
  workspaces = await service.sql(
    service.acme,
    `select id from tenants where slug not in ('acme', 'globex') and status = 'active'`,
  );
});

afterAll(() => service?.stop());

it('the demo has follow-ups with many reasons and priorities, some of them suppressed', async () => {
  for (const workspace of workspaces) {
    const scopes = ['crm.relationships:read'];
    const as = await service.token(workspace, { kind: 'service', scopes, roleKey: 'admin' });
    const items: { reason: string; priority: string; suppression: { status: string } }[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const query = `include_suppressed=true&pageSize=50&page=${page}`;
      const { body } = await service.rest('GET', `/api/contacts/follow-ups?${query}`, undefined, { as });
      items.push(...body.data);
      last = body.totalPages;
    }
    expect(items.length).toBeGreaterThan(40);
    expect(new Set(items.map(({ reason }) => reason)).size).toBeGreaterThan(2);
    expect(new Set(items.map(({ priority }) => priority)).size).toBe(4);
    expect(items.map(({ suppression }) => suppression.status)).toEqual(
      expect.arrayContaining(['snoozed', 'scheduled_touch', 'none']),
    );
  }
});

it('the demo has relationship outcomes in every state', async () => {
  for (const workspace of workspaces) {
    const states = await service.sql(
      workspace,
      'select distinct confirmation_state as state from relationship_outcomes',
    );
    expect(states.map(({ state }) => state).sort()).toEqual([
      'agent_suggested',
      'corrected',
      'human_confirmed',
    ]);
  }
});
