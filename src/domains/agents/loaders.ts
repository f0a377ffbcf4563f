// Loads agents, and the proposal counts and last use of many agents in one statement.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { byId, loaderOf } from '../../lists/loaders.ts';
import { Agent } from './model.ts';

export const agentListing: Listing = { model: Agent };

export const agentById = byId<Agent>(Agent);

/** Returns the number of proposals of an agent that wait for a decision. */
export function pendingProposalsOf(ctx: TenantContext, agentId: string): Promise<number> {
  return loaderOf<string, number>(ctx, 'agents.pending', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; n: number }>(
      `select agent_id as id, count(*) as n from action_proposals
       where tenant_id = $1 and agent_id = any ($2) and state = 'queued' group by 1`,
      [ctx.tenantId, ids],
    );
    const counts = new Map(rows.map(({ id, n }) => [id, n]));
    return ids.map((id) => counts.get(id) ?? 0);
  }).load(agentId);
}

/** Returns when a token of an agent was last used, or null. */
export function lastSeenOf(ctx: TenantContext, agentId: string): Promise<Date | null> {
  return loaderOf<string, Date | null>(ctx, 'agents.seen', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; at: Date | null }>(
      `select agent_id as id, max(last_used_at) as at from api_tokens
       where tenant_id = $1 and agent_id = any ($2) group by 1`,
      [ctx.tenantId, ids],
    );
    const times = new Map(rows.map(({ id, at }) => [id, at]));
    return ids.map((id) => times.get(id) ?? null);
  }).load(agentId);
}
