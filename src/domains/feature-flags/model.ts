// Feature flags: the record, and the view with the number of workspaces that have a value of their own.
import type { FlagKind, FlagSource } from '../../access/feature-flags.ts';
import { RecordModel } from '../../db/record-model.ts';

export class StoredFlag extends RecordModel {
  static override tableName = 'feature_flags';
  static override entity = 'platform_flags';

  declare key: string;
  declare description: string;
  declare kind: FlagKind;
  declare module: string | null;
  declare defaultValue: boolean;
  declare rollout: number | null;
  declare plans: string[];
  declare archived: boolean;
}

/** A row of the view `platform_flags`. */
export class FeatureFlag extends StoredFlag {
  static override tableName = 'platform_flags';
  static override live = this.of as typeof RecordModel.live;

  declare overrideCount: number;
}

/** A flag as it is for one workspace. */
export interface TenantFlag {
  key: string;
  kind: FlagKind;
  module: string | null;
  value: boolean;
  source: FlagSource;
  reason: string | null;
  expiresAt: Date | null;
}
