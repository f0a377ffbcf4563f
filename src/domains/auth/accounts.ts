// Finds and creates users, who exist outside of workspaces.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { Context } from '../../context.ts';
import type { UserRow } from './model.ts';
import { hashNewPassword } from './passwords.ts';
import { normalizeEmail } from './rules.ts';

export interface NewUser {
  email: string;
  name: string;
  /** Without one the user cannot sign in by password. */
  password?: string;
  locale?: string;
  timeZone?: string;
  now: Date;
}

/**
 * Creates a user, who belongs to no workspace yet.
 * @throws VALIDATION_ERROR for a password that breaks a rule (platform.md §4)
 */
export async function createUser(
  db: Knex,
  { email: rawEmail, name, password, locale, timeZone, now }: NewUser,
): Promise<string> {
  const id = uuid();
  const email = normalizeEmail(rawEmail);
  await db('users').insert({
    id,
    email,
    name,
    password_hash: password === undefined ? null : await hashNewPassword(password, email),
    ...(locale && { locale }),
    ...(timeZone && { time_zone: timeZone }),
    created_at: now,
    updated_at: now,
  });
  return id;
}

/**
 * Finds a user by id or address, outside of the request's transaction: hashing follows, which must not hold its
 * connection.
 */
export function findUser(
  { services }: Pick<Context, 'services'>,
  key: { id: string } | { email: string },
): Promise<UserRow | undefined> {
  return services.database.read({}, ({ db }) => db<UserRow>('users').where(key).first());
}
