// Jobs of all workspaces, as operators see them.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { JobKind, JobState } from '../jobs/model.ts';

/** A row of the view `platform_jobs`. */
export class PlatformJob extends RecordModel {
  static override tableName = 'platform_jobs';
  static override entity = 'platform_jobs';
  static override jsonAttributes = ['error', 'requestedBy'];
  static override live = this.of as typeof RecordModel.live;

  declare workspaceId: string;
  declare kind: JobKind;
  declare state: JobState;
  declare processed: number;
  declare total: number | null;
  declare attempts: number;
  declare error: { code: string; message: string } | null;
  declare handler: string | null;
  declare payloadKeys: string[];
  declare repeatable: boolean;
  declare requestedBy: ActorRecord;
  declare startedAt: Date | null;
  declare finishedAt: Date | null;
}
