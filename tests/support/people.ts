// People who have a password, for tests of identity; the people of the test service have none.
import { addMember, createUser } from '../../src/domains/tenants/service.ts';
import type { Identity, Reply, TestService, Workspace } from './service.ts';
import { PASSWORD } from './service.ts';
import { until } from './until.ts';

export interface Person {
  userId: string;
  email: string;
  /** The id of the membership in the workspace. */
  memberId: string;
}

let count = 0;

/** Creates a member who can sign in with PASSWORD. */
export function newMember(service: TestService, workspace: Workspace, roleKey = 'member'): Promise<Person> {
  const { database, clock } = service.server.services;
  const { id: tenantId } = workspace;
  const email = `person-${++count}@people.example`;
  const now = clock.now();
  return database.write({ tenantId }, async ({ db }) => {
    const userId = await createUser(db, { email, name: `Person ${count}`, password: PASSWORD, now });
    const memberId = await addMember(db, { tenantId, userId, roleKey, now });
    return { userId, email, memberId };
  });
}

/** Makes a person a member of another workspace. @returns the id of the membership */
export function joinWorkspace(
  service: TestService,
  workspace: Workspace,
  userId: string,
  roleKey = 'member',
): Promise<string> {
  const { database, clock } = service.server.services;
  const { id: tenantId } = workspace;
  return database.write({ tenantId }, ({ db }) =>
    addMember(db, { tenantId, userId, roleKey, now: clock.now() }),
  );
}

export function signIn(
  service: TestService,
  email: string,
  { password = PASSWORD, code }: { password?: string; code?: string } = {},
): Promise<Reply> {
  return service.rest('POST', '/api/auth/sign-in', { email, password, ...(code && { code }) }, { as: null });
}

/** Signs a person in and selects the workspace. */
export async function signInTo(service: TestService, workspace: Workspace, email: string): Promise<Identity> {
  const reply = await signIn(service, email);
  if (reply.status !== 200) throw new Error(reply.text);
  const token: string = reply.body.data.access_token;
  const selected = await service.rest(
    'POST',
    '/api/auth/tenant',
    { tenant_id: workspace.id },
    { as: { token, tenantId: workspace.id } },
  );
  return { token: selected.body.data.access_token, tenantId: workspace.id };
}

export interface AuditEntry {
  action: string;
  outcome: string;
  error_code: string | null;
  actor: { type: string; id: string | null; label: string };
}

/** Returns the audit entries about a user or a membership, oldest first. */
export function auditEntriesOf(
  service: TestService,
  workspace: Workspace,
  targetId: string,
): Promise<AuditEntry[]> {
  return service.sql<AuditEntry>(
    workspace,
    'select action, outcome, error_code, actor from audit_entries where tenant_id = ? and target_id = ? order by seq',
    [workspace.id, targetId],
  );
}

/** Waits for an audit entry that is written after the request. */
export async function waitForAuditEntry(
  service: TestService,
  workspace: Workspace,
  targetId: string,
  action: string,
): Promise<AuditEntry> {
  return until(async () =>
    (await auditEntriesOf(service, workspace, targetId)).find((entry) => entry.action === action),
  );
}
