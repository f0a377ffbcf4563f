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

/** What runs a job. */
export interface JobWork {
  handler: string;
  input: object;
  /** Whether it can be started again after it has failed. */
  repeatable: boolean;
}

export class Job extends RecordModel {
  static override tableName = 'jobs';
  static override entity = 'jobs';
  static override jsonAttributes = ['requestedBy', 'error', 'result', 'work'];

  /** Jobs are never soft-deleted; they are purged some time after they finish. */
  static override live = this.of as typeof RecordModel.live;

  declare kind: JobKind;
  declare state: JobState;
  declare processed: number;
  declare total: number | null;
  declare attempts: number;
  declare error: { code: string; message: string } | null;
  declare result: Record<string, unknown> | null;
  /** Null for work that another step enqueues. */
  declare work: JobWork | null;
  declare requestedBy: ActorRecord;
  declare leaseUntil: Date | null;
  declare startedAt: Date | null;
  declare finishedAt: Date | null;
}
