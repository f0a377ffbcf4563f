// Choosing the workspace of a session: what the audit of that workspace says of it.
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

describe('choosing a workspace', () => {
  it('stands in the audit of that workspace alone, and a refusal changes nothing', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await joinWorkspace(service, service.globex, userId);
    const signedIn = await signIn(service, email);
    const headers = { authorization: `Bearer ${signedIn.body.data.access_token}` };
    const choose = (tenant_id: string) =>
      service.rest('POST', '/api/auth/tenant', { tenant_id }, { as: null, headers });
    const before = await actions(service.acme, userId);
    expect((await choose(service.globex.id)).status).toBe(200);
    expect((await actions(service.globex, userId)).at(-1)).toBe('auth.tenant_selected');
    expect(await actions(service.acme, userId)).toEqual(before);
    const known = await actions(service.globex, userId);
    expect((await choose(crypto.randomUUID())).status).toBe(403);
    expect(await actions(service.globex, userId)).toEqual(known);
  });
});
