// The table of model routes as a class.
import { RecordModel } from '../../db/record-model.ts';
import type { DataClass, Purpose, RouteFault } from './rules.ts';

export class ModelRoute extends RecordModel {
  static override tableName = 'model_routes';
  static override entity = 'model_routes';

  declare purpose: Purpose;
  /** Null with `model`: the purpose is answered by rule. */
  declare providerKeyId: string | null;
  declare model: string | null;
  declare temperature: string;
  declare maxOutputTokens: number;
  declare timeoutMs: number;
  declare monthlyBudget: number | null;
  /** Null: answered by rule. */
  declare fallbackPurpose: Purpose | null;
  declare dataClassesAllowed: DataClass[];
  declare lastSuccessAt: Date | null;
  declare lastFailureAt: Date | null;
  declare lastError: RouteFault | null;
}
