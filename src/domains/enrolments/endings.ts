// Ends enrolments in the transaction of what ends them: an answer, a bounce, an opt-out, a deletion (point 84).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { type EnrolmentState, LIVE_STATES } from './states.ts';

/** Why enrolments end, and which ones. */
export interface Ending {
  state: Exclude<EnrolmentState, 'active' | 'paused' | 'completed'>;
  reason: string;
  contactIds?: readonly string[];
  dealId?: string;
  sequenceId?: string;
  enrolmentId?: string;
  /** The thread of its messages. */
  threadId?: string;
}

interface Ended {
  id: string;
  version: number;
  contactId: string;
  sequenceId: string;
  name: string;
}

/** Ends the live enrolments of contacts, a deal, a sequence or a thread. @returns their ids */
export async function endEnrolments(ctx: TenantContext, ending: Ending): Promise<string[]> {
  const { state, reason, contactIds = null, dealId = null, sequenceId = null } = ending;
  const { enrolmentId = null, threadId = null } = ending;
  if (contactIds?.length === 0) return [];
  const ended = await ctx.tx.rows<Ended>(
    `update outreach_enrolments e set state = $2, reason = $3, ended_at = $4, updated_at = $4, updated_by = $9,
       next_step_at = null, current_step = null, version = e.version + 1
     from outreach_sequences s
     where e.tenant_id = $1 and e.state = any ($10) and s.tenant_id = $1 and s.id = e.sequence_id
       and ($5::uuid[] is null or e.contact_id = any ($5)) and ($6::uuid is null or e.deal_id = $6)
       and ($7::uuid is null or e.sequence_id = $7) and ($8::uuid is null or e.id = $8)
       and ($11::uuid is null or e.thread_id = $11)
     returning e.id, e.version, e.contact_id as "contactId", e.sequence_id as "sequenceId", s.name`,
    [
      ...[ctx.tenantId, state, reason, ctx.now, contactIds, dealId, sequenceId, enrolmentId],
      ...[JSON.stringify(actorOf(ctx.principal)), LIVE_STATES, threadId],
    ],
  );
  for (const { id, version, contactId, sequenceId: sequence, name } of ended) {
    await emit(ctx, state === 'replied' ? 'outreach.replied' : 'outreach.stopped', {
      object: { id, version },
      label: name,
      links: [{ entity: 'contact', id: contactId }],
      data: { contact_id: contactId, sequence_id: sequence, state, reason },
    });
  }
  return ended.map(({ id }) => id);
}

/** What of a contact decides whether outreach may go on. */
interface Reachable {
  id: string;
  doNotContact: boolean;
  consent: { email?: { state: string } } | null;
}

/** Ends the enrolments of a contact who no longer wants mail. */
export async function endUnwantedEnrolments(ctx: TenantContext, contact: Reachable): Promise<void> {
  const { id, doNotContact, consent } = contact;
  if (doNotContact)
    await endEnrolments(ctx, { state: 'stopped', reason: 'do_not_contact', contactIds: [id] });
  else if (consent?.email?.state === 'opted_out')
    await endEnrolments(ctx, { state: 'opted_out', reason: 'opted_out', contactIds: [id] });
}
