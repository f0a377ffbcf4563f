// The queue handler that expires proposals.
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { inWorkspace } from '../in-workspace.ts';
import { expireProposal } from './withdraw.ts';

/** Expires a proposal; if the handler runs too early because clocks differ, it schedules itself again. */
async function expire(job: JobContext, { proposalId }: { proposalId: string }): Promise<void> {
  await inWorkspace(job, async (ctx) => {
    const { state, expiresAt } = await expireProposal(ctx, proposalId);
    if (state === 'queued') await enqueue(ctx, 'expire_proposal', { proposalId }, { runAt: expiresAt });
  });
}

export const proposals: Record<string, JobHandler> = { expire_proposal: expire };
