// What operators did, over all workspaces.
import type { Surface } from '../../access/context.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { AuditActor, AuditChange } from '../audit/model.ts';

/** A row of the view `platform_audit_entries`. */
export class PlatformAuditEntry extends RecordModel {
  static override tableName = 'platform_audit_entries';
  static override entity = 'platform_audit';
  static override jsonAttributes = ['actor', 'changes'];
  static override live = this.of as typeof RecordModel.live;

  declare workspaceId: string;
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
  declare changes: AuditChange[];
  declare risk: 'read' | 'write' | 'risky' | null;
  declare requestId: string | null;
  declare ip: string | null;
  declare userAgent: string | null;
}
