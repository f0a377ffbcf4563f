// What operators of the platform change in accounts (platform.md §10): name and address, suspension, sessions, one-time codes.
// The platform and every workspace of the person have it in their audits.
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { type Change, emit } from '../../events/emit.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import { queueMail } from '../../mail/queue.ts';
import {
  accountReactivatedMail,
  accountSuspendedMail,
  emailCorrectedMail,
  mfaRemovedMail,
  sessionsEndedByOperatorMail,
} from './mails.ts';
import type { UserRow } from './model.ts';
import { normalizeEmail } from './rules.ts';
import { endSessions } from './sessions.ts';

export interface AccountCorrection {
  name?: string | null;
  email?: string | null;
  emailVerified?: boolean | null;
}

/**
 * Corrects the name or the address of an account, or marks the address as verified. Links that were sent to the former
 * address die.
 * @throws NOT_FOUND; VALIDATION_ERROR; CONFLICT email_taken, is_operator
 */
export async function correctAccount(
  ctx: TenantContext,
  id: string,
  { name, email: rawEmail, emailVerified }: AccountCorrection,
): Promise<void> {
  const user = await lockAccount(ctx, id);
  if (name === null || name?.trim() === '')
    throw invalid('name', 'required', 'name can be changed but not emptied.');
  if (rawEmail === null) throw invalid('email', 'required', 'email can be changed but not emptied.');
  const email = rawEmail === undefined ? user.email : readEmail(rawEmail);
  const isMoved = email !== user.email;
  // Otherwise one operator could take over the account of another, and be the second one of a grant.
  if (isMoved) assertNoOperator(user);
  const keptAt = isMoved ? null : user.email_verified_at;
  const after = {
    name: name?.trim() ?? user.name,
    email,
    email_verified_at: emailVerified ? (keptAt ?? ctx.now) : emailVerified === false ? null : keptAt,
  };
  const before = { name: user.name, email: user.email, email_verified_at: user.email_verified_at };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (isMoved) {
    const [taken] = await ctx.tx.rows('select id from users where email = $1', [email]);
    if (taken) fail('CONFLICT', 'Another account has this address.', { details: { reason: 'email_taken' } });
  }
  await ctx
    .db('users')
    .where({ id })
    .update({ ...after, updated_at: ctx.now });
  await announceChange(ctx, id);
  if (isMoved) {
    await ctx.db('password_resets').where({ user_id: id, used_at: null }).update({ used_at: ctx.now });
    for (const to of [user.email, email])
      await queueMail(ctx, emailCorrectedMail({ ...user, email: to }, email));
  }
  await report(ctx, user, 'account.corrected', { before, after });
}

/** The statuses that operators move an account to, by its status. */
const NEXT: Partial<Record<UserRow['status'], UserRow['status'][]>> = {
  active: ['suspended'],
  suspended: ['active'],
};

/** Suspends an active account everywhere and ends its sessions. @throws NOT_FOUND, INVALID_STATE_TRANSITION */
export async function suspendAccount(ctx: TenantContext, id: string): Promise<void> {
  const user = await moveAccount(ctx, id, 'active', 'suspended');
  await endSessions(ctx, { userId: id }, 'suspended');
  await queueMail(ctx, accountSuspendedMail(user));
  await report(ctx, user, 'account.suspended');
}

/** Lifts a suspension. @throws NOT_FOUND, INVALID_STATE_TRANSITION */
export async function reactivateAccount(ctx: TenantContext, id: string): Promise<void> {
  const user = await moveAccount(ctx, id, 'suspended', 'active');
  await queueMail(ctx, accountReactivatedMail(user));
  await report(ctx, user, 'account.reactivated');
}

/** Ends all sessions of a person. @throws NOT_FOUND */
export async function endAllSessions(ctx: TenantContext, id: string): Promise<{ sessionsEnded: number }> {
  const user = await lockAccount(ctx, id);
  const sessionsEnded = await endSessions(ctx, { userId: id }, 'revoked_by_operator');
  if (sessionsEnded > 0) {
    await queueMail(ctx, sessionsEndedByOperatorMail(user));
    await report(ctx, user, 'account.sessions_ended', { after: { sessionsEnded } });
  }
  return { sessionsEnded };
}

/**
 * Removes the one-time codes of a person and ends their sessions.
 * @param ticket where the check of the identity is documented
 * @throws NOT_FOUND; CONFLICT is_operator, mfa_not_enabled
 */
export async function removeMfa(ctx: TenantContext, id: string, ticket: string): Promise<void> {
  const user = await lockAccount(ctx, id);
  assertNoOperator(user);
  if (!user.mfa_enabled)
    fail('CONFLICT', 'This account has no one-time codes.', { details: { reason: 'mfa_not_enabled' } });
  const none = { mfa_enabled: false, mfa_secret: null, mfa_last_step: null };
  await ctx
    .db('users')
    .where({ id })
    .update({ ...none, updated_at: ctx.now });
  await ctx.db('recovery_codes').where({ user_id: id }).delete();
  await endSessions(ctx, { userId: id }, 'mfa_reset');
  await announceChange(ctx, id);
  await queueMail(ctx, mfaRemovedMail(user, ticket));
  await report(ctx, user, 'account.mfa_removed', { after: { ticket } });
}

/**
 * Reads an account and locks it until the transaction ends, along with that of the operator: of two administrators who
 * suspend each other, one is refused.
 * @throws NOT_FOUND; OPERATOR_REQUIRED if the operator has just been suspended
 */
async function lockAccount(ctx: TenantContext, id: string): Promise<UserRow> {
  const rows = await ctx.tx.rows<UserRow>(
    'select * from users where id = any ($1) order by id for no key update',
    [[id, ctx.principal.id]],
  );
  if (rows.find((row) => row.id === ctx.principal.id)?.status !== 'active') fail('OPERATOR_REQUIRED');
  return rows.find((row) => row.id === id) ?? fail('NOT_FOUND');
}

async function moveAccount(
  ctx: TenantContext,
  id: string,
  from: UserRow['status'],
  to: UserRow['status'],
): Promise<UserRow> {
  const user = await lockAccount(ctx, id);
  if (user.status !== from)
    fail('INVALID_STATE_TRANSITION', undefined, {
      details: { from: user.status, to, allowed: NEXT[user.status] ?? [] },
    });
  await ctx.db('users').where({ id }).update({ status: to, updated_at: ctx.now });
  await announceChange(ctx, id);
  return user;
}

function assertNoOperator({ operator_role: role }: UserRow): void {
  if (role)
    fail('CONFLICT', 'This person is an operator; withdraw the role first.', {
      details: { reason: 'is_operator', role },
    });
}

function readEmail(raw: string): string {
  const email = normalizeEmail(raw);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid('email', 'email', 'Give an address such as ada@example.com.');
  return email;
}

async function report(
  ctx: TenantContext,
  user: UserRow,
  type: EventType,
  change: Pick<Change, 'before' | 'after'> = {},
): Promise<void> {
  await emit(ctx, type, { ...change, object: { id: user.id }, label: user.name, links: [] });
  await emitForPerson(ctx, user, type, change);
}
