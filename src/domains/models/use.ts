// Opens the usable routes of a purpose, with everything a request to the provider needs, and records their use.
import type { TenantContext } from '../../context.ts';
import { providerKeyById } from '../api-keys/loaders.ts';
import { openSecret } from '../api-keys/service.ts';
import { routeState } from './loaders.ts';
import type { ModelRoute } from './model.ts';
import {
  type DataClass,
  isBudgetSpent,
  monthOf,
  type Purpose,
  type RouteFault,
  type RouteState,
  usableRoutes,
} from './rules.ts';
import { listModelRoutes } from './service.ts';

/** A route that is ready for a request. It contains the secret of its key: never log it. */
export interface OpenRoute extends RouteState {
  model: string;
  baseUrl: string;
  secret: string;
  temperature: number;
  maxOutputTokens: number;
  timeoutMs: number;
  dataClasses: DataClass[];
}

/** The usage and outcome of one request, or of several that belong together. */
export interface RouteUse {
  purpose: Purpose;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** Null if the provider responded. */
  fault: RouteFault | null;
}

/** Returns the routes to try for a purpose, in order; none if it is answered by rules. */
export async function openRoutes(ctx: TenantContext, purpose: Purpose): Promise<OpenRoute[]> {
  const routes = await listModelRoutes(ctx);
  const states = await Promise.all(
    routes.map(async (route) => ({ ...(await routeState(ctx, route)), route })),
  );
  const opened = await Promise.all(usableRoutes(purpose, states).map((state) => openRoute(ctx, state)));
  return opened.filter((route) => route !== undefined);
}

/** Decrypts the secret of a route; undefined if that fails, so that the next route or rules answer. */
async function openRoute(
  ctx: TenantContext,
  { route, ...state }: RouteState & { route: ModelRoute },
): Promise<OpenRoute | undefined> {
  const key = await providerKeyById(ctx, route.providerKeyId);
  if (!key) return undefined;
  try {
    const secret = await openSecret(ctx, key);
    return {
      ...state,
      model: route.model!,
      baseUrl: key.baseUrl!,
      secret,
      temperature: Number(route.temperature),
      maxOutputTokens: route.maxOutputTokens,
      timeoutMs: route.timeoutMs,
      dataClasses: route.dataClassesAllowed,
    };
  } catch (error) {
    ctx.log.error(
      { err: error, provider_key: key.id },
      'the secret of a provider key could not be decrypted',
    );
    return undefined;
  }
}

/** Returns whether the use in progress exhausts the monthly budget of a route. */
export function exhaustsBudget(
  { monthlyBudget, spentTokens }: OpenRoute,
  use: Omit<RouteUse, 'fault'>,
): boolean {
  return isBudgetSpent({ monthlyBudget, spentTokens: spentTokens + use.inputTokens + use.outputTokens });
}

/** Returns whether a model can answer a purpose now. */
export async function hasUsableRoute(ctx: TenantContext, purpose: Purpose): Promise<boolean> {
  const states = await Promise.all((await listModelRoutes(ctx)).map((route) => routeState(ctx, route)));
  return usableRoutes(purpose, states).length > 0;
}

/** Adds uses to the usage of the month and records success or failure on each route. */
export async function recordUse(ctx: TenantContext, uses: readonly RouteUse[]): Promise<void> {
  for (const { purpose, requests, inputTokens, outputTokens, fault } of uses) {
    await ctx.tx.rows(
      `insert into model_spend as s (tenant_id, purpose, month, requests, input_tokens, output_tokens)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant_id, purpose, month) do update set requests = s.requests + excluded.requests,
         input_tokens = s.input_tokens + excluded.input_tokens, output_tokens = s.output_tokens + excluded.output_tokens`,
      [ctx.tenantId, purpose, monthOf(ctx.now), requests, inputTokens, outputTokens],
    );
    // Success and failure are not changes by a user, so the version stays.
    await ctx.tx.rows(
      `update model_routes set
         last_success_at = case when $4::text is null then $3 else last_success_at end,
         last_failure_at = case when $4::text is null then last_failure_at else $3 end,
         last_error = $4
       where tenant_id = $1 and purpose = $2`,
      [ctx.tenantId, purpose, ctx.now, fault],
    );
  }
}
