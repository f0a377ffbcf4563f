// What an audit entry is in the chain, letter by letter, and how it stands in an export (platform.md section 8).
import { createHash } from 'node:crypto';
import type { AuditEntry, AuditSeal } from './model.ts';

/** What the first entry of a workspace follows. */
export const GENESIS = '0'.repeat(64);

export type Sealable = Pick<
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
 * The digest of what an entry says of people: label and changes, with a salt of its own. The chain holds the digest, so
 * that both can be erased and the rest still be proven.
 */
export function contentHash(salt: string, { targetLabel, changes }: Sealable): string {
  return sha256(`${salt}\n${canonicalJson({ label: targetLabel, changes })}`);
}

/**
 * The text that is chained: JSON without spaces, the members of every object sorted by name, times in UTC with
 * milliseconds, absent values as null.
 */
export function canonicalEntry(entry: Sealable, seq: number, content: string): string {
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

/** SHA-256 of the former hash, a line feed and the canonical text, as hex. */
export function chainHash(previous: string, canonical: string): string {
  return sha256(`${previous}\n${canonical}`);
}

/** A seal before it is stored. */
export type NewSeal = Pick<AuditSeal, 'seq' | 'entryId' | 'contentHash' | 'prevHash' | 'hash'> & {
  salt: string;
};

/** The last link of a chain. */
export type Head = Pick<AuditSeal, 'seq' | 'hash'>;

/** The seal of an entry behind the last one. */
export function sealOf(entry: Sealable, salt: string, head: Head): NewSeal {
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

/** What is wrong with an entry and its seal, seen from the former one; undefined where they prove each other. */
export function faultOf(entry: Sealable | undefined, seal: AuditSeal, former: Head): Fault | undefined {
  if (seal.seq !== former.seq + 1) return 'gap';
  if (seal.prevHash !== former.hash) return 'link_broken';
  if (!entry) return 'entry_missing';
  if (seal.hash !== chainHash(seal.prevHash, canonicalEntry(entry, seal.seq, seal.contentHash)))
    return 'entry_changed';
  const isProven = seal.salt === null ? isErased(entry) : seal.contentHash === contentHash(seal.salt, entry);
  return isProven ? undefined : 'content_changed';
}

function isErased({ targetLabel, changes }: Sealable): boolean {
  return targetLabel === null && changes.every(({ from, to }) => from === '[erased]' && to === '[erased]');
}

/** The name of a changed field as callers know it. */
export function wireField(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** JSON with sorted members. */
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
