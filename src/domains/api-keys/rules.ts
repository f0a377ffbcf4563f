// The rules of provider keys (platform.md section 6): which need an address, what may be told, what a check says.

import type { OutboundFailure } from '../../egress/failures.ts';
import { invalid } from '../../errors.ts';

export type Provider =
  | 'openai_compatible'
  | 'anthropic_compatible'
  | 'email_smtp'
  | 'transcription'
  | 'enrichment'
  | 'storage'
  | 'custom';

export type KeyStatus = 'unverified' | 'active' | 'invalid' | 'disabled';

/** Protocols that any host can speak, so that the key says which one. */
const NEEDS_ADDRESS: ReadonlySet<Provider> = new Set(['openai_compatible', 'anthropic_compatible', 'custom']);

/** Shorter secrets would be half told by their end. */
const TOLD_FROM = 16;

/** What is shown of a secret: its last four characters, or nothing of a short one. */
export function lastFourOf(secret: string): string | null {
  return secret.length >= TOLD_FROM ? secret.slice(-4) : null;
}

/** An address as it is stored: without a slash at its end. @throws VALIDATION_ERROR for a query or a fragment */
export function readBaseUrl(text: string | null | undefined): string | null {
  if (text == null || text.trim() === '') return null;
  const url = text.trim();
  if (URL.canParse(url) && (new URL(url).search || new URL(url).hash))
    throw invalid('base_url', 'format', 'Give the address without a query and without a fragment.');
  return url.replace(/\/+$/, '');
}

/** @throws VALIDATION_ERROR required, for a provider that only its address tells */
export function assertAddressed(provider: Provider, baseUrl: string | null): void {
  if (baseUrl || !NEEDS_ADDRESS.has(provider)) return;
  throw invalid('base_url', 'required', `A key of ${provider} needs the base_url of its API.`);
}

/** @throws VALIDATION_ERROR not_checkable, where there is nobody to ask */
export function assertCheckable(provider: Provider, baseUrl: string | null): void {
  if (provider === 'email_smtp')
    throw invalid(
      'verify',
      'not_checkable',
      'A key of a mail server cannot be checked; send it without verify.',
    );
  if (!baseUrl) throw invalid('base_url', 'required', 'Give the base_url that the check may ask.');
}

/**
 * Refuses to send a stored secret to another address: whoever borrows a session could read it there.
 * @throws VALIDATION_ERROR required
 */
export function assertOwnAddress(former: string | null, next: string | null, secret: unknown): void {
  if (next !== former && secret == null)
    throw invalid('secret', 'required', 'Give the secret again together with another base_url.');
}

/** What a check makes of a key. A provider that was not reached says nothing about it. */
export function statusOf(fault: OutboundFailure | null): KeyStatus {
  if (!fault) return 'active';
  return fault === 'auth' ? 'invalid' : 'unverified';
}
