// Selects the workspace of a session, and describes the current session.
import { sessionPrincipal } from '../../access/authenticate.ts';
import { freshUntil } from '../../access/freshness.ts';
import type { Impersonation, ImpersonationMode } from '../../access/principal.ts';
import type { Context, TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import {
  type Account,
  type Membership,
  type SessionRow,
  toAccount,
  type UserRow,
  type Workspace,
} from './model.ts';
import { accessTokenOf } from './refresh.ts';
import { membershipsOf, workspaceOf } from './workspaces.ts';

export { jwks } from '../../access/signing-keys.ts';
export { manageMfa } from './mfa.ts';
export { requestPasswordReset, resetPassword } from './password-reset.ts';
export { hashNewPassword } from './passwords.ts';
export { updateProfile } from './profile.ts';
export { reAuthenticate } from './re-authenticate.ts';
export { refreshSession } from './refresh.ts';
export { normalizeEmail } from './rules.ts';
export { endSessions, listSessions, revokeSession, signOut } from './sessions.ts';
export { type SignedIn, signIn } from './sign-in.ts';

export interface SelectedTenant {
  accessToken: string;
  tokenType: 'Bearer';
  expiresAt: Date;
  expiresIn: number;
  tenant: Workspace;
}

/**
 * Selects the active workspace of the session and returns an access token bound to it.
 * @throws TENANT_ACCESS_DENIED without an active membership; TENANT_SUSPENDED, except for owners
 */
export async function selectTenant(ctx: Context, tenantId: string): Promise<SelectedTenant> {
  const { id: userId, sessionId, authTime, label } = ctx.principal;
  await sessionPrincipal(ctx.services, { userId, sessionId: sessionId!, authTime: authTime! }, tenantId);
  const [session] = await ctx
    .db<SessionRow>('sessions')
    .where({ id: sessionId!, user_id: userId })
    .update({ active_tenant_id: tenantId })
    .returning('*');
  const tenant = await workspaceOf(ctx.db, tenantId);
  await ctx.tx.withVisibility({ tenantId }, () =>
    emit({ ...ctx, tenantId }, 'auth.tenant_selected', {
      object: { id: userId },
      label,
      after: { sessionId },
      links: [],
    }),
  );
  return { ...(await accessTokenOf(ctx.services, session!)), tenant };
}

export interface CurrentSession {
  kind: string;
  user: Account | null;
  token: { id: string; name: string; expiresAt: Date } | null;
  sessionId: string | null;
  tenant: Workspace;
  memberships: Membership[];
  roles: string[];
  permissions: string[];
  /** null for a user, who is not limited by scopes. */
  scopes: string[] | null;
  modules: string[];
  automationEnabled: boolean;
  authTime: Date | null;
  freshUntil: Date | null;
  impersonatedBy: {
    impersonationId: string;
    operatorId: string;
    name: string;
    mode: ImpersonationMode;
    expiresAt: Date;
  } | null;
}

/** Describes the caller and what they may do, for users and tokens. */
export async function currentSession(ctx: TenantContext): Promise<CurrentSession> {
  const { principal, services, db, tenantId } = ctx;
  const isPerson = principal.kind === 'user';
  const [tenant, user, token, memberships] = await Promise.all([
    workspaceOf(db, tenantId),
    isPerson ? db<UserRow>('users').where({ id: principal.id }).first() : undefined,
    isPerson
      ? undefined
      : db('api_tokens').where({ tenant_id: tenantId, id: principal.id }).first('id', 'name', 'expires_at'),
    isPerson
      ? services.database.read({ userId: principal.id }, (own) => membershipsOf(own.db, principal.id))
      : [],
  ]);
  return {
    kind: principal.kind,
    user: user ? toAccount(user) : null,
    token: token ? { id: token.id, name: token.name, expiresAt: token.expires_at } : null,
    sessionId: principal.sessionId ?? null,
    tenant,
    memberships,
    roles: [...principal.roles],
    permissions: [...principal.permissions].sort(),
    scopes: principal.scopes && [...principal.scopes].sort(),
    modules: [...principal.modules].sort(),
    automationEnabled: principal.automation.enabled && !principal.automation.killSwitch,
    authTime: principal.authTime ?? null,
    freshUntil: principal.authTime ? freshUntil(principal.authTime) : null,
    impersonatedBy: principal.impersonation ? impersonatorOf(principal.impersonation) : null,
  };
}

function impersonatorOf({ id, by, mode, expiresAt }: Impersonation): CurrentSession['impersonatedBy'] {
  return { impersonationId: id, operatorId: by.id!, name: by.label, mode, expiresAt };
}
