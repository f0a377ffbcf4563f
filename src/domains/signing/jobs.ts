// Background work of signing: seals, mails, and the minutely look for deadlines and reminders.
import type { TenantContext } from '../../context.ts';
import type { JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { lockRecord } from '../records/verbs.ts';
import { settleExpiry } from './expiry.ts';
import { storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { sendSigningMail } from './mails.ts';
import type { Envelope } from './model.ts';
import { applySigningEvent } from './provider-events.ts';
import { sendToSigningProvider, voidAtSigningProvider } from './provider-jobs.ts';
import { DAY_MS, MAX_REMINDERS, openGroup, statusAt } from './rules.ts';
import { remind } from './running.ts';
import { sealEnvelope } from './seal.ts';

export const signing: Record<string, JobHandler> = {
  seal_envelope: sealEnvelope,
  send_signing_mail: sendSigningMail,
  send_to_signing_provider: sendToSigningProvider,
  void_at_signing_provider: voidAtSigningProvider,
  apply_signing_event: applySigningEvent,
};

const DUE = `
  select id from envelopes where tenant_id = $1 and deleted_at is null and status in ('sent', 'partially_signed')
    and (expires_at <= $2 or next_reminder_at <= $2) order by id limit 200`;

/** Settles deadlines and sends reminders that are due; runs every minute, by the clock of the service. */
export async function watchEnvelopes(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    const origin = { services, log, tenantId, requestId: 'watch_envelopes' };
    const due = await inWorkspace(origin, async (ctx) => {
      await eraseOldBodies(ctx);
      return ctx.tx.rows<{ id: string }>(DUE, [tenantId, ctx.now]);
    });
    for (const { id } of due) {
      if (signal?.aborted) return;
      await inWorkspace(origin, async (ctx) => {
        const envelope = await lockRecord<Envelope>(ctx, envelopeKind, id);
        if (statusAt(envelope, ctx.now) === 'expired' && envelope.status !== 'expired') {
          await settleExpiry(ctx, envelope);
          return;
        }
        if (!envelope.nextReminderAt || envelope.nextReminderAt > ctx.now || !envelope.reminder) return;
        const count = envelope.reminderCount + 1;
        // What a jump of the clock went over happens once.
        const next = ctx.now.getTime() + envelope.reminder.everyDays * DAY_MS;
        const group = openGroup(envelope.routing, await storedRecipients(ctx, id));
        const invited = group.filter(({ status }) => status === 'sent' || status === 'viewed');
        await remind(ctx, envelope, invited, null, {
          reminderCount: count,
          nextReminderAt: count < MAX_REMINDERS ? new Date(next) : null,
        });
      });
    }
  }
}

const BODY_DAYS = 90;

/** Erases the bodies of the events of providers after 90 days. */
async function eraseOldBodies(ctx: TenantContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - BODY_DAYS * DAY_MS);
  await ctx.tx.rows(
    'update signing_provider_events set body = null where tenant_id = $1 and received_at < $2 and body is not null',
    [ctx.tenantId, before],
  );
}
