// Requests of persons for their data or its erasure.
import { RecordModel } from '../../db/record-model.ts';

export type PrivacyState = 'received' | 'scoped' | 'awaiting_second' | 'executing' | 'completed' | 'rejected';

/** What an erasure keeps although it concerns the person. */
export interface PrivacyHold {
  workspaceId: string;
  entity: string;
  id: string;
  reason: 'retention' | 'signed' | 'account';
}

export class PrivacyRequest extends RecordModel {
  static override tableName = 'privacy_requests';
  static override entity = 'platform_privacy';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'scopeFound', 'holds', 'resultManifest'];

  declare type: 'export' | 'erasure';
  declare workspaceId: string | null;
  declare email: string | null;
  declare contactId: string | null;
  declare state: PrivacyState;
  declare dueAt: Date;
  declare scopeFound: Record<string, number>;
  declare holds: PrivacyHold[];
  declare firstBy: string | null;
  declare secondBy: string | null;
  declare resultManifest: Record<string, number> | null;
  declare jobId: string | null;
  declare completedAt: Date | null;
}
