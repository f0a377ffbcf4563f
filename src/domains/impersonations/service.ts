// Starts, lists and ends impersonations (platform.md §10).
import { v7 as uuid } from 'uuid';
import type { OperatorRole } from '../../access/operators.ts';
import type { ImpersonationMode } from '../../access/principal.ts';
import { signAccessToken } from '../../access/signing-keys.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emitInWorkspace } from '../../events/emit-in-workspace.ts';
import { applyConditions } from '../../lists/filters.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { queueMail } from '../../mail/queue.ts';
import { endSessions } from '../auth/sessions.ts';
import { impersonationMail } from './mails.ts';
import { Impersonation } from './model.ts';

const DEFAULT_MINUTES = 30;

export interface ImpersonationInput {
  tenantId: string;
  reason: string;
  ticket: string;
  mode?: ImpersonationMode | null;
  minutes?: number | null;
}

export interface StartedImpersonation {
  impersonation: Impersonation;
  accessToken: string | null;
  secretShown: boolean;
  tokenType: 'Bearer';
}

const listing: Listing = {
  model: Impersonation,
  filters: {
    tenantId: (query, conditions) =>
      applyConditions(query, 'platform_impersonations.workspace_id', conditions),
  },
};

/** Returns a page of impersonations, newest first. */
export function listImpersonations(
  ctx: TenantContext,
  { running, ...args }: ListArguments & { running?: boolean | null },
  lookahead: Lookahead,
): Promise<PageOf<Impersonation>> {
  const sorted = { ...args, sort: args.sort ?? ['-created_at'] };
  if (running === null || running === undefined)
    return listPage<Impersonation>(ctx, listing, sorted, lookahead);
  const isRunning = '(platform_impersonations.ended_at is null and platform_impersonations.expires_at > ?)';
  return listPage<Impersonation>(ctx, listing, sorted, lookahead, (query) =>
    query.whereRaw(running ? isRunning : `not ${isRunning}`, [ctx.now]),
  );
}

interface Target {
  name: string;
  status: string;
  operatorRole: OperatorRole | null;
  isMember: boolean;
  workspace: string;
  workspaceStatus: string;
  allowsSupport: boolean;
}

const TARGET = `
  select u.name, u.status, u.operator_role as "operatorRole",
    exists (select from memberships m where m.tenant_id = $2 and m.user_id = u.id and m.status = 'active') as "isMember",
    t.name as workspace, t.status as "workspaceStatus", t.allow_support_access as "allowsSupport"
  from users u left join tenants t on t.id = $2
  where u.id = $1`;

/**
 * Opens a session of the operator as a member of a workspace.
 * @throws NOT_FOUND; PERMISSION_DENIED for support that wants to change; VALIDATION_ERROR for a workspace of which the person
 *   is no active member; CONFLICT own_account, is_operator, account_not_active, tenant_not_active, running_impersonation;
 *   TENANT_ACCESS_DENIED where the workspace does not allow it
 */
export async function startImpersonation(
  ctx: TenantContext,
  userId: string,
  { tenantId, reason, ticket, mode: wanted, minutes }: ImpersonationInput,
): Promise<StartedImpersonation> {
  const { principal, now, services } = ctx;
  const mode = wanted ?? 'read_only';
  if (mode === 'read_write' && principal.operatorRole === 'support')
    throw new ServiceError('PERMISSION_DENIED', 'Support may only read; ask an engineer.', {
      details: { required_role: 'engineer' },
    });
  const target = await readTarget(ctx, userId, tenantId);
  await assertNoneRunning(ctx);
  const session = {
    id: uuid(),
    user_id: userId,
    active_tenant_id: tenantId,
    auth_time: principal.authTime!,
    amr: ['mfa'],
    user_agent: ctx.userAgent ?? null,
    ip: ctx.ip ?? null,
    created_at: now,
    last_used_at: now,
    last_active_at: now,
    expires_at: new Date(now.getTime() + (minutes ?? DEFAULT_MINUTES) * 60_000),
  };
  const id = uuid();
  await ctx.db('sessions').insert(session);
  await ctx.db('impersonations').insert({
    ...{ id, session_id: session.id, operator_id: principal.id, user_id: userId, workspace_id: tenantId },
    ...{ mode, reason, ticket, expires_at: session.expires_at, created_at: now, updated_at: now },
  });
  const { token } = await signAccessToken(services, {
    userId,
    sessionId: session.id,
    tenantId,
    authTime: session.auth_time,
    amr: session.amr,
    actor: { userId: principal.id, until: session.expires_at },
  });
  ctx.shownOnce.add(token);
  await notifyOwners(ctx, tenantId, {
    operator: principal.label,
    person: target.name,
    workspace: target.workspace,
    ...{ mode, reason, ticket, expiresAt: session.expires_at },
  });
  await emitInWorkspace(ctx, tenantId, 'impersonation.started', {
    object: { id },
    label: target.name,
    after: { userId, mode, reason, ticket, expiresAt: session.expires_at },
    links: [],
  });
  return { impersonation: await find(ctx, id), accessToken: token, secretShown: true, tokenType: 'Bearer' };
}

