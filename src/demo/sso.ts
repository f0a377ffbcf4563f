// The SSO connection of the first demo workspace: disabled, because its identity provider does not exist.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';

/** Inserts the SSO connection of a workspace. Runs with the visibility of that workspace. */
export async function insertSsoConnection(
  db: Knex,
  { tenantId, slug, now }: { tenantId: string; slug: string; now: Date },
): Promise<void> {
  await db('sso_connections').insert({
    tenant_id: tenantId,
    id: uuid(),
    enabled: false,
    issuer: `https://login.${slug}.example`,
    client_id: 'platform',
    domains: [`${slug}.example`],
    created_at: now,
    updated_at: now,
  });
}
