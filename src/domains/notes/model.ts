// The model of notes.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';

export class Note extends RecordModel {
  static override tableName = 'notes';
  static override entity = 'notes';

  declare companyId: string | null;
  declare contactId: string | null;
  declare dealId: string | null;
  declare body: string;
  declare isPinned: boolean;
  declare author: ActorRecord;
  declare edited: boolean;
}