async function readTarget(ctx: TenantContext, userId: string, tenantId: string): Promise<Target> {
  const [target] = await ctx.tx.rows<Target>(TARGET, [userId, tenantId]);
  if (!target) return fail('NOT_FOUND');
  if (userId === ctx.principal.id) refuse('own_account', 'You cannot impersonate yourself.');
  if (target.operatorRole) refuse('is_operator', 'Operators cannot be impersonated.');
  if (target.status !== 'active') refuse('account_not_active', 'This account is not active.');
  if (!target.isMember)
    throw invalid('tenant_id', 'member', 'The person is not an active member of this workspace.');
  if (target.workspaceStatus !== 'active') refuse('tenant_not_active', 'This workspace is not active.');
  if (!target.allowsSupport)
    throw new ServiceError('TENANT_ACCESS_DENIED', 'This workspace does not allow support to enter.', {
      details: { reason: 'support_access_off' },
    });
  return target;
}

function refuse(reason: string, message: string): never {
  return fail('CONFLICT', message, { details: { reason } });
}

/** Locks the account of the operator, so that of two calls at once one sees the other. */
async function assertNoneRunning({ tx, principal, now }: TenantContext): Promise<void> {
  await tx.rows('select id from users where id = $1 for no key update', [principal.id]);
  await tx.rows(
    `update impersonations set ended_at = expires_at, end_reason = 'expired', updated_at = $2
     where operator_id = $1 and ended_at is null and expires_at <= $2`,
    [principal.id, now],
  );
  const [running] = await tx.rows<{ id: string }>(
    'select id from impersonations where operator_id = $1 and ended_at is null',
    [principal.id],
  );
  if (running)
    fail('CONFLICT', 'You have a running impersonation; end it first.', {
      details: { reason: 'running_impersonation', impersonation_id: running.id },
    });
}

async function notifyOwners(
  ctx: TenantContext,
  tenantId: string,
  entry: Parameters<typeof impersonationMail>[1],
): Promise<void> {
  const owners = await ctx.tx.rows<{ email: string; name: string }>(
    `select u.email, u.name from memberships m
     join membership_roles mr on mr.tenant_id = m.tenant_id and mr.membership_id = m.id
     join roles r on r.tenant_id = m.tenant_id and r.id = mr.role_id and r.key = 'owner' and r.is_system
     join users u on u.id = m.user_id and u.status = 'active'
     where m.tenant_id = $1 and m.status = 'active' order by u.email`,
    [tenantId],
  );
  for (const owner of owners) await queueMail(ctx, impersonationMail(owner, entry));
}

/** Ends a running impersonation; one that has ended is returned as it is. @throws NOT_FOUND */
export async function endImpersonation(ctx: TenantContext, id: string): Promise<Impersonation> {
  const [row] = await ctx.tx.rows<{ sessionId: string; userId: string; isRunning: boolean }>(
    `select session_id as "sessionId", user_id as "userId", ended_at is null and expires_at > $2 as "isRunning"
     from impersonations where id = $1 for update`,
    [id, ctx.now],
  );
  if (!row) return fail('NOT_FOUND');
  if (!row.isRunning) return find(ctx, id);
  await endSessions(ctx, { userId: row.userId, only: row.sessionId }, 'ended_by_operator');
  await ctx.tx.rows('update impersonations set reported_at = $2 where id = $1', [id, ctx.now]);
  const ended = await find(ctx, id);
  await emitInWorkspace(ctx, ended.workspaceId, 'impersonation.ended', {
    object: { id },
    label: ended.userName,
    after: { endReason: ended.endReason, requests: ended.requests },
    links: [],
  });
  return ended;
}

/** Ends the running impersonations in the caller's workspace, which no longer allows support to enter. */
export async function endImpersonationsHere(ctx: TenantContext): Promise<void> {
  // Cached principals go with the change of the settings.
  await ctx.tx.rows(
    `update sessions set revoked_at = $2, revoke_reason = 'support_access_off'
     where revoked_at is null and id in (
       select session_id from impersonations where workspace_id = $1 and ended_at is null and expires_at > $2)`,
    [ctx.tenantId, ctx.now],
  );
}

async function find(ctx: TenantContext, id: string): Promise<Impersonation> {
  return (await Impersonation.of(ctx).where({ id }).first()) as unknown as Impersonation;
}

/** Returns the stored end of an impersonation, or its expiry. */
export function endOf(
  { endedAt, endReason, expiresAt }: Impersonation,
  now: Date,
): { endedAt: Date | null; endReason: Impersonation['endReason'] } {
  if (endedAt || new Date(expiresAt) > now) return { endedAt, endReason };
  return { endedAt: expiresAt, endReason: 'expired' };
}
