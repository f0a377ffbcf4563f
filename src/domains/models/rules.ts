// The rules of model routes (platform.md section 6): which keys serve a purpose, fallbacks without a circle, budgets.

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

/** Classes that a model may be shown; of credentials nothing ever is (platform.md section 3). */
export type DataClass = 'ordinary_crm' | 'restricted_relationship' | 'private_user_note';

export type RouteFault = OutboundFailure | 'invalid_answer';

const LANGUAGE: readonly Provider[] = ['openai_compatible', 'anthropic_compatible', 'custom'];

/** Providers whose protocol a purpose is spoken in. */
const SERVED_BY: Record<Purpose, readonly Provider[]> = {
  assistant_chat: ['openai_compatible'],
  content_multiplex: LANGUAGE,
  content_adapt: LANGUAGE,
  summary: LANGUAGE,
  classification: LANGUAGE,
  transcription: ['openai_compatible', 'transcription', 'custom'],
  embedding: ['openai_compatible', 'custom'],
};

/** Whether a purpose can be spoken with a provider. */
export function serves(provider: Provider, purpose: Purpose): boolean {
  return SERVED_BY[purpose].includes(provider);
}

/** @throws VALIDATION_ERROR provider */
export function assertServes(provider: Provider, purpose: Purpose): void {
  if (serves(provider, purpose)) return;
  const fit = SERVED_BY[purpose].join(', ');
  throw invalid('provider_key_id', 'provider', `${purpose} needs a key of ${fit}, not of ${provider}.`);
}

/**
 * Refuses a fallback that leads back to where it begins.
 * @param fallbacks those that stand, by purpose
 * @throws VALIDATION_ERROR cycle
 */
export function assertNoCircle(
  purpose: Purpose,
  fallback: Purpose | null,
  fallbacks: ReadonlyMap<Purpose, Purpose | null>,
): void {
  const way: Purpose[] = [purpose];
  for (let next = fallback; next; next = fallbacks.get(next) ?? null) {
    way.push(next);
    if (next === purpose)
      throw invalid('fallback', 'cycle', `The fallback leads back to itself: ${way.join(' -> ')}.`);
    // A circle elsewhere cannot be stored; should it ever stand, this ends the walk.
    if (way.length > fallbacks.size + 1) return;
  }
}

/** What stands of a route when it is asked whether it can be used. */
export interface RouteState {
  purpose: Purpose;
  fallbackPurpose: Purpose | null;
  /** Null without a key. */
  provider: Provider | null;
  keyStatus: KeyStatus | null;
  monthlyBudget: number | null;
  spentTokens: number;
}

/** The routes to try for a purpose, in order, before it is answered by rule. */
export function chainOf<R extends RouteState>(purpose: Purpose, routes: readonly R[]): R[] {
  const byPurpose = new Map(routes.map((route) => [route.purpose, route]));
  const chain: R[] = [];
  for (let next = byPurpose.get(purpose); next && !chain.includes(next); ) {
    chain.push(next);
    next = next.fallbackPurpose ? byPurpose.get(next.fallbackPurpose) : undefined;
  }
  return chain.filter((route) => isReady(route, purpose));
}

function isReady({ provider, keyStatus, ...spending }: RouteState, purpose: Purpose): boolean {
  if (!provider || !serves(provider, purpose)) return false;
  return (keyStatus === 'active' || keyStatus === 'unverified') && !isSpent(spending);
}

/** Whether the budget of the month is used up. */
export function isSpent({
  monthlyBudget,
  spentTokens,
}: Pick<RouteState, 'monthlyBudget' | 'spentTokens'>): boolean {
  return monthlyBudget !== null && spentTokens >= monthlyBudget;
}

export type RouteHealth = 'unset' | 'untried' | 'healthy' | 'failing' | 'key_unusable' | 'over_budget';

/** How a route stands, the most pressing first. */
export function healthOf(
  state: RouteState,
  { lastSuccessAt, lastFailureAt }: { lastSuccessAt: Date | null; lastFailureAt: Date | null },
): RouteHealth {
  if (!state.provider) return 'unset';
  if (state.keyStatus === 'invalid' || state.keyStatus === 'disabled') return 'key_unusable';
  if (isSpent(state)) return 'over_budget';
  if (lastFailureAt && (!lastSuccessAt || lastFailureAt > lastSuccessAt)) return 'failing';
  return lastSuccessAt ? 'healthy' : 'untried';
}

/** The first day of the month in which something is spent, in UTC. */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
