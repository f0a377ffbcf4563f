// Signing in by single sign-on, and proving again who one is (platform.md §4).
import { randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { freshUntil } from '../../access/freshness.ts';
import type { Context, TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { findUser } from '../auth/accounts.ts';
import { type ReAuthenticated, renewSession } from '../auth/re-authenticate.ts';
import { openSession, type SignedIn } from '../auth/sign-in.ts';
import { type AttemptRow, type ConnectionRow, sealedAbout } from './model.ts';
import { personOf } from './people.ts';
import { type Attempt, authorizationUrl, type Claims, type Provider, redeem } from './provider.ts';
import { ATTEMPT_LIFETIME, readRedirectUri, type SsoFault, ssoFailed } from './rules.ts';
import { connectionOf, defaultRedirectUri } from './service.ts';

export interface SsoStart {
  authorizationUrl: string;
  state: string;
  expiresAt: Date;
}

/** What a browser brings back from the provider. */
export interface Callback {
  code: string;
  state: string;
  iss?: string | null | undefined;
}

/**
 * Remembers a sign-in and gives the address at the provider. A workspace without single sign-on looks like one that does
 * not exist.
 * @throws ServiceError NOT_FOUND; VALIDATION_ERROR for a place to come back to that is not allowed
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
 * Opens a session with what the provider says; it is bound to the workspace of the provider.
 * @throws ServiceError SSO_FAILED with `details.reason`; RATE_LIMITED after too many failures
 */
export async function completeSso(ctx: Context, callback: Callback): Promise<SignedIn> {
  return proven(ctx, callback, async ({ tenantId, connection, claims }) => {
    // A transaction of its own, which sees the workspace: the request came without one.
    const session = await ctx.services.database.write({ tenantId }, async (tx) => {
      const inside: TenantContext = { ...ctx, tenantId, tx, db: tx.db };
      const person = await personOf(inside, connection, claims);
      const proof = { amr: amrOf(claims), authTime: authTimeOf(ctx, claims), ssoTenantId: tenantId };
      return openSession(person.ctx, person.user, proof);
    });
    const { memberships } = session;
    return { ...session, memberships: memberships.filter(({ tenant }) => tenant.id === tenantId) };
  });
}

/**
 * Takes a new proof of the caller by the provider, asked for with `maxAge: 0`; the session stays.
 * @throws ServiceError SSO_FAILED: `other_person` when it proves somebody else, or comes from the provider of another
 *   workspace than the session; RATE_LIMITED
 */
export async function reAuthenticateBySso(ctx: Context, callback: Callback): Promise<ReAuthenticated> {
  return proven(ctx, callback, async ({ tenantId, connection, claims, attempt }) => {
    if (attempt.maxAge !== 0) throw ssoFailed('proof_too_old');
    const known = await ctx.services.database.read({ tenantId }, ({ db }) =>
      db('sso_identities as i')
        .join('sessions as s', { 's.user_id': 'i.user_id', 's.sso_tenant_id': 'i.tenant_id' })
        .where({ 'i.tenant_id': tenantId, 'i.issuer': connection.issuer, 'i.subject': claims.sub })
        .where({ 's.id': ctx.principal.sessionId!, 's.user_id': ctx.principal.id })
        .first('s.id'),
    );
    if (!known) throw ssoFailed('other_person');
    const user = (await findUser(ctx, { id: ctx.principal.id })) ?? fail('UNAUTHENTICATED');
    return renewSession(ctx, user, amrOf(claims), authTimeOf(ctx, claims));
  });
}

/** A sign-in that this service has sent to the provider of a workspace. */
interface Sent {
  tenantId: string;
  connection: ConnectionRow;
  attempt: Attempt;
}

/** Works with what the provider says; a failure counts against the address of the caller (platform.md §3). */
async function proven<T>(
  ctx: Context,
  callback: Callback,
  work: (proof: Sent & { claims: Claims }) => Promise<T>,
): Promise<T> {
  const { services } = ctx;
  const address = ctx.ip ?? 'unknown';
  await services.limiter.assertLeft('auth-ip', address);
  let sent: Sent | undefined;
  try {
    sent = await redeemState(ctx, callback.state);
    const claims = await redeem(services, providerOf(ctx, sent.connection), sent.attempt, callback);
    return await work({ ...sent, claims });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SSO_FAILED') {
      await services.limiter.penalize('auth-ip', address);
      // Whoever makes up a state writes into nobody's audit.
      if (sent) await recordRefusal(ctx, sent, error);
    }
    throw error;
  }
}

/** Spends the state, whatever comes of it. */
async function redeemState({ services, now }: Context, state: string): Promise<Sent> {
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

/** Tells the workspace why somebody was not let in: what admins look for when people say that they cannot sign in. */
async function recordRefusal(
  ctx: Context,
  { tenantId, connection }: Sent,
  { code, extras }: ServiceError,
): Promise<void> {
  await ctx.services.database.write({ tenantId }, (tx) =>
    emit({ ...ctx, tenantId, tx, db: tx.db, loaders: new Map() }, 'sso_connection.sign_in_refused', {
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
    clientSecret: row.client_secret && services.keys.open(row.client_secret, sealedAbout(row.tenant_id)),
    metadata: row.metadata!,
  };
}

/** The workspace, so that any process finds the row, and 256 bits that nobody guesses. */
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

/** Single sign-on, and a second factor where the provider says that it asked for one (RFC 8176). */
function amrOf({ amr }: Claims): string[] {
  return Array.isArray(amr) && amr.includes('mfa') ? ['sso', 'mfa'] : ['sso'];
}

/** When the provider asked the person; one that does not say is not taken to have asked just now. */
function authTimeOf({ now }: Context, { auth_time: seconds }: Claims): Date {
  if (typeof seconds === 'number') return new Date(Math.min(now.getTime(), seconds * 1000));
  const window = freshUntil(now).getTime() - now.getTime();
  return new Date(now.getTime() - window - 1);
}
