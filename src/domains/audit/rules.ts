// Hashing of audit entries into the chain, byte by byte, and their form in an export (platform.md section 8).
import { createHash } from 'node:crypto';
import type { AuditEntry, AuditSeal } from './model.ts';

/** The hash that the first entry of a workspace follows. */
export const GENESIS = '0'.repeat(64);

export type SealableEntry = Pick<
  AuditEntry,
  | 'tenantId'
  | 'id'
  | 'occurredAt'
  | 'actor'
  | 'action'
  | 'operation'
  | 'surface'
  | 'targetType'
  | 'targetId'
  | 'targetLabel'
  | 'outcome'
  | 'errorCode'
  | 'occurrences'
  | 'changes'
  | 'risk'
  | 'requestId'
  | 'ip'
  | 'userAgent'
>;

/**
 * Returns the digest of the personal content of an entry, its label and changes, with a random salt. The chain holds
 * only the digest, so both can be erased and the rest can still be verified.
 */
function contentHash(salt: string, { targetLabel, changes }: SealableEntry): string {
  return sha256(`${salt}\n${canonicalJson({ label: targetLabel, changes })}`);
}

/**
 * Returns the text that is hashed into the chain: JSON without spaces, the members of every object sorted by name,
 * times in UTC with milliseconds, absent values as null.
 */
export function canonicalEntry(entry: SealableEntry, seq: number, content: string): string {
  return canonicalJson({
    seq,
    tenant_id: entry.tenantId,
    id: entry.id,
    occurred_at: entry.occurredAt.toISOString(),
    actor: entry.actor,
    action: entry.action,
    operation: entry.operation,
    surface: entry.surface,
    target: { type: entry.targetType, id: entry.targetId },
    outcome: entry.outcome,
    error_code: entry.errorCode,
    occurrences: entry.occurrences,
    content_hash: content,
    risk: entry.risk,
    request_id: entry.requestId,
    ip: entry.ip,
    user_agent: entry.userAgent,
  });
}

/** Returns the SHA-256 of the previous hash, a line feed and the canonical text, as hex. */
function chainHash(previous: string, canonical: string): string {
  return sha256(`${previous}\n${canonical}`);
}

/** A seal before it is stored. */
export type NewSeal = Pick<AuditSeal, 'seq' | 'entryId' | 'contentHash' | 'prevHash' | 'hash'> & {
  salt: string;
};

/** The last link of a chain. */
export type Head = Pick<AuditSeal, 'seq' | 'hash'>;

/** Returns the seal that appends an entry to the chain. */
export function sealOf(entry: SealableEntry, salt: string, head: Head): NewSeal {
  const seq = head.seq + 1;
  const content = contentHash(salt, entry);
  const hash = chainHash(head.hash, canonicalEntry(entry, seq, content));
  return { seq, entryId: entry.id, salt, contentHash: content, prevHash: head.hash, hash };
}

export type Fault =
  | 'gap'
  | 'link_broken'
  | 'entry_missing'
  | 'entry_changed'
  | 'content_changed'
  | 'not_sealed';

/** Returns what is wrong with an entry and its seal, given the previous link; undefined if they match. */
export function faultOf(
  entry: SealableEntry | undefined,
  seal: AuditSeal,
  previous: Head,
): Fault | undefined {
  if (seal.seq !== previous.seq + 1) return 'gap';
  if (seal.prevHash !== previous.hash) return 'link_broken';
  if (!entry) return 'entry_missing';
  if (seal.hash !== chainHash(seal.prevHash, canonicalEntry(entry, seal.seq, seal.contentHash)))
    return 'entry_changed';
  const isIntact = seal.salt === null ? isErased(entry) : seal.contentHash === contentHash(seal.salt, entry);
  return isIntact ? undefined : 'content_changed';
}

function isErased({ targetLabel, changes }: SealableEntry): boolean {
  return targetLabel === null && changes.every(({ from, to }) => from === '[erased]' && to === '[erased]');
}

/** Returns the name of a changed field in the API. */
export function wireField(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Serializes to JSON with sorted members. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : (part ?? null),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
