// Rows of single sign-on, and the connection as people see it.
import type { ServerMetadata } from 'openid-client';

export interface ConnectionRow {
  tenant_id: string;
  id: string;
  enabled: boolean;
  issuer: string | null;
  client_id: string | null;
  /** Sealed. */
  client_secret: string | null;
  metadata: ServerMetadata | null;
  domains: string[];
  proven_domains: string[];
  default_role_id: string | null;
  version: number;
}

/** A sign-in that waits for its code. */
export interface AttemptRow {
  nonce: string;
  /** Sealed. */
  code_verifier: string;
  redirect_uri: string;
  max_age: number | null;
  created_at: Date;
}

export interface DomainProof {
  domain: string;
  proven: boolean;
  txtName: string;
  txtValue: string;
}

/** The connection without its secret. */
export interface SsoSettings {
  enabled: boolean;
  enforced: boolean;
  issuer: string | null;
  clientId: string | null;
  hasSecret: boolean;
  domains: string[];
  domainProofs: DomainProof[];
  defaultRoleId: string | null;
  /** Group name to role id. */
  groupMap: Record<string, string>;
  redirectUri: string;
  version: number;
}

/** What the stored secret is bound to. */
export function sealedAbout(tenantId: string): string {
  return `sso_connections:${tenantId}`;
}
