// The model of operators.
import type { OperatorRole } from '../../access/operators.ts';
import { RecordModel } from '../../db/record-model.ts';

export class Operator extends RecordModel {
  static override tableName = 'operators';
  static override entity = 'platform_operators';

  declare userId: string;
  declare role: OperatorRole;
  declare state: 'awaiting_second' | 'active';
  declare requestedBy: string | null;
  declare confirmedBy: string | null;
  declare confirmedAt: Date | null;
}
