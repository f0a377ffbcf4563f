// Roles as other records refer to them: by id, or by the key that they are known by.
import type { Knex } from 'knex';
import type { TenantContext } from '../../context.ts';
import { Role } from './model.ts';

/** A role of the caller's workspace, if there is one of this id. */
export function findRole(ctx: TenantContext, id: string): Promise<Role | undefined> {
  return Role.of(ctx).where({ id }).first().execute();
}

/** The id of a role of a workspace. @throws where the workspace has no role of this key */
export async function roleIdOf(db: Knex, tenantId: string, key: string): Promise<string> {
  const role = await db('roles').where({ tenant_id: tenantId, key }).first('id');
  if (!role) throw new Error(`the workspace ${tenantId} has no role ${key}`);
  return role.id;
}
