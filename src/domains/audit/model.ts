// The models of the audit log.

import type { Surface } from '../../access/context.ts';
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export interface AuditChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The actor of an entry. Only agents have an approver, and only operators impersonate somebody. */
export interface AuditActor extends ActorRecord {
  impersonator?: ActorRecord;
  approver?: ActorRecord;
  proposal_id?: string;
}

export class AuditEntry extends RecordModel {
  static override tableName = 'audit_entries';
  static override entity = 'audit_logs';
  static override jsonAttributes = ['actor', 'changes'];
  /** Entries are never deleted. */
  static override live = this.of as typeof RecordModel.live;

  declare occurredAt: Date;
  declare actor: AuditActor;
  declare action: string;
  declare operation: string | null;
  declare surface: Surface;
  declare targetType: string | null;
  declare targetId: string | null;
  declare targetLabel: string | null;
  declare outcome: 'success' | 'denied' | 'failed';
  declare errorCode: string | null;
  declare occurrences: number;
  declare changes: AuditChange[];
  declare risk: 'read' | 'write' | 'risky' | null;
  declare requestId: string | null;
  declare ip: string | null;
  declare userAgent: string | null;
}

/** The record that an entry is about. */
export interface AuditTarget {
  type: string;
  id: string | null;
  label: string | null;
}

/** The link of an entry in the hash chain of its workspace. */
export class AuditSeal extends TenantModel {
  static override tableName = 'audit_seals';
  static override idColumn = ['tenant_id', 'seq'];

  declare seq: number;
  declare entryId: string;
  declare salt: string | null;
  declare contentHash: string;
  declare prevHash: string;
  declare hash: string;
}
