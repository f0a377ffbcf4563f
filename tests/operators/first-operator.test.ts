// npm run operator: appoints the first administrator, and nobody else.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { endProcesses, launch, newFolder } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await endProcesses();
  await inspector?.close();
  await service?.stop();
});

/** Runs the command and returns its exit code and what it writes. */
async function appoint(...args: string[]): Promise<{ code: number | null; text: string }> {
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: newFolder() };
  const command = launch('src/cli/operator.ts', settings, ...args);
  return { code: await command.exited, text: command.stderr() };
}

describe('npm run operator', () => {
  it('refuses while there is an administrator, who can grant operators', async () => {
    const { code, text } = await appoint(service.acme.people.owner.email);
    expect(code).toBe(1);
    expect(text).toContain('POST /api/admin/operators');
  });

  it('appoints an account once when there is none, and refuses an unknown account', async () => {
    await inspector.query('update operators set deleted_at = now()');
    const unknown = await appoint('nobody@example.com');
    expect(unknown).toEqual({ code: 1, text: expect.stringContaining('there is no active account') });
    expect((await appoint()).text).toContain('name the account');
    const { owner } = service.acme.people;
    expect(await appoint(owner.email.toUpperCase())).toEqual({
      code: 0,
      text: expect.stringContaining('is an operator now'),
    });
    const rows = await inspector.query('select operator_role from users where id = $1', [owner.userId]);
    expect(rows).toEqual([{ operator_role: 'administrator' }]);
    expect((await appoint(service.acme.people.admin.email)).code).toBe(1);
  });

  it('does not replace the second factor: without one the session stays refused', async () => {
    const reply = await service.rest('GET', '/api/admin/operators', undefined, {
      as: service.acme.people.owner,
      headers: {},
    });
    expect(reply.body.error.code).toBe('MFA_REQUIRED');
  });
});
