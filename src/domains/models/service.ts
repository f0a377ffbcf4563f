// Which model serves which purpose: set by admins, read here (platform.md section 6).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { Provider } from '../api-keys/rules.ts';
import { ModelRoute } from './model.ts';
import { assertNoCircle, assertServes, type DataClass, type Purpose } from './rules.ts';

export interface ModelRouteInput {
  providerKeyId?: string | null;
  model?: string | null;
  temperature?: number | null;
  maxOutputTokens?: number | null;
  timeoutMs?: number | null;
  monthlyBudget?: number | null;
  fallback?: Purpose | 'deterministic' | null;
  dataClassesAllowed?: DataClass[] | null;
}

const DEFAULTS = { temperature: 0.2, maxOutputTokens: 1024, timeoutMs: 20_000 };

/** Every route that was set, in the order of their purposes' names. */
export async function listModelRoutes(ctx: TenantContext): Promise<ModelRoute[]> {
  return await ModelRoute.of(ctx).orderBy('purpose');
}

/**
 * Sets the route of a purpose as a whole: what is not given gets its default. Without a key and a model the purpose is
 * answered by rule, and the key that it had is free.
 * @throws VALIDATION_ERROR; PRECONDITION_FAILED when `expectedVersion` is not its version
 */
export async function setModelRoute(
  ctx: TenantContext,
  purpose: Purpose,
  input: ModelRouteInput,
  expectedVersion?: number | null,
): Promise<ModelRoute> {
  // One change of routes at a time: of two, each could close half of a circle.
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `model_routes ${ctx.tenantId}`,
  ]);
  const routes = await listModelRoutes(ctx);
  const before = routes.find((route) => route.purpose === purpose);
  if (expectedVersion != null && expectedVersion !== before?.version) {
    fail('PRECONDITION_FAILED', undefined, {
      details: { current_version: before?.version ?? null },
      ...(before && { headers: { etag: `"${before.version}"` } }),
    });
  }
  const values = await readRoute(ctx, purpose, input, routes);
  const after = before
    ? await before.change(ctx, values)
    : await ModelRoute.create(ctx, { purpose, ...values });
  if (after === before) return after;
  await emit(ctx, 'model_route.set', {
    object: after,
    label: purpose,
    ...(before && { before: told(before) }),
    after: told(after),
    links: [],
  });
  return after;
}

async function readRoute(
  ctx: TenantContext,
  purpose: Purpose,
  input: ModelRouteInput,
  routes: ModelRoute[],
): Promise<Partial<ModelRoute>> {
  const model = input.model?.trim() || null;
  const providerKeyId = input.providerKeyId ?? null;
  if (providerKeyId && !model) throw invalid('model', 'required', 'Name the model that the provider serves.');
  if (model && !providerKeyId)
    throw invalid('provider_key_id', 'required', 'Name the key of the provider that serves the model.');
  if (providerKeyId) await assertKey(ctx, providerKeyId, purpose);
  const fallbackPurpose = readFallback(purpose, input, routes);
  return {
    providerKeyId,
    model,
    temperature: String(input.temperature ?? DEFAULTS.temperature),
    maxOutputTokens: input.maxOutputTokens ?? DEFAULTS.maxOutputTokens,
    timeoutMs: input.timeoutMs ?? DEFAULTS.timeoutMs,
    monthlyBudget: input.monthlyBudget ?? null,
    fallbackPurpose,
    dataClassesAllowed: [...new Set(input.dataClassesAllowed ?? (['ordinary_crm'] as const))].sort(),
  };
}

/** @throws VALIDATION_ERROR exists for a key that is not there; provider for one that cannot serve the purpose */
async function assertKey(ctx: TenantContext, id: string, purpose: Purpose): Promise<void> {
  // Held until the route stands: a deletion waits, and then finds it in use.
  const [key] = await ctx.tx.rows<{ provider: Provider }>(
    'select provider from provider_keys where tenant_id = $1 and id = $2 and deleted_at is null for key share',
    [ctx.tenantId, id],
  );
  if (!key) throw invalid('provider_key_id', 'exists', 'There is no such provider key.');
  assertServes(key.provider, purpose);
}

function readFallback(purpose: Purpose, { fallback }: ModelRouteInput, routes: ModelRoute[]): Purpose | null {
  if (!fallback || fallback === 'deterministic') return null;
  const fallbacks = new Map(routes.map((route) => [route.purpose, route.fallbackPurpose]));
  assertNoCircle(purpose, fallback, fallbacks);
  if (!fallbacks.has(fallback))
    throw invalid('fallback', 'exists', `There is no route for ${fallback} yet; set it first.`);
  return fallback;
}

/** What the audit knows of a route. */
function told(route: ModelRoute): object {
  const { providerKeyId, model, temperature, maxOutputTokens, timeoutMs } = route;
  const { monthlyBudget, fallbackPurpose, dataClassesAllowed } = route;
  const limits = { temperature: Number(temperature), maxOutputTokens, timeoutMs, monthlyBudget };
  return { providerKeyId, model, ...limits, fallbackPurpose, dataClassesAllowed };
}
