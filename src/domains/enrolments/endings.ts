// Ends enrolments in outreach in the transaction of what ends them: an answer, a bounce, an opt-out, a deletion.
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';

export type EndState = 'replied' | 'bounced' | 'opted_out' | 'stopped';

/** What ends enrolments, and which. */
export interface Ending {
  state: EndState;
  reason: string;
  contactIds?: readonly string[];
  dealId?: string;
  sequenceId?: string;
  enrolmentId?: string;
}

/** Ends the live enrolments of contacts, a deal or a sequence. @returns their ids */
export async function endEnrolments(ctx: TenantContext, ending: Ending): Promise<string[]> {
  const { state, reason, contactIds, dealId, sequenceId, enrolmentId } = ending;
  const ended = await ctx.tx.rows<{ id: string; contactId: string; sequenceId: string; version: number }>(
    `update outreach_enrolments e set state = $2, reason = $3, ended_at = $4, updated_at = $4, next_step_at = null,
       current_step = null, version = version + 1
     where e.tenant_id = $1 and e.state in ('active', 'paused')
       and ($5::uuid[] is null or e.contact_id = any ($5)) and ($6::uuid is null or e.deal_id = $6)
       and ($7::uuid is null or e.sequence_id = $7) and ($8::uuid is null or e.id = $8)
     returning e.id, e.contact_id as "contactId", e.sequence_id as "sequenceId", e.version`,
    [ctx.tenantId, state, reason, ctx.now, contactIds ?? null, dealId, sequenceId, enrolmentId],
  );
  for (const { id, contactId, sequenceId: sequence, version } of ended) {
    await emit(ctx, state === 'replied' ? 'outreach.replied' : 'outreach.stopped', {
      object: { id, version },
      links: [],
      data: { contact_id: contactId, sequence_id: sequence, state, reason },
    });
  }
  return ended.map(({ id }) => id);
}
