// The signatures of events that providers send to this service: Standard Webhooks, and `t=…,v1=…` of signing providers.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A body as it was signed. */
export interface SignedBody {
  headers: Headers;
  body: string;
}

const TOLERANCE_MS = 5 * 60_000;

/** Returns whether one of the secrets signed a body with the three headers of Standard Webhooks within five minutes. */
export function hasWebhookSignature(
  { headers, body }: SignedBody,
  secrets: readonly string[],
  now: Date,
): boolean {
  const id = headerOf(headers, 'webhook-id');
  const time = new Date(Number(headerOf(headers, 'webhook-timestamp')) * 1000);
  if (!id || id.length > 200 || !isRecent(time, now)) return false;
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  return secrets.some((secret) => isAmong(signatures, new Webhook(secret).sign(id, time, body)));
}

/**
 * Returns whether one of the secrets signed a body with the header `t=<seconds>,v1=<hex>` within five minutes; its key is
 * the whole secret as text.
 */
export function hasTimedSignature(
  header: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const seconds = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(seconds) || !isRecent(new Date(Number(seconds) * 1000), now)) return false;
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  return secrets.some((secret) =>
    isAmong(signatures, createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')),
  );
}

/** Returns the first value of a header; an empty text without it. */
export function headerOf(headers: Headers, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function isRecent(time: Date, now: Date): boolean {
  return Math.abs(now.getTime() - time.getTime()) <= TOLERANCE_MS;
}

function isAmong(signatures: readonly string[], expected: string): boolean {
  const right = Buffer.from(expected);
  return signatures.some((signature) => {
    const left = Buffer.from(signature);
    return left.length === right.length && timingSafeEqual(left, right);
  });
}
