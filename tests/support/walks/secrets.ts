// Inputs for which the schema has no examples: valid passwords and tokens.
import { hashNewPassword } from '../../../src/domains/auth/service.ts';
import { createUser } from '../../../src/domains/tenants/service.ts';
import type { Input, PreparedCall } from '../calls.ts';
import { PASSWORD } from '../service.ts';
import type { Walk } from './walk.ts';

type Maker = (walk: Walk, input: Input) => Promise<Input>;

const MAKERS: Record<string, Maker> = {
  SignIn: signInInput,
  async RefreshSession(walk) {
    const { operations } = walk.service.server.services.catalogue;
    const signIn = operations.find(({ name }) => name === 'SignIn')!;
    const reply = await walk.call({ operation: signIn, input: await signInInput(walk) });
    return { refresh_token: reply.body.data.refresh_token };
  },
  // A call would need a provider that can be reached.
  SetSsoConnection: async (_walk, input) => ({ ...input, enabled: false }),
  async ResetPassword(walk, input) {
    const { email } = await signInInput(walk);
    const [user] = await ask<{ id: string }>(walk, 'select id from users where email = ?', [email]);
    const hash = walk.service.server.services.keys.hashToken('a reset token');
    await ask(
      walk,
      `insert into password_resets (hash, user_id, created_at, expires_at) values (?, ?, now(), now() + interval '1 hour')`,
      [hash, user!.id],
    );
    return { ...input, token: 'a reset token' };
  },
  async AcceptInvitation(walk) {
    const { service, maker } = walk;
    const { email, password } = await signInInput(walk);
    const roleIds = [await maker.role('viewer')];
    const invited = await service.rest('POST', '/api/settings/invitations', { email, role_ids: roleIds });
    const hash = service.server.services.keys.hashToken('an invitation token');
    await ask(walk, 'update invitations set token_hash = ? where id = ?', [hash, invited.body.data.id]);
    return { token: 'an invitation token', password };
  },
  ReAuthenticate: withPassword,
  ManageMfa: withPassword,
};

/** Returns the call with valid credentials if its operation requires some. */
export async function withCredentials(walk: Walk, { operation, input }: PreparedCall): Promise<PreparedCall> {
  const make = MAKERS[operation.name];
  return { operation, input: make ? await make(walk, input) : input };
}

async function withPassword(walk: Walk, input: Input): Promise<Input> {
  const { userId, email } = walk.service.acme.people.owner;
  const hash = await hashNewPassword(PASSWORD, email);
  await ask(walk, 'update users set password_hash = ? where id = ?', [hash, userId]);
  return { ...input, password: PASSWORD };
}

async function signInInput({ service }: Walk): Promise<Input> {
  const email = `${crypto.randomUUID()}@acme.example`;
  const { database, clock } = service.server.services;
  await database.write({}, ({ db }) =>
    createUser(db, { email, name: 'Signs In', password: PASSWORD, now: clock.now() }),
  );
  return { email, password: PASSWORD };
}

/** Runs SQL on acme and returns the rows. */
async function ask<T>({ service }: Walk, statement: string, bindings: unknown[]): Promise<T[]> {
  const { rows } = await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db.raw(statement, bindings as never),
  );
  return rows;
}
