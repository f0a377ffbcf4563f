// Selecting the workspace of a session, and its audit entry in that workspace.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditEntriesOf, joinWorkspace, newMember, signIn } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const actions = async (workspace: TestService['acme'], userId: string) =>
  (await auditEntriesOf(service, workspace, userId)).map(({ action }) => action);

describe('selecting a workspace', () => {
  it('is audited in that workspace only, and a refused selection changes nothing', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await joinWorkspace(service, service.globex, userId);
    const signedIn = await signIn(service, email);
    const headers = { authorization: `Bearer ${signedIn.body.data.access_token}` };
    const select = (tenant_id: string) =>
      service.rest('POST', '/api/auth/tenant', { tenant_id }, { as: null, headers });
    const before = await actions(service.acme, userId);
    expect((await select(service.globex.id)).status).toBe(200);
    expect((await actions(service.globex, userId)).at(-1)).toBe('auth.tenant_selected');
    expect(await actions(service.acme, userId)).toEqual(before);
    const afterSelection = await actions(service.globex, userId);
    expect((await select(crypto.randomUUID())).status).toBe(403);
    expect(await actions(service.globex, userId)).toEqual(afterSelection);
  });
});
