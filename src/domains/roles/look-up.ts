// A role by the key that it is known by.
import type { Knex } from 'knex';

/** The id of a role of a workspace. @throws where the workspace has no role of this key */
export async function roleIdOf(db: Knex, tenantId: string, key: string): Promise<string> {
  const role = await db('roles').where({ tenant_id: tenantId, key }).first('id');
  if (!role) throw new Error(`the workspace ${tenantId} has no role ${key}`);
  return role.id;
}
