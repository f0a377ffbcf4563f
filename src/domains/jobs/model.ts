// The model of jobs.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';

export type JobKind =
  | 'import_validate'
  | 'import_execute'
  | 'import_rollback'
  | 'export'
  | 'batch'
  | 'pdf_render'
  | 'seal'
  | 'reschedule';
export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelling' | 'cancelled';

export class Job extends RecordModel {
  static override tableName = 'jobs';
  static override entity = 'jobs';
  static override jsonAttributes = ['requestedBy', 'error', 'result'];

  /** Jobs are never soft-deleted; they are purged some time after they finish. */
  static override live = this.of as typeof RecordModel.live;

  declare kind: JobKind;
  declare state: JobState;
  declare processed: number;
  declare total: number | null;
  declare attempts: number;
  declare error: { code: string; message: string } | null;
  declare result: Record<string, unknown> | null;
  declare requestedBy: ActorRecord;
  declare leaseUntil: Date | null;
  declare startedAt: Date | null;
  declare finishedAt: Date | null;
}
