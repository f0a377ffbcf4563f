// Types of workspace settings: the stored row, and the settings as the API returns them.
import type { ActorRecord } from '../../access/principal.ts';
import { type CommercialSettings, commercialSettings } from './commercial.ts';
import { type DeliverySettings, deliverySettings } from './delivery.ts';
import { profileOf, type TenantProfile } from './profile.ts';

/** The columns of tenants that settings use. */
export interface TenantRow {
  id: string;
  version: number;
  name: string;
  slug: string;
  status: 'active' | 'suspended' | 'pending_deletion' | 'deleted';
  locale: string;
  time_zone: string;
  currency: string;
  country: string;
  date_format: string;
  logo_url: string | null;
  /** Whether each module is on; a missing module is on. */
  modules: Record<string, boolean>;
  require_mfa: boolean;
  session_idle_minutes: number | null;
  allowed_origins: string[];
  ip_allowlist: string[];
  sso_enforced: boolean;
  require_if_match: boolean;
  allow_support_access: boolean;
  /** The commercial settings that differ from their defaults. */
  commercial: Partial<CommercialSettings>;
  /** The delivery settings that differ from their defaults. */
  delivery: Partial<DeliverySettings>;
  imports_four_eyes: boolean;
  /** What the workspace says of itself; members that are not set are absent. */
  profile: Partial<TenantProfile>;
  created_at: Date;
  updated_at: Date;
  updated_by: ActorRecord;
}

export interface SecuritySettings {
  requireMfa: boolean;
  sessionIdleMinutes: number | null;
  allowedOrigins: string[];
  ipAllowlist: string[];
  ssoEnforced: boolean;
  requireIfMatch: boolean;
  allowSupportAccess: boolean;
}

export interface ImportSettings {
  fourEyes: boolean;
}

export interface TenantSettings {
  id: string;
  version: number;
  name: string;
  slug: string;
  status: TenantRow['status'];
  locale: string;
  timeZone: string;
  currency: string;
  country: string;
  dateFormat: string;
  logoUrl: string | null;
  modules: Record<string, boolean>;
  security: SecuritySettings;
  commercial: CommercialSettings;
  delivery: DeliverySettings;
  imports: ImportSettings;
  profile: TenantProfile;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: ActorRecord;
}

/** Converts a row to settings. @param modules all modules that a workspace can have */
export function toSettings(row: TenantRow, modules: readonly string[]): TenantSettings {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    slug: row.slug,
    status: row.status,
    locale: row.locale,
    timeZone: row.time_zone,
    currency: row.currency,
    country: row.country,
    dateFormat: row.date_format,
    logoUrl: row.logo_url,
    modules: Object.fromEntries(modules.map((module) => [module, row.modules[module] !== false])),
    security: {
      requireMfa: row.require_mfa,
      sessionIdleMinutes: row.session_idle_minutes,
      allowedOrigins: row.allowed_origins,
      ipAllowlist: row.ip_allowlist,
      ssoEnforced: row.sso_enforced,
      requireIfMatch: row.require_if_match,
      allowSupportAccess: row.allow_support_access,
    },
    commercial: commercialSettings(row),
    delivery: deliverySettings(row),
    imports: { fourEyes: row.imports_four_eyes },
    profile: profileOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}
