// Ends proposals without a decision: withdrawn by their proposer, cancelled with their agent or by the kill switch,
// expired.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { ActionProposal } from './model.ts';
import { assertQueued } from './rules.ts';
import { getProposal, proposalEvent } from './service.ts';

/**
 * Withdraws a queued proposal.
 * @throws NOT_FOUND, PROPOSAL_NOT_QUEUED; PERMISSION_DENIED unless the caller is its proposer or owns the proposing
 *   agent
 */
export async function cancelProposal(ctx: TenantContext, id: string): Promise<ActionProposal> {
  await getProposal(ctx, id);
  const proposal = await ActionProposal.lock(ctx, id);
  if (!(await mayWithdraw(ctx, proposal)))
    fail('PERMISSION_DENIED', 'Only its proposer can withdraw a proposal; an owner or admin can reject it.');
  assertQueued(proposal, ctx.now);
  return endProposal(ctx, proposal, 'cancelled');
}

/** Cancels queued proposals: all, those of one agent, or those with the given ids. */
export async function cancelProposals(
  ctx: TenantContext,
  { ids, ...of }: { agentId?: string; ids?: readonly string[] },
): Promise<void> {
  const waiting = (await ActionProposal.of(ctx)
    .where({ state: 'queued', ...of })
    .modify((query) => ids && query.whereIn('id', ids as string[]))
    .orderBy('id')
    .forUpdate()) as unknown as ActionProposal[];
  for (const proposal of waiting) await endProposal(ctx, proposal, 'cancelled');
}

/** Expires a proposal past its expiry; one that was decided meanwhile stays unchanged. */
export async function expireProposal(ctx: TenantContext, id: string): Promise<ActionProposal> {
  const proposal = await ActionProposal.lock(ctx, id);
  return proposal.state === 'queued' && proposal.expiresAt <= ctx.now
    ? endProposal(ctx, proposal, 'expired')
    : proposal;
}

async function endProposal(
  ctx: TenantContext,
  proposal: ActionProposal,
  state: 'cancelled' | 'expired',
): Promise<ActionProposal> {
  const ended = await proposal.change(ctx, {
    state,
    decidedAt: ctx.now,
    decidedBy: actorOf(ctx.principal),
    executionState: null,
  });
  await emit(ctx, `proposal.${state}`, proposalEvent(ended));
  return ended;
}

async function mayWithdraw(ctx: TenantContext, proposal: ActionProposal): Promise<boolean> {
  const { id, agent } = ctx.principal;
  if (proposal.proposedById === id || (agent && proposal.agentId === agent.id)) return true;
  const [owned] = await ctx.tx.rows(
    `select from agents where tenant_id = $1 and id = $2 and owner_user_id = $3
     union all select from api_tokens where tenant_id = $1 and id = $4 and owner_user_id = $3`,
    [ctx.tenantId, proposal.agentId, id, proposal.proposedById],
  );
  return owned !== undefined;
}
