// Draws the hash-chained evidence of an envelope of the demo.
import type { ActorRecord } from '../db/actor.ts';
import { chainHash, FIRST_HASH } from '../domains/signing/rules.ts';
import { canonicalJson } from '../operations/canonical.ts';
import type { Row } from './companies.ts';

/** The evidence of one envelope while it is drawn. */
export class EvidenceDraw {
  readonly rows: Row[] = [];
  readonly #tenantId: string;
  readonly #envelopeId: string;
  readonly #sender: ActorRecord;
  #hash = FIRST_HASH;

  constructor(tenantId: string, envelopeId: string, sender: ActorRecord) {
    this.#tenantId = tenantId;
    this.#envelopeId = envelopeId;
    this.#sender = sender;
  }

  /** Adds what the sender did, or a recipient. */
  add(type: string, at: Date, data: object, recipient?: { id: string; name: string }): void {
    const visitor = recipient && { type: 'visitor', id: recipient.id, label: recipient.name };
    this.#add(type, at, visitor ?? this.#sender, data, recipient?.id);
  }

  /** Adds what a deadline brought about. */
  addBySystem(type: string, at: Date, data: object): void {
    this.#add(type, at, { type: 'system', id: null, label: 'system' }, data);
  }

  #add(type: string, at: Date, actor: object, data: object, recipientId?: string): void {
    const seq = this.rows.length + 1;
    const canonical = canonicalJson({
      ...{ seq, type, at: at.toISOString(), actor, ip: null, user_agent: null },
      data: { ...(recipientId && { recipient_id: recipientId }), ...data },
    });
    const hash = chainHash(this.#hash, canonical);
    this.rows.push({
      ...{ tenant_id: this.#tenantId, envelope_id: this.#envelopeId, seq, type, at, canonical, hash },
      ...{ recipient_id: recipientId ?? null, prev_hash: this.#hash },
    });
    this.#hash = hash;
  }
}
