// People, whichever workspaces they belong to: their rows, and the making of new ones.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { Context } from '../../context.ts';
import type { UserRow } from './model.ts';
import { hashNewPassword } from './passwords.ts';
import { normalizeEmail } from './rules.ts';

export interface NewUser {
  email: string;
  name: string;
  /** Without one the person cannot sign in by password. */
  password?: string;
  locale?: string;
  timeZone?: string;
  isOperator?: boolean;
  now: Date;
}

/**
 * Creates a person; people stand outside of workspaces.
 * @throws ServiceError VALIDATION_ERROR for a password that breaks a rule (platform.md §4)
 */
export async function createUser(
  db: Knex,
  { email: given, name, password, locale, timeZone, isOperator, now }: NewUser,
): Promise<string> {
  const id = uuid();
  const email = normalizeEmail(given);
  await db('users').insert({
    id,
    email,
    name,
    password_hash: password === undefined ? null : await hashNewPassword(password, email),
    is_operator: isOperator ?? false,
    ...(locale && { locale }),
    ...(timeZone && { time_zone: timeZone }),
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** A person by id or address, before the transaction of the request begins: hashing follows, and no connection waits for it. */
export function findUser(
  { services }: Pick<Context, 'services'>,
  who: { id: string } | { email: string },
): Promise<UserRow | undefined> {
  return services.database.read({}, ({ db }) => db<UserRow>('users').where(who).first());
}
