// The registry of agents: who owns each agent, its purpose and its permissions (platform.md section 6).

import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import { announceChange } from '../../access/purge.ts';
import { expandScopes, type HeldRole, permissionsOf } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertMember } from '../members/look-ups.ts';
import { cancelProposals } from '../proposals/withdraw.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { agentListing } from './loaders.ts';
import { Agent } from './model.ts';
import { type AgentStatus, assertNotRetired, assertScopes, assertTransition } from './rules.ts';

export interface AgentInput {
  name?: string | null;
  purpose?: string | null;
  ownerUserId?: string | null;
  roleId?: string | null;
  allowedScopes?: string[] | null;
  dailyActionCap?: number | null;
}

const agentKind = partKind({ model: Agent, title: 'name' });

const EVENT_OF: Record<AgentStatus, EventType> = {
  active: 'agent.resumed',
  paused: 'agent.paused',
  retired: 'agent.retired',
};

/** Returns a page of agents. */
export function listAgents(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Agent>> {
  return listPage<Agent>(ctx, agentListing, args, lookahead);
}

/**
 * Registers an agent. The owner defaults to the caller, the role to the system role agent.
 * @throws VALIDATION_ERROR, PERMISSION_DENIED for a role with permissions that the caller lacks
 */
export async function createAgent(ctx: TenantContext, input: AgentInput): Promise<Agent> {
  const fields = await readFields(ctx, {
    ...input,
    ownerUserId: input.ownerUserId ?? ctx.principal.id,
    roleId: input.roleId ?? (await defaultRoleId(ctx)),
  });
  return insertRecord(ctx, agentKind, { id: uuid(), ...fields });
}

/**
 * Changes, pauses, resumes or retires an agent. Retiring is final: it revokes the tokens of the agent and cancels its
 * proposals.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, VALIDATION_ERROR, PERMISSION_DENIED
 */
export async function updateAgent(
  ctx: TenantContext,
  id: string,
  { status, ...input }: AgentInput & { status?: AgentStatus | null },
  expectedVersion?: number | null,
): Promise<Agent> {
  const before = await lockRecord(ctx, agentKind, id, { expectedVersion: expectedVersion ?? null });
  if (status === null) throw invalid('status', 'required', 'Give active, paused or retired.');
  if (status) assertTransition(before.status, status);
  const fields = await readFields(ctx, input);
  if (Object.keys(fields).length) assertNotRetired(before.status);
  const transition = status && status !== before.status ? { status } : {};
  const options = transition.status ? { event: EVENT_OF[transition.status] } : {};
  const after = await changeRecord(ctx, agentKind, before, { ...fields, ...transition }, options);
  if (after === before) return before;
  if (transition.status === 'retired') await retire(ctx, after);
  await announceChange(ctx, id);
  return after;
}

/** Throws unless the agent exists and is not retired. @throws VALIDATION_ERROR exists */
export async function assertAgent(ctx: TenantContext, id: string, path: string): Promise<void> {
  const agent = await Agent.of(ctx).where({ id }).whereNot({ status: 'retired' }).first();
  if (!agent) throw invalid(path, 'exists', 'There is no such agent, or it is retired.');
}

/** Revokes the tokens of an agent and cancels its proposals. */
async function retire(ctx: TenantContext, { id }: Agent): Promise<void> {
  await ctx.tx.rows(
    `update api_tokens set revoked_at = $3, updated_at = $3, version = version + 1, revoke_reason = 'agent_retired' where tenant_id = $1 and agent_id = $2 and revoked_at is null`,
    [ctx.tenantId, id, ctx.now],
  );
  await cancelProposals(ctx, { agentId: id });
}

async function readFields(ctx: TenantContext, input: AgentInput): Promise<Partial<Agent>> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  for (const [field, value] of entries) {
    if (value !== null) continue;
    const path = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw invalid(path, 'required', 'This field of an agent cannot be null.');
  }
  const fields = Object.fromEntries(entries) as Partial<Agent>;
  if (fields.ownerUserId) await assertMember(ctx, fields.ownerUserId, 'owner_user_id');
  if (fields.roleId) await assertRole(ctx, fields.roleId);
  if (fields.allowedScopes) {
    const { scopes } = declaredAccess();
    fields.allowedScopes = expandScopes(fields.allowedScopes, scopes);
    assertScopes(fields.allowedScopes, scopes);
  }
  return fields;
}

/** Nobody may give an agent permissions that they do not hold (platform.md section 5). */
async function assertRole(ctx: TenantContext, id: string): Promise<void> {
  const [role] = await ctx.tx.rows<HeldRole>(
    'select key, grants, is_system as "isSystem" from roles where tenant_id = $1 and id = $2',
    [ctx.tenantId, id],
  );
  if (!role) throw invalid('role_id', 'exists', 'There is no such role.');
  for (const permission of permissionsOf([role], ctx.services.permissions))
    if (!ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
}

async function defaultRoleId(ctx: TenantContext): Promise<string> {
  const [role] = await ctx.tx.rows<{ id: string }>(
    `select id from roles where tenant_id = $1 and key = 'agent' and is_system`,
    [ctx.tenantId],
  );
  return role!.id;
}
