// How model routes stand: their keys, and what they took this month; one statement for all of them.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { KeyStatus, Provider } from '../api-keys/rules.ts';
import type { ModelRoute } from './model.ts';
import { healthOf, monthOf, type Purpose, type RouteHealth, type RouteState } from './rules.ts';

/** What a route took in a calendar month. */
export interface RouteSpend {
  month: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

interface Standing {
  purpose: string;
  provider: Provider | null;
  key_status: KeyStatus | null;
  requests: number;
  input_tokens: number;
  output_tokens: number;
}

/** What answers when the model of a route does not, as callers name it. */
export function fallbackOf({ fallbackPurpose }: ModelRoute): Purpose | 'deterministic' {
  return fallbackPurpose ?? 'deterministic';
}

/** The spend of this month. */
export async function spendOf(ctx: TenantContext, { purpose }: ModelRoute): Promise<RouteSpend> {
  const { requests, input_tokens, output_tokens } = await standing(ctx, purpose);
  const month = monthOf(ctx.now).slice(0, 7);
  return { month, requests, inputTokens: shown(input_tokens), outputTokens: shown(output_tokens) };
}

/** GraphQL has no larger integer. */
const shown = (tokens: number): number => Math.min(tokens, 2 ** 31 - 1);

/** How a route stands now. */
export async function routeHealth(ctx: TenantContext, route: ModelRoute): Promise<RouteHealth> {
  return healthOf(stateOf(route, await standing(ctx, route.purpose)), route);
}

/** A route with the state of its key and its spend, as the rules look at it. */
export async function routeState(ctx: TenantContext, route: ModelRoute): Promise<RouteState> {
  return stateOf(route, await standing(ctx, route.purpose));
}

function stateOf({ purpose, fallbackPurpose, monthlyBudget }: ModelRoute, row: Standing): RouteState {
  const { provider, key_status: keyStatus, input_tokens, output_tokens } = row;
  return {
    purpose,
    fallbackPurpose,
    monthlyBudget,
    provider,
    keyStatus,
    spentTokens: input_tokens + output_tokens,
  };
}

function standing(ctx: TenantContext, purpose: string): Promise<Standing> {
  return loaderOf<string, Standing>(ctx, 'model_routes.standing', async (purposes) => {
    const rows = await ctx.tx.rows<Standing>(
      `select r.purpose, k.provider, k.status as key_status, coalesce(s.requests, 0) as requests,
         coalesce(s.input_tokens, 0) as input_tokens, coalesce(s.output_tokens, 0) as output_tokens
       from model_routes r
       left join provider_keys k on k.tenant_id = r.tenant_id and k.id = r.provider_key_id
       left join model_spend s on s.tenant_id = r.tenant_id and s.purpose = r.purpose and s.month = $3
       where r.tenant_id = $1 and r.purpose = any($2)`,
      [ctx.tenantId, purposes, monthOf(ctx.now)],
    );
    const found = new Map(rows.map((row) => [row.purpose, row]));
    return purposes.map((one) => found.get(one)!);
  }).load(purpose);
}
