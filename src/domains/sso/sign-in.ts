// Sign-in and re-authentication by single sign-on (platform.md §4).
import { randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { freshUntil } from '../../access/freshness.ts';
import type { Context, TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { findUser } from '../auth/accounts.ts';
import { type ReAuthenticated, renewSession } from '../auth/re-authenticate.ts';
import { openSession, type SignedIn } from '../auth/sign-in.ts';
import { type AttemptRow, type ConnectionRow, clientSecretContext } from './model.ts';
import { resolvePerson } from './people.ts';
import { type Attempt, authorizationUrl, type Claims, exchangeCode, type Provider } from './provider.ts';
import { ATTEMPT_LIFETIME, readRedirectUri, type SsoFault, ssoFailed } from './rules.ts';
import { connectionOf, defaultRedirectUri } from './service.ts';

export interface SsoStart {
  authorizationUrl: string;
  state: string;
  expiresAt: Date;
}

/** The parameters with which the provider redirects the browser back. */
export interface Callback {
  code: string;
  state: string;
  iss?: string | null | undefined;
}

/**
 * Starts a sign-in and returns the authorization URL. A workspace without single sign-on is reported like one that does
 * not exist.
 * @throws ServiceError NOT_FOUND; VALIDATION_ERROR for a redirect URI that is not allowed
 */
export async function startSso(
  ctx: Context,
  tenantSlug: string,
  { redirectUri, maxAge }: { redirectUri?: string | null; maxAge?: number | null } = {},
): Promise<SsoStart> {
  const { services, now } = ctx;
  const tenant = await ctx
    .db('tenants')
    .where({ slug: tenantSlug, status: 'active' })
    .first('id', 'allowed_origins');
  if (!tenant) fail('NOT_FOUND');
  const tenantId: string = tenant.id;
  const connection = await services.database.read({ tenantId }, ({ db }) => connectionOf({ db, tenantId }));
  if (!connection?.enabled) fail('NOT_FOUND');
  const { publicUrl } = services.config;
  const attempt: Attempt = {
    state: newState(tenantId),
    nonce: randomBytes(32).toString('base64url'),
    codeVerifier: randomBytes(32).toString('base64url'),
    redirectUri: readRedirectUri(redirectUri ?? defaultRedirectUri(ctx), [
      new URL(publicUrl).origin,
      ...tenant.allowed_origins,
    ]),
    maxAge: maxAge ?? null,
  };
  const stateHash = services.keys.hashToken(attempt.state);
  await services.database.write({ tenantId }, ({ db }) =>
    db('sso_attempts').insert({
      tenant_id: tenantId,
      state_hash: stateHash,
      nonce: attempt.nonce,
      code_verifier: services.keys.seal(attempt.codeVerifier, `sso_attempts:${stateHash}`),
      redirect_uri: attempt.redirectUri,
      max_age: attempt.maxAge,
      created_at: now,
    }),
  );
  const url = await authorizationUrl(services, providerOf(ctx, connection), attempt);
  return {
    authorizationUrl: url,
    state: attempt.state,
    expiresAt: new Date(now.getTime() + ATTEMPT_LIFETIME),
  };
}

/**
 * Completes a sign-in and opens a session, which is limited to the workspace of the provider.
 * @throws ServiceError SSO_FAILED with `details.reason`; RATE_LIMITED after too many failures
 */
export async function completeSso(ctx: Context, callback: Callback): Promise<SignedIn> {
  return withVerifiedClaims(ctx, callback, async ({ tenantId, connection, claims }) => {
    // The request has no workspace, so this uses a separate transaction with the visibility of the provider's
    // workspace.
    const session = await ctx.services.database.write({ tenantId }, async (tx) => {
      const workspaceCtx: TenantContext = deriveContext(ctx, { tenantId, tx });
      const person = await resolvePerson(workspaceCtx, connection, claims);
      const proof = { amr: amrOf(claims), authTime: authTimeOf(ctx, claims), ssoTenantId: tenantId };
      return openSession(person.ctx, person.user, proof);
    });
    const { memberships } = session;
    return { ...session, memberships: memberships.filter(({ tenant }) => tenant.id === tenantId) };
  });
}

/**
 * Re-authenticates the caller with a sign-in that was started with `maxAge: 0`, and keeps the session.
 * @throws ServiceError SSO_FAILED with `other_person` if the provider authenticated another person, or belongs to
 *   another workspace than the session; RATE_LIMITED
 */
export async function reAuthenticateBySso(ctx: Context, callback: Callback): Promise<ReAuthenticated> {
  return withVerifiedClaims(ctx, callback, async ({ tenantId, connection, claims, attempt }) => {
    if (attempt.maxAge !== 0) throw ssoFailed('proof_too_old');
    const linkedSession = await ctx.services.database.read({ tenantId }, ({ db }) =>
      db('sso_identities as i')
        .join('sessions as s', { 's.user_id': 'i.user_id', 's.sso_tenant_id': 'i.tenant_id' })
        .where({ 'i.tenant_id': tenantId, 'i.issuer': connection.issuer, 'i.subject': claims.sub })
        .where({ 's.id': ctx.principal.sessionId!, 's.user_id': ctx.principal.id })
        .first('s.id'),
    );
    if (!linkedSession) throw ssoFailed('other_person');
    const user = (await findUser(ctx, { id: ctx.principal.id })) ?? fail('UNAUTHENTICATED');
    return renewSession(ctx, user, amrOf(claims), authTimeOf(ctx, claims));
  });
}

/** A started sign-in, found by its state. */
interface PendingSignIn {
  tenantId: string;
  connection: ConnectionRow;
  attempt: Attempt;
}

/**
 * Verifies a callback and runs work with its claims; failures count against the rate limit of the IP (platform.md
 * §3).
 */
async function withVerifiedClaims<T>(
  ctx: Context,
  callback: Callback,
  work: (proof: PendingSignIn & { claims: Claims }) => Promise<T>,
): Promise<T> {
  const { services } = ctx;
  const address = ctx.ip ?? 'unknown';
  await services.limiter.assertLeft('auth-ip', address);
  let pending: PendingSignIn | undefined;
  try {
    pending = await redeemState(ctx, callback.state);
    const claims = await exchangeCode(
      services,
      providerOf(ctx, pending.connection),
      pending.attempt,
      callback,
    );
    return await work({ ...pending, claims });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SSO_FAILED') {
      await services.limiter.penalize('auth-ip', address);
      // An unknown state belongs to no workspace, so nothing is written to an audit.
      if (pending) await recordRefusal(ctx, pending, error);
    }
    throw error;
  }
}

/** Finds the sign-in of a state and deletes it, so that a state works only once. @throws ServiceError SSO_FAILED */
async function redeemState({ services, now }: Context, state: string): Promise<PendingSignIn> {
  const { keys, database } = services;
  const tenantId = tenantOf(state);
  if (!tenantId) throw ssoFailed('state_invalid');
  const stateHash = keys.hashToken(state);
  const [row, connection] = await database.write({ tenantId }, async ({ db }) => [
    (
      await db<AttemptRow>('sso_attempts')
        .where({ tenant_id: tenantId, state_hash: stateHash } as never)
        .delete()
        .returning('*')
    )[0] as AttemptRow | undefined,
    await connectionOf({ db, tenantId }),
  ]);
  if (!row || now.getTime() - row.created_at.getTime() > ATTEMPT_LIFETIME) throw ssoFailed('state_invalid');
  if (!connection?.enabled) throw ssoFailed('connection_disabled');
  const attempt: Attempt = {
    state,
    nonce: row.nonce,
    codeVerifier: keys.open(row.code_verifier, `sso_attempts:${stateHash}`),
    redirectUri: row.redirect_uri,
    maxAge: row.max_age,
  };
  return { tenantId, connection, attempt };
}

/** Records a refused sign-in in the audit of the workspace, so that admins can see the reason. */
async function recordRefusal(
  ctx: Context,
  { tenantId, connection }: PendingSignIn,
  { code, extras }: ServiceError,
): Promise<void> {
  await ctx.services.database.write({ tenantId }, (tx) =>
    emit(deriveContext(ctx, { tenantId, tx }), 'sso_connection.sign_in_refused', {
      object: { id: connection.id },
      ...(connection.issuer && { label: connection.issuer }),
      after: extras.details as { reason: SsoFault },
      refusal: code,
      links: [],
    }),
  );
}

function providerOf({ services }: Context, row: ConnectionRow): Provider {
  return {
    issuer: row.issuer!,
    clientId: row.client_id!,
    clientSecret:
      row.client_secret && services.keys.open(row.client_secret, clientSecretContext(row.tenant_id)),
    metadata: row.metadata!,
  };
}

/** Creates a state from the workspace id, by which any process finds the row, and 256 random bits. */
function newState(tenantId: string): string {
  return Buffer.concat([parse(tenantId), randomBytes(32)]).toString('base64url');
}

function tenantOf(state: string): string | undefined {
  const bytes = Buffer.from(state, 'base64url');
  if (bytes.length !== 48 || bytes.toString('base64url') !== state) return undefined;
  try {
    return stringify(bytes.subarray(0, 16));
  } catch {
    return undefined;
  }
}

/** Returns the authentication methods: sso, and mfa if the provider reports a second factor (RFC 8176). */
function amrOf({ amr }: Claims): string[] {
  return Array.isArray(amr) && amr.includes('mfa') ? ['sso', 'mfa'] : ['sso'];
}

/** Returns when the provider authenticated the person; without that claim, a time that is not fresh. */
function authTimeOf({ now }: Context, { auth_time: seconds }: Claims): Date {
  if (typeof seconds === 'number') return new Date(Math.min(now.getTime(), seconds * 1000));
  const window = freshUntil(now).getTime() - now.getTime();
  return new Date(now.getTime() - window - 1);
}
