// The model of the daily snapshots of the health of a workspace.
import { RecordModel } from '../../db/record-model.ts';
import type { HealthFigures } from './figures.ts';

export class TenantHealthSnapshot extends RecordModel {
  static override tableName = 'tenant_health_snapshots';
  static override entity = 'tenant_health';
  static override jsonAttributes = ['figures'];

  /** Snapshots are never soft-deleted; they are purged after 400 days. */
  static override live = this.of as typeof RecordModel.live;

  declare date: string;
  declare figures: HealthFigures;
}
