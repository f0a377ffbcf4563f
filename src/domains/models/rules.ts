// Pure rules of model routes (platform.md section 6): providers by purpose, fallbacks without cycles, budgets, health.

import type { OutboundFailure } from '../../egress/failures.ts';
import { invalid } from '../../errors.ts';
import type { KeyStatus, Provider } from '../api-keys/rules.ts';

export type Purpose =
  | 'assistant_chat'
  | 'content_multiplex'
  | 'content_adapt'
  | 'summary'
  | 'transcription'
  | 'classification'
  | 'embedding';

/** Data classes that a route may send to its model; credentials are never sent (platform.md section 3). */
export type DataClass = 'ordinary_crm' | 'restricted_relationship' | 'private_user_note';

export type RouteFault = OutboundFailure | 'invalid_answer';

const LANGUAGE_PROVIDERS: readonly Provider[] = ['openai_compatible', 'anthropic_compatible', 'custom'];

/** The providers whose protocol supports a purpose. */
const PROVIDERS_BY_PURPOSE: Record<Purpose, readonly Provider[]> = {
  assistant_chat: ['openai_compatible'],
  content_multiplex: ['openai_compatible'],
  content_adapt: ['openai_compatible'],
  summary: LANGUAGE_PROVIDERS,
  classification: LANGUAGE_PROVIDERS,
  transcription: ['openai_compatible', 'transcription', 'custom'],
  embedding: ['openai_compatible', 'custom'],
};

/** Returns whether a provider supports a purpose. */
function supports(provider: Provider, purpose: Purpose): boolean {
  return PROVIDERS_BY_PURPOSE[purpose].includes(provider);
}

/** Refuses a provider that does not support the purpose. @throws VALIDATION_ERROR provider */
export function assertSupports(provider: Provider, purpose: Purpose): void {
  if (supports(provider, purpose)) return;
  const providers = PROVIDERS_BY_PURPOSE[purpose].join(', ');
  throw invalid('provider_key_id', 'provider', `${purpose} needs a key of ${providers}, not of ${provider}.`);
}

/**
 * Refuses a fallback that leads back to its own purpose.
 * @param fallbacks the stored fallbacks, by purpose
 * @throws VALIDATION_ERROR cycle
 */
export function assertNoCycle(
  purpose: Purpose,
  fallback: Purpose | null,
  fallbacks: ReadonlyMap<Purpose, Purpose | null>,
): void {
  const path: Purpose[] = [purpose];
  for (let next = fallback; next; next = fallbacks.get(next) ?? null) {
    path.push(next);
    if (next === purpose)
      throw invalid('fallback', 'cycle', `The fallback leads back to itself: ${path.join(' -> ')}.`);
    // Cycles among other purposes cannot be stored; this ends the loop in case one exists.
    if (path.length > fallbacks.size + 1) return;
  }
}

/** The state of a route that decides whether it can be used. */
export interface RouteState {
  purpose: Purpose;
  fallbackPurpose: Purpose | null;
  /** Null if the route has no key. */
  provider: Provider | null;
  keyStatus: KeyStatus | null;
  monthlyBudget: number | null;
  spentTokens: number;
}

/** Returns the usable routes for a purpose in fallback order; if all fail, the purpose is answered by rules. */
export function usableRoutes<R extends RouteState>(purpose: Purpose, routes: readonly R[]): R[] {
  const byPurpose = new Map(routes.map((route) => [route.purpose, route]));
  const chain: R[] = [];
  for (let next = byPurpose.get(purpose); next && !chain.includes(next); ) {
    chain.push(next);
    next = next.fallbackPurpose ? byPurpose.get(next.fallbackPurpose) : undefined;
  }
  return chain.filter((route) => isReady(route, purpose));
}

function isReady({ provider, keyStatus, ...spending }: RouteState, purpose: Purpose): boolean {
  if (!provider || !supports(provider, purpose)) return false;
  return (keyStatus === 'active' || keyStatus === 'unverified') && !isBudgetSpent(spending);
}

/** Returns whether the monthly budget is used up. */
export function isBudgetSpent({
  monthlyBudget,
  spentTokens,
}: Pick<RouteState, 'monthlyBudget' | 'spentTokens'>): boolean {
  return monthlyBudget !== null && spentTokens >= monthlyBudget;
}

export type RouteHealth = 'unset' | 'untried' | 'healthy' | 'failing' | 'key_unusable' | 'over_budget';

/** Returns the health of a route; the most severe condition wins. */
export function healthOf(
  state: RouteState,
  { lastSuccessAt, lastFailureAt }: { lastSuccessAt: Date | null; lastFailureAt: Date | null },
): RouteHealth {
  if (!state.provider) return 'unset';
  if (state.keyStatus === 'invalid' || state.keyStatus === 'disabled') return 'key_unusable';
  if (isBudgetSpent(state)) return 'over_budget';
  if (lastFailureAt && (!lastSuccessAt || lastFailureAt > lastSuccessAt)) return 'failing';
  return lastSuccessAt ? 'healthy' : 'untried';
}

/** Returns the first day of the current month in UTC, as YYYY-MM-DD. */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
