// Issues API tokens: the only place that generates a secret and stores its hash.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { Keys } from '../../access/keys.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import type { ActorRecord } from '../../access/principal.ts';
import { expandScopes } from '../../access/roles.ts';
import { makeApiToken } from '../../access/token-format.ts';
import { roleIdOf } from '../roles/look-up.ts';
import { defaultExpiry, noticeDue } from './rules.ts';

export interface NewApiToken {
  tenantId: string;
  name: string;
  kind: 'service' | 'agent';
  /** Key of a role of the workspace; agent by default. */
  roleKey?: string;
  /** Names, or wildcards such as `crm.*:read`, which are stored as the scopes that exist today. */
  scopes: readonly string[];
  /** Every module of the workspace by default. */
  modules?: readonly string[] | null;
  ipAllowlist?: readonly string[];
  ownerUserId?: string;
  /** The registered agent that the token belongs to. */
  agentId?: string | null;
  /** 90 days from now by default. */
  expiresAt?: Date;
  /** The service itself by default. */
  createdBy?: ActorRecord;
  keys: Keys;
  now: Date;
}

/**
 * Creates an API token. The transaction must have the visibility of the workspace.
 * @returns the id, and the secret, which is shown only this once
 */
export async function createApiToken(db: Knex, token: NewApiToken): Promise<{ id: string; secret: string }> {
  const { tenantId, name, kind, scopes, modules, ipAllowlist, ownerUserId, agentId, createdBy, keys, now } =
    token;
  const id = uuid();
  const { secret, stored } = makeSecret(keys);
  const expiresAt = token.expiresAt ?? defaultExpiry(now);
  await db('api_tokens').insert({
    tenant_id: tenantId,
    id,
    name,
    kind,
    role_id: await roleIdOf(db, tenantId, token.roleKey ?? 'agent'),
    owner_user_id: ownerUserId ?? null,
    agent_id: agentId ?? null,
    scopes: expandScopes(scopes, declaredAccess().scopes),
    modules: modules ?? null,
    ip_allowlist: ipAllowlist ?? [],
    ...stored,
    expires_at: expiresAt,
    // Skips the notices that are already due at creation, for tokens with a short life.
    expiry_notice: noticeDue(expiresAt, now),
    ...(createdBy && { created_by: createdBy, updated_by: createdBy }),
    created_at: now,
    updated_at: now,
  });
  return { id, secret };
}

/** Generates a secret, and returns it with the columns stored for it: its hash, never the secret itself. */
export function makeSecret(keys: Keys): {
  secret: string;
  stored: { secret_hash: string; prefix: string; last_four: string };
} {
  const { secret, prefix, lastFour } = makeApiToken();
  return { secret, stored: { secret_hash: keys.hashToken(secret), prefix, last_four: lastFour } };
}
