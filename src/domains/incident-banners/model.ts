// The model of banners.
import { RecordModel } from '../../db/record-model.ts';

export type BannerSeverity = 'info' | 'degraded' | 'outage' | 'maintenance';

export class IncidentBanner extends RecordModel {
  static override tableName = 'incident_banners';
  static override entity = 'platform_incidents';

  declare title: string;
  declare body: string;
  declare severity: BannerSeverity;
  declare workspaceIds: string[] | null;
  declare startsAt: Date;
  declare endsAt: Date | null;
}
