// Loads the state of model routes, the status of their keys and their usage this month, in one statement for all
// routes.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { KeyStatus, Provider } from '../api-keys/rules.ts';
import type { ModelRoute } from './model.ts';
import { healthOf, monthOf, type Purpose, type RouteHealth, type RouteState } from './rules.ts';

/** The usage of a route in a calendar month. */
export interface RouteSpend {
  month: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

interface RouteStatus {
  purpose: string;
  provider: Provider | null;
  key_status: KeyStatus | null;
  requests: number;
  input_tokens: number;
  output_tokens: number;
}

/** Returns the fallback of a route as the API names it. */
export function fallbackOf({ fallbackPurpose }: ModelRoute): Purpose | 'deterministic' {
  return fallbackPurpose ?? 'deterministic';
}

/** Returns the usage of a route in this month. */
export async function spendOf(ctx: TenantContext, { purpose }: ModelRoute): Promise<RouteSpend> {
  const { requests, input_tokens, output_tokens } = await loadStatus(ctx, purpose);
  const month = monthOf(ctx.now).slice(0, 7);
  return {
    month,
    requests,
    inputTokens: toGraphQLInt(input_tokens),
    outputTokens: toGraphQLInt(output_tokens),
  };
}

/** Caps a count at the maximum of GraphQL's Int. */
const toGraphQLInt = (tokens: number): number => Math.min(tokens, 2 ** 31 - 1);

/** Returns the current health of a route. */
export async function routeHealth(ctx: TenantContext, route: ModelRoute): Promise<RouteHealth> {
  return healthOf(stateOf(route, await loadStatus(ctx, route.purpose)), route);
}

/** Returns a route with the status of its key and its usage, as the rules need it. */
export async function routeState(ctx: TenantContext, route: ModelRoute): Promise<RouteState> {
  return stateOf(route, await loadStatus(ctx, route.purpose));
}

function stateOf({ purpose, fallbackPurpose, monthlyBudget }: ModelRoute, row: RouteStatus): RouteState {
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

function loadStatus(ctx: TenantContext, purpose: string): Promise<RouteStatus> {
  return loaderOf<string, RouteStatus>(ctx, 'model_routes.standing', async (purposes) => {
    const rows = await ctx.tx.rows<RouteStatus>(
      `select r.purpose, k.provider, k.status as key_status, coalesce(s.requests, 0) as requests,
         coalesce(s.input_tokens, 0) as input_tokens, coalesce(s.output_tokens, 0) as output_tokens
       from model_routes r
       left join provider_keys k on k.tenant_id = r.tenant_id and k.id = r.provider_key_id
       left join model_spend s on s.tenant_id = r.tenant_id and s.purpose = r.purpose and s.month = $3
       where r.tenant_id = $1 and r.purpose = any($2)`,
      [ctx.tenantId, purposes, monthOf(ctx.now)],
    );
    const found = new Map(rows.map((row) => [row.purpose, row]));
    return purposes.map((name) => found.get(name)!);
  }).load(purpose);
}
