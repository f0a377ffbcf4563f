// The hand-off of deals over HTTP: a won deal becomes a project for a client, once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const ok = async (method: string, path: string, body?: unknown): Promise<Data> => {
  const reply = await service.rest(method, path, body);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};

describe('a won deal', () => {
  it('becomes a project with its contacts, and its company a client; a second call changes nothing', async () => {
    const company = await ok('POST', '/api/companies', { name: 'Buyer' });
    const contact = await ok('POST', '/api/contacts', {
      first_name: 'Ada',
      last_name: 'L',
      company_id: company.id,
    });
    const stranger = await ok('POST', '/api/contacts', { first_name: 'Eve', last_name: 'S' });
    const deal = await ok('POST', '/api/deals', {
      name: 'Rollout',
      company_id: company.id,
      value: '100',
      contacts: [
        { contact_id: contact.id, role: 'champion' },
        { contact_id: stranger.id, role: 'user' },
      ],
    });
    const path = `/api/deals/${deal.id}/handoff`;
    expect((await service.rest('POST', path, {})).body.error.code).toBe('INVALID_STATE_TRANSITION');
    await ok('PATCH', `/api/deals/${deal.id}/stage`, { stage: 'closed_won' });
    expect((await service.rest('POST', path, {})).body.error.code).toBe('CONTRACT_STRUCTURE_INCOMPLETE');
    const handed = await ok('POST', path, { allow_incomplete: true });
    const project = await ok('GET', `/api/projects/${handed.project_id}`);
    expect(project).toMatchObject({
      name: 'Rollout',
      company_id: company.id,
      deal_ids: [deal.id],
      contacts: [{ contact_id: contact.id, role: 'sponsor', is_primary: true }],
    });
    expect((await ok('GET', `/api/companies/${company.id}`)).client_id).toMatch(/^C-/);
    expect(await ok('POST', path, {})).toMatchObject({ project_id: project.id, version: handed.version });
  });
});
