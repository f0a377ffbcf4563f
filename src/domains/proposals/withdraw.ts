// Proposals that end without a decision: withdrawn by who made them, ended with their agent or by the kill switch, expired.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { ActionProposal } from './model.ts';
import { assertQueued } from './rules.ts';
import { getProposal, toldOf } from './service.ts';

/**
 * Withdraws a proposal that waits.
 * @throws NOT_FOUND, PROPOSAL_NOT_QUEUED; PERMISSION_DENIED to who neither made it nor owns the agent that did
 */
export async function cancelProposal(ctx: TenantContext, id: string): Promise<ActionProposal> {
  await getProposal(ctx, id);
  const proposal = await ActionProposal.lock(ctx, id);
  if (!(await isOwn(ctx, proposal)))
    fail('PERMISSION_DENIED', 'Only who proposed it may withdraw it; an owner or admin may reject it.');
  assertQueued(proposal, ctx.now);
  return end(ctx, proposal, 'cancelled');
}

/** Ends the proposals that wait: all of them, those of one agent, or those that are named. */
export async function cancelProposals(
  ctx: TenantContext,
  { ids, ...of }: { agentId?: string; ids?: readonly string[] },
): Promise<void> {
  const waiting = (await ActionProposal.of(ctx)
    .where({ state: 'queued', ...of })
    .modify((query) => ids && query.whereIn('id', ids as string[]))
    .orderBy('id')
    .forUpdate()) as unknown as ActionProposal[];
  for (const proposal of waiting) await end(ctx, proposal, 'cancelled');
}

/** Ends a proposal whose time is up; one that was decided meanwhile stays as it is. */
export async function expireProposal(ctx: TenantContext, id: string): Promise<ActionProposal> {
  const proposal = await ActionProposal.lock(ctx, id);
  return proposal.state === 'queued' && proposal.expiresAt <= ctx.now
    ? end(ctx, proposal, 'expired')
    : proposal;
}

async function end(
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
  await emit(ctx, `proposal.${state}`, toldOf(ended));
  return ended;
}

async function isOwn(ctx: TenantContext, proposal: ActionProposal): Promise<boolean> {
  const { id, agent } = ctx.principal;
  if (proposal.proposedById === id || (agent && proposal.agentId === agent.id)) return true;
  const [owned] = await ctx.tx.rows(
    `select from agents where tenant_id = $1 and id = $2 and owner_user_id = $3
     union all select from api_tokens where tenant_id = $1 and id = $4 and owner_user_id = $3`,
    [ctx.tenantId, proposal.agentId, id, proposal.proposedById],
  );
  return owned !== undefined;
}
