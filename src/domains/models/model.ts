// The model of model routes.
import { RecordModel } from '../../db/record-model.ts';
import type { DataClass, Purpose, RouteFault } from './rules.ts';

export class ModelRoute extends RecordModel {
  static override tableName = 'model_routes';
  static override entity = 'model_routes';

  declare purpose: Purpose;
  /** Null, together with `model`, if the purpose is answered by rules. */
  declare providerKeyId: string | null;
  declare model: string | null;
  declare temperature: string;
  declare maxOutputTokens: number;
  declare timeoutMs: number;
  declare monthlyBudget: number | null;
  /** Null if the fallback is answered by rules. */
  declare fallbackPurpose: Purpose | null;
  declare dataClassesAllowed: DataClass[];
  declare lastSuccessAt: Date | null;
  declare lastFailureAt: Date | null;
  declare lastError: RouteFault | null;
}
