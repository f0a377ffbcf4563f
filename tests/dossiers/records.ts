// Records for the sections of a dossier, and people whose role lacks some permissions.
import { expect } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import type { Identity, RoleKey, TestService } from '../support/service.ts';

const DAY = 86_400_000;

export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** Creates a record over HTTP and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read response bodies at any depth
export async function create(service: TestService, path: string, body: object): Promise<any> {
  const reply = await service.rest('POST', path, body);
  expect([path, reply.body.error]).toEqual([path, undefined]);
  return reply.body.data;
}

/** Logs a meeting with one contact, some days from now. */
export function logMeeting(service: TestService, contactId: string, days: number, more: object = {}) {
  return create(service, '/api/activities', {
    ...{ type: 'meeting', subject: `Day ${days}`, occurred_at: daysFromNow(days) },
    ...{ links: [{ entity: 'contact', id: contactId }], ...more },
  });
}

/** Gives a person of acme a role with all permissions except the missing ones, and returns the person. */
export async function withoutPermissions(
  service: TestService,
  role: RoleKey,
  missing: readonly string[],
): Promise<Identity> {
  const inspector = await Inspector.open(service.databaseUrl);
  const grants = [...service.server.services.permissions.keys()].filter((name) => !missing.includes(name));
  const { id, people } = service.acme;
  await inspector.query(
    `with new_role as (insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $2, $3, now(), now()) returning id)
     update membership_roles set role_id = (select id from new_role) where tenant_id = $1 and membership_id in
       (select id from memberships where tenant_id = $1 and user_id = $4)`,
    [id, `dossier-${role}`, grants, people[role].userId],
  );
  await inspector.close();
  service.server.services.principals.clear();
  return people[role];
}
