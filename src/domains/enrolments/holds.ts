// Whether the message of an enrolment may leave now: a retry may come after an answer, a pause or the end of the day.
import type { TenantContext } from '../../context.ts';
import { nextWithin, type SendingWindow } from './sending-window.ts';
import { LIVE_STATES } from './states.ts';

/** How long a message of a paused sequence waits until it is looked at again. */
const PAUSE_MS = 10 * 60_000;

interface HeldRow {
  state: string;
  status: string;
  window: SendingWindow;
  timeZone: string;
}

/**
 * Returns when the message of an enrolment may leave, null if the enrolment has ended otherwise than by its last step.
 * @returns undefined for a message that belongs to no enrolment
 */
export async function earliestSending(
  ctx: TenantContext,
  communicationId: string,
): Promise<Date | null | undefined> {
  const [row] = await ctx.tx.rows<HeldRow>(
    `select e.state, s.status, s.sending_window as "window",
       coalesce(s.sending_window ->> 'timeZone', c.timezone, t.time_zone) as "timeZone"
     from outreach_steps_taken k
     join outreach_enrolments e on e.tenant_id = $1 and e.id = k.enrolment_id
     join outreach_sequences s on s.tenant_id = $1 and s.id = e.sequence_id
     join contacts c on c.tenant_id = $1 and c.id = e.contact_id
     join tenants t on t.id = $1
     where k.tenant_id = $1 and k.communication_id = $2`,
    [ctx.tenantId, communicationId],
  );
  if (!row) return undefined;
  const { state, status, window, timeZone } = row;
  if (state !== 'completed' && !LIVE_STATES.includes(state as never)) return null;
  if (status !== 'active') return new Date(ctx.now.getTime() + PAUSE_MS);
  return nextWithin(window, ctx.now, timeZone);
}
