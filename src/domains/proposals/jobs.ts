// The queue handler that expires proposals.
import { systemPrincipal } from '../../access/principal.ts';
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { contextOf } from '../../operations/call.ts';
import { expireProposal } from './withdraw.ts';

/** Expires a proposal; if the handler runs too early because clocks differ, it schedules itself again. */
async function expire(
  { services, log, tenantId, requestId }: JobContext,
  { proposalId }: { proposalId: string },
): Promise<void> {
  const origin = { surface: 'job' as const, requestId, principal: systemPrincipal(tenantId), log };
  await services.database.write({ tenantId }, async (tx) => {
    const ctx = { ...contextOf(services, origin, tx, true), tenantId };
    const { state, expiresAt } = await expireProposal(ctx, proposalId);
    if (state === 'queued') await enqueue(ctx, 'expire_proposal', { proposalId }, { runAt: expiresAt });
  });
}

export const proposals: Record<string, JobHandler> = { expire_proposal: expire };
