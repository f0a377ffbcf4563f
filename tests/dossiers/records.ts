// An account with something in every section of its dossier, and people who may read some of it.
import { expect } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import type { Identity, RoleKey, TestService } from '../support/service.ts';

const DAY = 86_400_000;

export const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** Creates a record over HTTP. @returns the record */
// biome-ignore lint/suspicious/noExplicitAny: answers are read as deep as a test wants
export async function make(service: TestService, path: string, body: object): Promise<any> {
  const reply = await service.rest('POST', path, body);
  expect([path, reply.body.error]).toEqual([path, undefined]);
  return reply.body.data;
}

/** Logs an activity that names one contact. */
export function meet(service: TestService, contactId: string, days: number, more: object = {}) {
  return make(service, '/api/activities', {
    ...{ type: 'meeting', subject: `Day ${days}`, occurred_at: at(days) },
    ...{ links: [{ entity: 'contact', id: contactId }], ...more },
  });
}

/** Gives a person of acme one role, with all permissions but some. */
export async function without(
  service: TestService,
  role: RoleKey,
  missing: readonly string[],
): Promise<Identity> {
  const inspector = await Inspector.open(service.databaseUrl);
  const grants = [...service.server.services.permissions.keys()].filter((one) => !missing.includes(one));
  const { id, people } = service.acme;
  await inspector.query(
    `with made as (insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $2, $3, now(), now()) returning id)
     update membership_roles set role_id = (select id from made) where tenant_id = $1 and membership_id in
       (select id from memberships where tenant_id = $1 and user_id = $4)`,
    [id, `dossier-${role}`, grants, people[role].userId],
  );
  await inspector.close();
  service.server.services.principals.clear();
  return people[role];
}
