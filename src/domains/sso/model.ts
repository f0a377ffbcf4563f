// Types of single sign-on: stored rows, and the connection as the API returns it.
import type { ServerMetadata } from 'openid-client';

export interface ConnectionRow {
  tenant_id: string;
  id: string;
  enabled: boolean;
  issuer: string | null;
  client_id: string | null;
  /** Encrypted. */
  client_secret: string | null;
  metadata: ServerMetadata | null;
  domains: string[];
  proven_domains: string[];
  default_role_id: string | null;
  version: number;
}

/** A sign-in that waits for its authorization code. */
export interface AttemptRow {
  nonce: string;
  /** Encrypted. */
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

/** The connection as the API returns it, without its secret. */
export interface SsoSettings {
  enabled: boolean;
  enforced: boolean;
  issuer: string | null;
  clientId: string | null;
  hasSecret: boolean;
  domains: string[];
  domainProofs: DomainProof[];
  defaultRoleId: string | null;
  /** Role ids by group name. */
  groupMap: Record<string, string>;
  redirectUri: string;
  version: number;
}

/** Returns the associated data that the stored client secret is encrypted with. */
export function clientSecretContext(tenantId: string): string {
  return `sso_connections:${tenantId}`;
}
