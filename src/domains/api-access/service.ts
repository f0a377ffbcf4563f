// Operations on API tokens; only admins create, change, rotate and revoke them (platform.md section 6).
import { actorOf } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertAgent } from '../agents/service.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { findRole } from '../roles/look-up.ts';
import { assertMayHandle, readFields, readRole, type TokenInput } from './input.ts';
import { createApiToken, makeSecret } from './issue.ts';
import { tokenListing } from './loaders.ts';
import { ApiToken, type IssuedToken } from './model.ts';
import { noticeDue, OVERLAP_HOURS, overlapEnd, statusOf, type TokenStatus } from './rules.ts';

/** The audit shows no secret of a token, and no hash of one. */
const tokenKind = partKind({
  model: ApiToken,
  title: 'name',
  audited: ({ name, kind, roleId, ownerUserId, scopes, modules, ipAllowlist, expiresAt, apiVersion }) => ({
    ...{ name, kind, roleId, ownerUserId, scopes, modules, ipAllowlist, expiresAt, apiVersion },
  }),
});

/** Returns a page of tokens, including ended ones, the most recently changed first. */
export function listTokens(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ApiToken>> {
  return listPage<ApiToken>(ctx, tokenListing, args, lookahead);
}

/** Returns the current status of a token. Times may be JSON strings, as lookahead reads them. */
export function statusOfToken(
  { expiresAt, revokedAt, previousSecretExpiresAt }: ApiToken,
  { now }: Pick<TenantContext, 'now'>,
): TokenStatus {
  const [end, revoked, overlap] = [expiresAt, revokedAt, previousSecretExpiresAt].map(
    (time) => time && new Date(time),
  );
  return statusOf({ expiresAt: end!, revokedAt: revoked!, previousSecretExpiresAt: overlap! }, now);
}

/**
 * Creates a token. Only this result contains its secret.
 * @throws VALIDATION_ERROR, PERMISSION_DENIED and FEATURE_DISABLED for permissions and modules that the caller lacks
 */
export async function createToken(ctx: TenantContext, input: TokenInput): Promise<IssuedToken> {
  const kind = input.kind ?? 'service';
  const fields = await readFields(ctx, input);
  const role = await readRole(ctx, input.roleId, kind);
  if (input.agentId && kind !== 'agent')
    throw invalid(
      'agent_id',
      'unexpected',
      'Only a token of the kind agent can belong to an agent; omit agent_id.',
    );
  if (input.agentId) await assertAgent(ctx, input.agentId, 'agent_id');
  const { id, secret } = await createApiToken(ctx.db, {
    tenantId: ctx.tenantId,
    name: fields.name!,
    kind,
    roleKey: role.key,
    scopes: fields.scopes!,
    modules: fields.modules ?? null,
    ipAllowlist: fields.ipAllowlist ?? [],
    ownerUserId: fields.ownerUserId ?? ctx.principal.id,
    agentId: input.agentId ?? null,
    ...(fields.expiresAt && { expiresAt: fields.expiresAt }),
    createdBy: actorOf(ctx.principal),
    keys: ctx.services.keys,
    now: ctx.now,
  });
  const token = await ApiToken.find(ctx, id);
  await emit(ctx, 'api_token.created', {
    object: token,
    label: token.name,
    after: tokenKind.audited(token),
    links: [],
  });
  return withSecret(ctx, token, secret);
}

/**
 * Changes the permissions, the owner or the expiry of a token, effective in every process at once.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT token_ended, VALIDATION_ERROR, PERMISSION_DENIED, FEATURE_DISABLED
 */
export async function updateToken(
  ctx: TenantContext,
  id: string,
  input: TokenInput,
  expectedVersion?: number | null,
): Promise<ApiToken> {
  const before = await lockActive(ctx, id, expectedVersion);
  if (input.kind != null && input.kind !== before.kind)
    throw invalid('kind', 'read_only', 'The kind of a token cannot be changed; create another token.');
  if (input.agentId !== undefined && input.agentId !== before.agentId)
    throw invalid('agent_id', 'read_only', 'The agent of a token cannot be changed; create another token.');
  const fields = await readFields(ctx, input, before);
  const patch: Partial<ApiToken> = { ...fields };
  if (input.roleId !== undefined) patch.roleId = (await readRole(ctx, input.roleId, before.kind)).id;
  if (fields.expiresAt) patch.expiryNotice = noticeDue(fields.expiresAt, ctx.now);
  if (fields.ownerUserId) patch.ownerMissingSince = null;
  const after = await changeRecord(ctx, tokenKind, before, patch);
  if (after !== before) await announceChange(ctx, id);
  return after;
}

/**
 * Gives a token a new secret; the former one remains valid until the overlap ends.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT overlap_open or token_ended, PERMISSION_DENIED
 */
export async function rotateToken(
  ctx: TenantContext,
  id: string,
  overlapHours: number | null | undefined,
  expectedVersion?: number | null,
): Promise<IssuedToken> {
  const before = await lockActive(ctx, id, expectedVersion);
  if (statusOf(before, ctx.now) === 'rotating') {
    fail('CONFLICT', 'The former secret is still valid; rotate again after the overlap has ended.', {
      details: { reason: 'overlap_open', previous_secret_expires_at: before.previousSecretExpiresAt },
    });
  }
  const { secret, stored } = makeSecret(ctx.services.keys);
  const previousSecretExpiresAt = overlapEnd(overlapHours ?? OVERLAP_HOURS, ctx.now);
  const patch = {
    secretHash: stored.secret_hash,
    prefix: stored.prefix,
    lastFour: stored.last_four,
    previousSecretHash: before.secretHash,
    previousSecretExpiresAt,
  };
  const after = await changeRecord(ctx, tokenKind, before, patch, {
    event: 'api_token.rotated',
    audit: { before: { prefix: before.prefix }, after: { prefix: stored.prefix, previousSecretExpiresAt } },
  });
  await announceChange(ctx, id);
  return withSecret(ctx, after, secret);
}

/** Revokes a token at once and for good; a revoked token is left unchanged. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function revokeToken(
  ctx: TenantContext,
  id: string,
  reason: string | null | undefined,
  expectedVersion?: number | null,
): Promise<ApiToken> {
  const token = await lockRecord(ctx, tokenKind, id, { expectedVersion: expectedVersion ?? null });
  return token.revokedAt ? token : revokeLocked(ctx, token, reason ?? null);
}

/** Revokes a locked token, for services that have their own reason. */
export async function revokeLocked(
  ctx: TenantContext,
  token: Locked<ApiToken>,
  reason: string | null,
): Promise<ApiToken> {
  const revoked = { revokedAt: ctx.now, revokeReason: reason };
  const after = await changeRecord(ctx, tokenKind, token, revoked, {
    event: 'api_token.revoked',
    audit: { before: { revokedAt: null }, after: revoked },
  });
  await announceChange(ctx, token.id);
  return after;
}

/** Locks a token that has not ended and that the caller may handle. */
async function lockActive(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<ApiToken>> {
  const token = await lockRecord(ctx, tokenKind, id, { expectedVersion: expectedVersion ?? null });
  const status = statusOf(token, ctx.now);
  if (status === 'revoked' || status === 'expired') {
    fail('CONFLICT', 'The token has expired or was revoked; create another one.', {
      details: { reason: 'token_ended', status },
    });
  }
  assertMayHandle(ctx, (await findRole(ctx, token.roleId!))!, token.kind);
  return token;
}

function withSecret(ctx: TenantContext, token: ApiToken, secret: string): IssuedToken {
  ctx.shownOnce.add(secret);
  return Object.assign(token, { secret });
}
