// Access codes and one-time codes: sending, checking and locking after five wrong ones.
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { addEvidence } from './evidence.ts';
import { newSecret, secretHash } from './invitations.ts';
import { mailRecipient } from './mails.ts';
import { hashAccessCode } from './recipients.ts';
import { inSigning, Refused, type Signing } from './session.ts';

const CODE_MS = 10 * 60_000;
const REQUEST_WINDOW_MS = 10 * 60_000;
const MAX_REQUESTS = 3;
const MAX_TRIES = 5;
const LOCK_MS = 15 * 60_000;
const SESSION_MS = 60 * 60_000;

export interface AuthenticationInput {
  action: 'request' | 'verify';
  code?: string | null;
}

export interface Authentication {
  sent: true | null;
  sessionToken: string | null;
  expiresAt: Date;
}

/**
 * Sends a one-time code, or checks a code and opens a session.
 * @throws NOT_FOUND, ENVELOPE_CLOSED, UNAUTHENTICATED, RESOURCE_LOCKED, RATE_LIMITED, VALIDATION_ERROR
 */
export function authenticate(
  ctx: Context,
  token: string,
  { action, code }: AuthenticationInput,
): Promise<Authentication> {
  return inSigning(ctx, 'public-signing-write', { token }, async (signing) => {
    const { auth } = signing.recipient;
    if (action === 'request') {
      if (auth !== 'email_otp')
        throw invalid('action', 'not_allowed', 'Only codes by mail are sent on request.');
      return sendCode(signing);
    }
    if (auth === 'none') throw invalid('action', 'not_allowed', 'This link needs no code.');
    if (!code?.trim()) throw invalid('code', 'required', 'Give the code.');
    return checkCode(signing, code.trim());
  });
}

async function sendCode({ ctx, recipient, envelope }: Signing): Promise<Authentication> {
  const since = ctx.now.getTime() - REQUEST_WINDOW_MS;
  const recent = recipient.codeRequests.filter((at) => at.getTime() > since);
  if (recent.length >= MAX_REQUESTS) {
    const wait = Math.max(1, Math.ceil((recent[0]!.getTime() - since) / 1000));
    throw new ServiceError('RATE_LIMITED', 'Too many codes were sent; wait, then ask again.', {
      details: { policy: 'signing-code' },
      headers: { 'retry-after': String(wait) },
    });
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(ctx.now.getTime() + CODE_MS);
  await recipient.change(ctx, {
    codeHash: hashAccessCode(ctx, recipient.id, code),
    codeExpiresAt: expiresAt,
    codeRequests: [...recent, ctx.now],
  });
  await mailRecipient(ctx, envelope, recipient, 'code', { code });
  return { sent: true, sessionToken: null, expiresAt };
}

async function checkCode(signing: Signing, code: string): Promise<Authentication | Refused> {
  const { ctx, recipient, envelope } = signing;
  const since = recipient.codeTriesSince;
  const isWindow = since !== null && ctx.now.getTime() - since.getTime() < LOCK_MS;
  const tries = isWindow ? recipient.codeTries : 0;
  if (tries >= MAX_TRIES) throw locked();
  if (isRight(signing, code)) return openSession(signing);
  const isLast = tries + 1 >= MAX_TRIES;
  // The quarter of an hour begins with the try that locks.
  await recipient.change(ctx, {
    codeTries: tries + 1,
    codeTriesSince: isLast || !isWindow ? ctx.now : since,
  });
  await addEvidence(ctx, envelope.id, [
    { type: 'auth_failed', recipientId: recipient.id, data: { auth: recipient.auth } },
  ]);
  if (isLast) return new Refused(locked());
  return new Refused(
    new ServiceError('UNAUTHENTICATED', 'The code is wrong or no longer valid.', {
      details: { tries_left: MAX_TRIES - tries - 1 },
    }),
  );
}

function locked(): ServiceError {
  return new ServiceError('RESOURCE_LOCKED', undefined, {
    details: { lock: 'code_tries' },
    headers: { 'retry-after': String(LOCK_MS / 1000) },
  });
}

function isRight({ ctx, recipient }: Signing, code: string): boolean {
  const { auth, accessCodeHash, codeHash, codeExpiresAt } = recipient;
  const stored = auth === 'access_code' ? accessCodeHash : codeHash;
  if (!stored || (auth === 'email_otp' && codeExpiresAt! <= ctx.now)) return false;
  return timingSafeEqual(Buffer.from(stored), Buffer.from(hashAccessCode(ctx, recipient.id, code)));
}

async function openSession({ ctx, recipient, envelope }: Signing): Promise<Authentication> {
  const session = newSecret();
  const expiresAt = new Date(ctx.now.getTime() + SESSION_MS);
  await ctx.tx.rows(
    'insert into envelope_sessions (tenant_id, token_hash, recipient_id, expires_at) values ($1, $2, $3, $4)',
    [ctx.tenantId, secretHash(session), recipient.id, expiresAt],
  );
  await recipient.change(ctx, { codeTries: 0, codeTriesSince: null, codeHash: null, codeExpiresAt: null });
  await addEvidence(ctx, envelope.id, [
    { type: 'authenticated', recipientId: recipient.id, data: { auth: recipient.auth } },
  ]);
  ctx.shownOnce?.add(session);
  return { sent: null, sessionToken: session, expiresAt };
}
