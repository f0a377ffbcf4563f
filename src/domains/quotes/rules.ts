// Pure rules of quotes: the status as of a day, and the text that the hash of a quote is made of.
import { createHash } from 'node:crypto';

/** The status of a quote as callers see it. */
export type QuoteStatus = 'draft' | 'sent' | 'accepted' | 'declined' | 'expired' | 'cancelled' | 'superseded';

/** Returns the status of a quote on a day: sent ones expire after the last day of their validity. */
export function statusOn(
  { status, validUntil }: { status: string; validUntil: string },
  today: string,
): QuoteStatus {
  return status === 'sent' && validUntil < today ? 'expired' : (status as QuoteStatus);
}

/** Returns the SHA-256 of a value as canonical JSON, with sorted members. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join()}}`;
}

/** Returns the number of a revision: that of the first one, with `-R2` and so on. */
export function revisionNumber(number: string, revision: number): string {
  return `${number.replace(/-R\d+$/, '')}-R${revision}`;
}
