// What every public call of signing begins with: the link of a token, its recipient and envelope.
import { ANONYMOUS } from '../../access/principal.ts';
import type { Context, TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import { fail, ServiceError } from '../../errors.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import type { Services } from '../../services.ts';
import type { Locked } from '../records/verbs.ts';
import { settleExpiry } from './expiry.ts';
import { secretHash, storedRecipients } from './invitations.ts';
import { Envelope, EnvelopeRecipient } from './model.ts';
import { READ_MS, statusAt } from './rules.ts';

/** Stands for the workspace of an unknown token, so that it takes as many statements as a known one. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';
/** Statuses whose links say that they are closed. */
const ENDED = ['voided', 'declined', 'expired'];

/** A public call of the recipient of a link. */
export interface Signing {
  linkId: string;
  /** Acts as the recipient, in the workspace of the envelope. */
  ctx: TenantContext;
  envelope: Locked<Envelope>;
  recipient: EnvelopeRecipient;
  recipients: EnvelopeRecipient[];
  isAuthenticated: boolean;
}

export interface Secrets {
  token: string;
  session?: string | null;
}

interface Link {
  id: string;
  tenantId: string;
  envelopeId: string;
  recipientId: string;
}

interface TenantRow {
  status: string;
  timeZone: string;
  isOn: boolean;
}

/**
 * Runs work in the transaction of the idempotency key or in one of its own, with the envelope of a link locked. A refusal that the work returns as `refused`
 * is thrown after the commit, so that what it recorded stays.
 * @throws NOT_FOUND, ENVELOPE_CLOSED, RATE_LIMITED
 */
export async function inSigning<T>(
  ctx: Context,
  policy: 'public-signing' | 'public-signing-write',
  { token, session }: Secrets,
  work: (signing: Signing) => Promise<T | Refused>,
): Promise<T> {
  const hash = secretHash(token);
  await ctx.services.limiter.consume(policy, `${hash}:${ctx.ip ?? ''}`);
  const visibility = { secretHash: hash };
  const run = (tx: Transaction): Promise<T | Refused> =>
    behindLink(tx, hash, (link, timeZone) => {
      const principal = { ...ANONYMOUS, timeZone, label: 'Recipient' };
      const { tenantId } = link;
      const signerCtx: TenantContext = { ...deriveContext(ctx, { tx, principal }), tenantId };
      return openSigning(signerCtx, link, session, work);
    });
  // With an idempotency key, the work and its stored answer are committed together.
  const outcome = ctx.opensLink
    ? await ctx.tx.withVisibility(visibility, () => run(ctx.tx))
    : await ctx.services.database.write(visibility, run);
  if (outcome instanceof Refused) throw outcome.error;
  return outcome as T;
}

/** Runs work in the workspace of a live link. @throws NOT_FOUND for every other link, in the same number of statements */
async function behindLink<T>(
  tx: Transaction,
  hash: string,
  work: (link: Link, timeZone: string) => Promise<T>,
): Promise<T> {
  const [link] = await tx.rows<Link>(
    `select tenant_id as "tenantId", id, envelope_id as "envelopeId", recipient_id as "recipientId"
     from envelope_links where token_hash = $1 and revoked_at is null`,
    [hash],
  );
  const tenantId = link?.tenantId ?? NOWHERE;
  return tx.withVisibility({ tenantId }, async () => {
    const [tenant] = await tx.rows<TenantRow>(
      `select status, time_zone as "timeZone", coalesce((modules ->> 'signing')::boolean, true) as "isOn"
       from tenants where id = $1`,
      [tenantId],
    );
    if (!link || tenant?.status !== 'active' || !tenant.isOn) return failUnknown();
    return work(link, tenant.timeZone);
  });
}

/** Public calls that need no session where the recipient must prove who they are. */
const WITHOUT_SESSION = ['signingSession', 'authenticateSigningSession'];

/**
 * Refuses a public call whose input is not valid as the call itself would be: the link, its envelope and the session come
 * before everything that a caller could learn.
 * @throws NOT_FOUND, ENVELOPE_CLOSED, UNAUTHENTICATED, RATE_LIMITED
 */
export async function assertSigningReachable(
  services: Services,
  rootField: string,
  { token, session }: Record<string, unknown>,
  ip: string | undefined,
): Promise<void> {
  const hash = secretHash(String(token));
  const isRead = rootField.startsWith('signingSession');
  await services.limiter.consume(isRead ? 'public-signing' : 'public-signing-write', `${hash}:${ip ?? ''}`);
  const now = services.clock.now();
  await services.database.read({ secretHash: hash }, (tx) =>
    behindLink(tx, hash, async ({ tenantId, envelopeId, recipientId }) => {
      const ctx = { tx, db: tx.db, tenantId, now } as TenantContext;
      const envelope = (await Envelope.of(ctx).where({ id: envelopeId }).first()) as Envelope | undefined;
      const [recipient] = (await EnvelopeRecipient.of(ctx).where({ id: recipientId })) as EnvelopeRecipient[];
      if (!envelope || envelope.deletedAt || !recipient) return failUnknown();
      const closed = closure({ ...envelope, status: statusAt(envelope, now) }, now);
      if (closed) throw closed;
      if (recipient.auth === 'none' || WITHOUT_SESSION.includes(rootField)) return;
      const isAuthenticated = await isSession(ctx, recipient, typeof session === 'string' ? session : null);
      assertAuthenticated({ isAuthenticated, recipient });
    }),
  );
}

/** A refusal whose record is kept. */
export class Refused {
  readonly error: ServiceError;

  constructor(error: ServiceError) {
    this.error = error;
  }
}

function failUnknown(): never {
  return fail('NOT_FOUND', 'There is no such link.');
}

async function openSigning<T>(
  ctx: TenantContext,
  link: Link,
  session: string | null | undefined,
  work: (signing: Signing) => Promise<T | Refused>,
): Promise<T | Refused> {
  const found = (await Envelope.of(ctx).where({ id: link.envelopeId }).forUpdate().first()) as
    | Locked<Envelope>
    | undefined;
  if (!found || found.deletedAt) return failUnknown();
  const isOver = statusAt(found, ctx.now) !== found.status;
  const envelope = isOver ? ((await settleExpiry(ctx, found)) as Locked<Envelope>) : found;
  const closed = closure(envelope, ctx.now);
  if (closed) return new Refused(closed);
  const recipients = await storedRecipients(ctx, envelope.id);
  const recipient = recipients.find(({ id }) => id === link.recipientId);
  if (!recipient) return failUnknown();
  const principal = { ...ctx.principal, label: recipient.name! };
  const isAuthenticated = recipient.auth === 'none' || (await isSession(ctx, recipient, session));
  return work({
    ctx: { ...ctx, principal },
    linkId: link.id,
    ...{ envelope, recipient, recipients, isAuthenticated },
  });
}

/** Returns the refusal of links to an envelope that has ended; undefined while they are good. */
function closure(
  { status, completedAt }: Pick<Envelope, 'status' | 'completedAt'>,
  now: Date,
): ServiceError | undefined {
  const isUnreadable = status === 'completed' && now.getTime() - completedAt!.getTime() > READ_MS;
  if (!ENDED.includes(status) && !isUnreadable) return undefined;
  return new ServiceError('ENVELOPE_CLOSED', undefined, { details: { status } });
}

async function isSession(
  { tx, tenantId, now }: TenantContext,
  { id }: EnvelopeRecipient,
  session: string | null | undefined,
): Promise<boolean> {
  if (!session) return false;
  const found = await tx.rows(
    'select from envelope_sessions where tenant_id = $1 and token_hash = $2 and recipient_id = $3 and expires_at > $4',
    [tenantId, secretHash(session), id, now],
  );
  return found.length > 0;
}

/** @throws UNAUTHENTICATED without a session where one is needed */
export function assertAuthenticated({
  isAuthenticated,
  recipient,
}: Pick<Signing, 'isAuthenticated' | 'recipient'>): void {
  if (!isAuthenticated)
    fail('UNAUTHENTICATED', 'Prove first who you are: POST …/authenticate, then send x-signing-session.', {
      details: { auth: recipient.auth },
    });
}
