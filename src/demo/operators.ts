// The operators of the demo: two administrators with a password and a one-time code secret that are public.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { Keys } from '../access/keys.ts';
import { PLATFORM_WORKSPACE } from '../access/operators.ts';

/** Both are needed for what takes two operators. They belong to no workspace. */
export const OPERATORS = [
  { email: 'operator@platform.example', name: 'Robin Castellan' },
  { email: 'second.operator@platform.example', name: 'Noor Aldenhoven' },
] as const;

/** The secret of the one-time codes of both, for an authenticator or `npm run demo`. */
export const OPERATOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const SYSTEM = JSON.stringify({ type: 'system', id: null, label: 'system' });

/** Makes the accounts of the demo's operators what they are, once. Runs with the visibility of the workspace of the platform. */
export async function appointOperators(db: Knex, keys: Keys, now: Date): Promise<void> {
  const emails = OPERATORS.map(({ email }) => email);
  for (const { id } of await db('users').whereIn('email', emails).orderBy('id').select('id')) {
    await db('users')
      .where({ id, mfa_enabled: false })
      .update({ mfa_enabled: true, mfa_secret: keys.seal(OPERATOR_SECRET, `mfa:${id}`) });
    await db.raw(
      `insert into operators (tenant_id, id, user_id, role, state, created_at, updated_at, created_by, updated_by)
       select :tenant, :id, :user, 'administrator', 'active', :now, :now, :actor, :actor
       where not exists (select from operators where tenant_id = :tenant and user_id = :user and deleted_at is null)`,
      { tenant: PLATFORM_WORKSPACE, id: uuid(), user: id, now, actor: SYSTEM },
    );
  }
}
