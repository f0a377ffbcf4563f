// The end of an envelope's time, and how a later date opens it again.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { addEvidence } from './evidence.ts';
import { envelopeKind } from './kind.ts';
import { mailEnd } from './mails.ts';
import { Envelope, EnvelopeRecipient, type RecipientStatus } from './model.ts';
import { assertInternal, voidAtItsProvider } from './provider.ts';
import { DAY_MS, EXPIRING, MAX_REMINDERS, REOPEN_MS, statusAfter, statusAt } from './rules.ts';

/** Records that a locked envelope has expired, once, at the time when it did. */
export async function settleExpiry(ctx: TenantContext, envelope: Locked<Envelope>): Promise<Envelope> {
  const system = { ...ctx, principal: { ...ctx.principal, kind: 'system' as const, label: 'system' } };
  await addEvidence({ ...system, ip: undefined, userAgent: undefined } as TenantContext, envelope.id, [
    { type: 'expired', data: { expires_at: envelope.expiresAt!.toISOString() } },
  ]);
  await EnvelopeRecipient.of(ctx)
    .where({ envelopeId: envelope.id })
    .whereIn('status', [...EXPIRING])
    .patch({ status: 'expired', updatedAt: ctx.now } as never);
  const patch = {
    status: statusAfter(envelope.status, 'expire'),
    statusBeforeExpiry: envelope.status,
    expiredAt: envelope.expiresAt,
    nextReminderAt: null,
  };
  const expired = await changeRecord(system as TenantContext, envelopeKind, envelope, patch, {
    event: 'envelope.expired',
  });
  await mailEnd(ctx, expired, 'expired');
  await voidAtItsProvider(ctx, expired);
  return expired;
}

/**
 * Settles the expiry of an envelope that a read has found over, in a transaction of its own: reads have none that can write.
 * @returns whether there was something to settle
 */
export async function settleOnRead(
  ctx: TenantContext,
  { id, status, expiresAt }: Pick<Envelope, 'id' | 'status' | 'expiresAt'>,
): Promise<boolean> {
  const { services, tenantId, now } = ctx;
  if (statusAt({ status, expiresAt }, now) === status) return false;
  await services.database.write({ tenantId }, async (tx) => {
    const own = deriveContext(ctx, { tx });
    // Whoever holds the lock settles it; that may be the transaction whose event reads the envelope.
    const envelope = await Envelope.of(own).where({ id }).forUpdate().skipLocked().first();
    if (envelope && statusAt(envelope as Envelope, now) !== (envelope as Envelope).status)
      await settleExpiry(own, envelope as Locked<Envelope>);
  });
  return true;
}

/** Opens an expired envelope again; the former links are good again. @throws INVALID_STATE_TRANSITION after 30 days */
export async function reopen(
  ctx: TenantContext,
  envelope: Locked<Envelope>,
  expiresAt: Date,
  patch: object = {},
): Promise<Envelope> {
  assertInternal(envelope);
  if (ctx.now.getTime() - envelope.expiredAt!.getTime() > REOPEN_MS)
    fail('INVALID_STATE_TRANSITION', 'It expired more than 30 days ago; send a new envelope.', {
      details: { from: 'expired', to: envelope.statusBeforeExpiry, allowed: [] },
    });
  await addEvidence(ctx, envelope.id, [{ type: 'extended', data: { expires_at: expiresAt.toISOString() } }]);
  await ctx.tx.rows(
    `update envelope_recipients r set updated_at = $3, status = case
       when exists (select from envelope_links l where l.tenant_id = $1 and l.recipient_id = r.id and l.revoked_at is null)
       then 'sent' else 'queued' end
     where r.tenant_id = $1 and r.envelope_id = $2 and r.status = 'expired'`,
    [ctx.tenantId, envelope.id, ctx.now],
  );
  const { reminder, reminderCount } = envelope;
  const isReminding = reminder !== null && reminderCount < MAX_REMINDERS;
  return changeRecord(ctx, envelopeKind, envelope, {
    ...patch,
    status: envelope.statusBeforeExpiry,
    nextReminderAt: isReminding ? new Date(ctx.now.getTime() + reminder.everyDays * DAY_MS) : null,
    statusBeforeExpiry: null,
    expiredAt: null,
    expiresAt,
  });
}

/** Returns the status of a recipient as of now: expired with the envelope, before any sweep. */
export async function recipientStatus(
  ctx: TenantContext,
  { status, envelopeId }: Pick<EnvelopeRecipient, 'status' | 'envelopeId'>,
): Promise<RecipientStatus> {
  if (!EXPIRING.includes(status)) return status;
  return (await hasExpired(ctx, envelopeId)) ? 'expired' : status;
}

/** Returns whether the deadline of an envelope is over; one statement for all of an answer. */
function hasExpired(ctx: TenantContext, envelopeId: string): Promise<boolean> {
  return loaderOf<string, boolean>(ctx, 'envelopes.expired', async (ids) => {
    const rows = await ctx.tx.rows<Pick<Envelope, 'id' | 'status' | 'expiresAt'>>(
      'select id, status, expires_at as "expiresAt" from envelopes where tenant_id = $1 and id = any($2)',
      [ctx.tenantId, ids],
    );
    const expired = new Set(rows.filter((row) => statusAt(row, ctx.now) === 'expired').map(({ id }) => id));
    return ids.map((id) => expired.has(id));
  }).load(envelopeId);
}
