// The models of batches and their items.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { FieldFault } from '../../errors.ts';

export type BatchState =
  | 'queued'
  | 'running'
  | 'cancelling'
  | 'succeeded'
  | 'partially_failed'
  | 'failed'
  | 'cancelled';

export interface BatchCounts {
  total: number;
  pending: number;
  running: number;
  succeeded: number;
  failed: number;
  skipped: number;
  cancelled: number;
}

export class Batch extends RecordModel {
  static override tableName = 'batches';
  static override entity = 'jobs';
  static override jsonAttributes = ['counts', 'requestedBy'];
  /** Batches are never soft-deleted; they are purged some time after they end. */
  static override live = this.of as typeof RecordModel.live;

  declare kind: 'operation' | 'import';
  declare operation: string | null;
  declare importId: string | null;
  declare jobId: string | null;
  declare state: BatchState;
  declare onError: 'continue' | 'abort';
  declare counts: BatchCounts;
  declare lastEvent: number;
  declare requestedBy: ActorRecord;
  declare requesterId: string;
  declare startedAt: Date | null;
  declare finishedAt: Date | null;
}

export class BatchItem extends RecordModel {
  /** A view, which also contains the rows that imports run. */
  static override tableName = 'batch_work';
  static override entity = 'jobs';
  static override jsonAttributes = ['error', 'result'];
  static override live = this.of as typeof RecordModel.live;

  declare batchId: string;
  declare index: number;
  declare state: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled';
  declare attempts: number;
  declare error: { code: string; message: string; fields?: FieldFault[] } | null;
  declare result: { type: string; id: string } | null;
}
