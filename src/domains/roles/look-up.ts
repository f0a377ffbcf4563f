// Finds the roles that other records reference, by id or by key.
import type { Knex } from 'knex';
import type { TenantContext } from '../../context.ts';
import { Role } from './model.ts';

/** Finds a role of the caller's workspace by id; undefined if there is none. */
export function findRole(ctx: TenantContext, id: string): Promise<Role | undefined> {
  return Role.of(ctx).where({ id }).first().execute();
}

/** Returns the id of a role by its key. @throws Error if the workspace has no such role */
export async function roleIdOf(db: Knex, tenantId: string, key: string): Promise<string> {
  const role = await db('roles').where({ tenant_id: tenantId, key }).first('id');
  if (!role) throw new Error(`the workspace ${tenantId} has no role ${key}`);
  return role.id;
}
