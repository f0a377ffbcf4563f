// Workspaces as operators see them, and the stored row.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { FollowedJob } from '../jobs/followed.ts';
import type { TenantRow } from '../tenants/model.ts';

export type TenantState = TenantRow['status'];
export type SupportTier = 'standard' | 'priority' | 'dedicated';

/** Requests in the window of a policy; absent where the limit of the platform holds. */
export type StoredRateLimits = Partial<Record<'tenant' | 'tenant-write' | 'export', number>>;

/** A row of the view `platform_tenants`. */
export class PlatformTenant extends RecordModel {
  static override tableName = 'platform_tenants';
  static override entity = 'platform_tenants';
  static override live = this.of as typeof RecordModel.live;

  declare name: string;
  declare slug: string;
  declare state: TenantState;
  declare region: string | null;
  declare supportTier: SupportTier;
  declare planKey: string | null;
  declare subscriptionStatus: string | null;
  declare lastCalledOn: string | null;
  declare deleteAfter: Date | null;
  declare earlyDeletionBy: string | null;
  declare rateLimits: StoredRateLimits;
}

/** The columns of `tenants` that operators change. */
export interface StoredTenant {
  id: string;
  version: number;
  name: string;
  slug: string;
  status: TenantState;
  region: string | null;
  support_tier: SupportTier;
  state_before_deletion: 'active' | 'suspended' | null;
  delete_after: Date | null;
  early_deletion_by: string | null;
  rate_limits: StoredRateLimits;
}

export interface TenantOwner {
  userId: string;
  name: string;
  email: string;
}

export interface TenantStateChange {
  from: TenantState;
  to: TenantState;
  reason: string | null;
  by: ActorRecord;
  at: Date;
}

/** An export of the whole workspace. */
export type TenantDataExport = FollowedJob;
