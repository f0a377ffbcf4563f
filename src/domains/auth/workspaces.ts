// Loads users and the workspaces that they belong to.
import type { Knex } from 'knex';
import {
  type Account,
  type Membership,
  toAccount,
  toWorkspace,
  type UserRow,
  WORKSPACE_COLUMNS,
  type Workspace,
} from './model.ts';

export type { Account, Workspace };

/** Returns the account of an existing user. */
export async function accountOf(db: Knex, id: string): Promise<Account> {
  return toAccount((await db<UserRow>('users').where({ id }).first()) as UserRow);
}

/** Returns an existing workspace. */
export async function workspaceOf(db: Knex, tenantId: string): Promise<Workspace> {
  return toWorkspace(await db('tenants as t').where('t.id', tenantId).first(WORKSPACE_COLUMNS));
}

/**
 * Returns the memberships of a user. Must run with the visibility of that user: nobody else sees memberships across
 * workspaces.
 */
export async function membershipsOf(db: Knex, userId: string): Promise<Membership[]> {
  const rows = await db('memberships as m')
    .join('tenants as t', 't.id', 'm.tenant_id')
    .where({ 'm.user_id': userId, 'm.status': 'active' })
    .whereNot('t.status', 'deleted')
    .orderBy(['t.name', 't.id'])
    .select(...WORKSPACE_COLUMNS, 'm.joined_at');
  return rows.map((row) => ({ tenant: toWorkspace(row), joinedAt: row.joined_at }));
}
