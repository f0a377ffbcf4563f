// Rows of users, sessions and refresh tokens, and the objects that the API returns for them.
import type { OperatorRole } from '../../access/operators.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  status: 'active' | 'invited' | 'suspended' | 'erased';
  operator_role: OperatorRole | null;
  locale: string;
  time_zone: string;
  avatar_url: string | null;
  email_verified_at: Date | null;
  mfa_enabled: boolean;
  /** Encrypted with the keys of the service. */
  mfa_secret: string | null;
  mfa_last_step: number | null;
  last_sign_in_at: Date | null;
  created_at: Date;
}

export interface SessionRow {
  id: string;
  user_id: string;
  active_tenant_id: string | null;
  auth_time: Date;
  amr: string[];
  /** The workspace whose identity provider authenticated the user; the session cannot enter another one. */
  sso_tenant_id: string | null;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  revoke_reason: string | null;
}

/** A user's own account. */
export interface Account {
  id: string;
  email: string;
  name: string;
  locale: string;
  timeZone: string;
  avatarUrl: string | null;
  emailVerifiedAt: Date | null;
  mfaEnabled: boolean;
  isOperator: boolean;
  operatorRole: OperatorRole | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

export interface Workspace {
  id: string;
  name: string;
  slug: string;
  status: string;
  locale: string;
  timeZone: string;
  currency: string;
}

export interface Membership {
  tenant: Workspace;
  joinedAt: Date | null;
}

/** A session, shown to its user as a signed-in device. */
export interface Device {
  id: string;
  isCurrent: boolean;
  userAgent: string | null;
  ip: string | null;
  createdAt: Date;
  authTime: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** Converts a row to the account that its user sees. */
export function toAccount(row: UserRow): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    locale: row.locale,
    timeZone: row.time_zone,
    avatarUrl: row.avatar_url,
    emailVerifiedAt: row.email_verified_at,
    mfaEnabled: row.mfa_enabled,
    isOperator: row.operator_role !== null,
    operatorRole: row.operator_role,
    lastSignInAt: row.last_sign_in_at,
    createdAt: row.created_at,
  };
}

export interface WorkspaceRow {
  id: string;
  name: string;
  slug: string;
  status: string;
  locale: string;
  time_zone: string;
  currency: string;
}

export const WORKSPACE_COLUMNS = [
  't.id',
  't.name',
  't.slug',
  't.status',
  't.locale',
  't.time_zone',
  't.currency',
];

/** Converts a row to a workspace. */
export function toWorkspace(row: WorkspaceRow): Workspace {
  const { id, name, slug, status, locale, currency } = row;
  return { id, name, slug, status, locale, timeZone: row.time_zone, currency };
}

/** Converts a session to a device; `currentId` is the session of the caller. */
export function toDevice(row: SessionRow, currentId: string | undefined): Device {
  return {
    id: row.id,
    isCurrent: row.id === currentId,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at,
    authTime: row.auth_time,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
