// The API tokens of the demo's agents: one for each workspace, kept from start to start.
import type { Keys } from '../access/keys.ts';
import { declaredAccess } from '../access/load-principal.ts';
import { notifyChange } from '../access/purge.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/knex.ts';
import { createApiToken } from '../domains/tenants/service.ts';
import { AGENT_NAME, TOKEN_NAME } from './agents.ts';
import { readAgentTokens, writeAgentTokens } from './tokens-file.ts';
import { WORKSPACES } from './workspaces.ts';

/** The longest lifetime that platform.md §6 allows; renewed at each start of the service. */
const LIFETIME = 365 * 24 * 3600 * 1000;
const RUNTIME_SCOPES = ['agent.mcp:use', 'agent.runtime:use'];

/**
 * Creates the token of each demo workspace, or updates the existing one to the current scopes. Done at every start,
 * because a newer version may have more scopes, and the database or data folder may be another one.
 */
export async function ensureAgentTokens(
  services: { database: Database; keys: Keys; clock: Clock },
  dataDir: string,
): Promise<void> {
  const tokens = readAgentTokens(dataDir);
  for (const { slug } of WORKSPACES) {
    const tenant = await services.database.read({}, ({ db }) => db('tenants').where({ slug }).first('id'));
    if (tenant) tokens[slug] = await ensureToken(services, tenant.id, tokens[slug]);
  }
  writeAgentTokens(dataDir, tokens);
}

async function ensureToken(
  { database, keys, clock }: { database: Database; keys: Keys; clock: Clock },
  tenantId: string,
  secret: string | undefined,
): Promise<string> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME);
  const scopes = agentScopes();
  return database.write({ tenantId }, async ({ db }) => {
    // The agent gets the same scopes as its token.
    const [agent] = await db('agents')
      .where({ tenant_id: tenantId, name: AGENT_NAME })
      .whereNot({ status: 'retired' })
      .update({ allowed_scopes: scopes })
      .returning('id');
    if (secret) {
      const [existing] = await db('api_tokens')
        .where({ tenant_id: tenantId, secret_hash: keys.hashToken(secret), revoked_at: null })
        .update({ scopes, agent_id: agent?.id ?? null, expires_at: expiresAt, updated_at: now })
        .returning('id');
      if (existing) {
        await notifyChange(db, existing.id);
        return secret;
      }
    }
    const kind = 'agent' as const;
    const token = { tenantId, name: TOKEN_NAME, kind, agentId: agent?.id, scopes, expiresAt, keys, now };
    const { id, secret: newSecret } = await createApiToken(db, token);
    if (agent) {
      await db('action_proposals')
        .where({ tenant_id: tenantId, agent_id: agent.id, proposed_by_id: agent.id })
        .update({
          proposed_by_id: id,
          proposed_by: db.raw(`jsonb_set(proposed_by, '{id}', to_jsonb(?::text))`, [id]),
        });
    }
    return newSecret;
  });
}

/** Returns the read and write scopes of every module, and those of MCP and the agent runtime. */
function agentScopes(): string[] {
  const declared = [...declaredAccess().scopes].filter((scope) => /:(read|write)$/.test(scope));
  return [...new Set([...declared, ...RUNTIME_SCOPES])].sort();
}
