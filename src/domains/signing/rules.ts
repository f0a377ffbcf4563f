// Pure rules of signing: the states of an envelope, whose turn it is, and the chain of evidence.
import { createHash } from 'node:crypto';
import { fail } from '../../errors.ts';
import type { Envelope, EnvelopeRecipient, EnvelopeStatus, RecipientStatus } from './model.ts';

export type Trigger = 'send' | 'progress' | 'finish' | 'seal' | 'decline' | 'void' | 'expire' | 'reopen';

/** From where each trigger leads where; reopening leads back to where an envelope expired. */
export const TRANSITIONS: Readonly<Record<Trigger, Partial<Record<EnvelopeStatus, EnvelopeStatus>>>> = {
  send: { draft: 'sent' },
  progress: { sent: 'partially_signed', partially_signed: 'partially_signed' },
  finish: { sent: 'completing', partially_signed: 'completing' },
  seal: { completing: 'completed' },
  decline: { sent: 'declined', partially_signed: 'declined' },
  void: { sent: 'voided', partially_signed: 'voided' },
  expire: { sent: 'expired', partially_signed: 'expired' },
  reopen: { expired: 'sent' },
};

/** Statuses in which recipients act. */
export const RUNNING: readonly EnvelopeStatus[] = ['sent', 'partially_signed'];
export const DAY_MS = 86_400_000;
/** The most automatic reminders of an envelope. */
export const MAX_REMINDERS = 10;
export const DEFAULT_EXPIRY_MS = 30 * DAY_MS;
export const MAX_EXPIRY_MS = 365 * DAY_MS;
/** How long an expired envelope can be opened again. */
export const REOPEN_MS = 30 * DAY_MS;
/** How long links read a completed envelope. */
export const READ_MS = 90 * DAY_MS;

/** Returns the status after a trigger. @throws INVALID_STATE_TRANSITION */
export function statusAfter(from: EnvelopeStatus, trigger: Trigger): EnvelopeStatus {
  const to = TRANSITIONS[trigger][from];
  if (to) return to;
  return fail('INVALID_STATE_TRANSITION', `The envelope is ${from}, so this cannot be done now.`, {
    details: { from, to: Object.values(TRANSITIONS[trigger])[0], allowed: reachable(from) },
  });
}

/** Returns the statuses that can follow a status. */
export function reachable(from: EnvelopeStatus): EnvelopeStatus[] {
  const next = Object.values(TRANSITIONS).flatMap((moves) => moves[from] ?? []);
  return [...new Set(next)].filter((status) => status !== from);
}

/** Returns the status as of a time: what has expired counts as expired before any sweep. */
export function statusAt(
  { status, expiresAt }: Pick<Envelope, 'status' | 'expiresAt'>,
  now: Date,
): EnvelopeStatus {
  // A read of JSON from the database has the time as a text.
  return RUNNING.includes(status) && expiresAt && new Date(expiresAt) <= now ? 'expired' : status;
}

/** Statuses of recipients who have not read an envelope; they end with its deadline. */
export const EXPIRING: readonly RecipientStatus[] = ['sent', 'queued', 'bounced'];

type Progressing = Pick<EnvelopeRecipient, 'role' | 'status' | 'routingOrder' | 'viewedAt'>;

/** Returns whether a recipient takes part, rather than getting copies at the end. */
export function takesPart({ role }: Pick<EnvelopeRecipient, 'role'>): boolean {
  return role !== 'cc';
}

/** Returns whether a recipient has done their part. */
export function isDone({ role, status, viewedAt }: Progressing): boolean {
  if (role === 'viewer') return viewedAt !== null;
  return (['signed', 'approved', 'declined'] as RecipientStatus[]).includes(status);
}

/** Returns the recipients of the group whose turn it is; none when everybody is done. */
export function openGroup<R extends Progressing>(
  routing: Envelope['routing'],
  recipients: readonly R[],
): R[] {
  const active = recipients.filter(takesPart);
  const waiting = active.filter((one) => !isDone(one));
  if (routing === 'parallel' || waiting.length === 0) return waiting;
  const first = Math.min(...waiting.map(({ routingOrder }) => routingOrder));
  return waiting.filter(({ routingOrder }) => routingOrder === first);
}

/** Returns how many of those who take part are done. */
export function progressOf(recipients: readonly Progressing[]): { done: number; total: number } {
  const active = recipients.filter(takesPart);
  return { done: active.filter(isDone).length, total: active.length };
}

/** Returns the digest that a signer confirms: of the documents' SHA-256 in order, joined by line feeds. */
export function digestOf(documents: readonly { sha256Original: string }[]): string {
  return sha256(documents.map(({ sha256Original }) => sha256Original).join('\n'));
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The hash before the first event. */
export const FIRST_HASH = '0'.repeat(64);

/** Returns the hash of an event that follows another one. */
export function chainHash(prevHash: string, canonical: string): string {
  return sha256(`${prevHash}\n${canonical}`);
}

/** Returns whether every event follows from the one before it. */
export function isChain(
  events: readonly { seq: number; canonical: string; prevHash: string; hash: string }[],
): boolean {
  let before = FIRST_HASH;
  return events.every(({ seq, canonical, prevHash, hash }, index) => {
    const follows = seq === index + 1 && prevHash === before && hash === chainHash(prevHash, canonical);
    before = hash;
    return follows;
  });
}
