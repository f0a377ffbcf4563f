// Model routes: which model serves which purpose (platform.md section 6).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { Provider } from '../api-keys/rules.ts';
import { ModelRoute } from './model.ts';
import { assertNoCycle, assertSupports, type DataClass, type Purpose } from './rules.ts';

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

/** Returns all configured routes by purpose. */
export async function listModelRoutes(ctx: TenantContext): Promise<ModelRoute[]> {
  return await ModelRoute.of(ctx).orderBy('purpose');
}

/**
 * Replaces the route of a purpose; absent fields get their defaults. Without key and model the purpose is answered by
 * rules and its former key can be deleted.
 * @throws VALIDATION_ERROR; PRECONDITION_FAILED if `expectedVersion` is not the current version
 */
export async function setModelRoute(
  ctx: TenantContext,
  purpose: Purpose,
  input: ModelRouteInput,
  expectedVersion?: number | null,
): Promise<ModelRoute> {
  // The lock serializes changes of routes; two concurrent ones could create a cycle.
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
    ...(before && { before: auditFields(before) }),
    after: auditFields(after),
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
  if (providerKeyId && !model)
    throw invalid('model', 'required', 'Send the name of a model of the provider.');
  if (model && !providerKeyId)
    throw invalid(
      'provider_key_id',
      'required',
      'Send the id of a key of the provider that serves the model.',
    );
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

/**
 * Checks the key of a route.
 * @throws VALIDATION_ERROR exists for a missing key; provider if it does not support the purpose
 */
async function assertKey(ctx: TenantContext, id: string, purpose: Purpose): Promise<void> {
  // The row lock makes a concurrent deletion of the key wait; it then finds the key in use.
  const [key] = await ctx.tx.rows<{ provider: Provider }>(
    'select provider from provider_keys where tenant_id = $1 and id = $2 and deleted_at is null for key share',
    [ctx.tenantId, id],
  );
  if (!key) throw invalid('provider_key_id', 'exists', 'There is no provider key with this id.');
  assertSupports(key.provider, purpose);
}

function readFallback(purpose: Purpose, { fallback }: ModelRouteInput, routes: ModelRoute[]): Purpose | null {
  if (!fallback || fallback === 'deterministic') return null;
  const fallbacks = new Map(routes.map((route) => [route.purpose, route.fallbackPurpose]));
  assertNoCycle(purpose, fallback, fallbacks);
  if (!fallbacks.has(fallback))
    throw invalid('fallback', 'exists', `There is no route for ${fallback} yet; set it first.`);
  return fallback;
}

/** Returns the fields of a route that the audit records. */
function auditFields(route: ModelRoute): object {
  const { providerKeyId, model, temperature, maxOutputTokens, timeoutMs } = route;
  const { monthlyBudget, fallbackPurpose, dataClassesAllowed } = route;
  const limits = { temperature: Number(temperature), maxOutputTokens, timeoutMs, monthlyBudget };
  return { providerKeyId, model, ...limits, fallbackPurpose, dataClassesAllowed };
}
