// Validates the input of an API token: a token gets nothing that its creator does not hold (platform.md section 6).
import { normalizeRange } from '../../access/addresses.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import { expandScopes, PRIVATE, permissionsOf } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertHolds } from '../roles/input.ts';
import { findRole, roleIdOf } from '../roles/look-up.ts';
import type { Role } from '../roles/model.ts';
import type { ApiToken } from './model.ts';
import { assertExpiry } from './rules.ts';

/** The writable fields of a token; an absent field is left unchanged. */
export interface TokenInput {
  name?: string | null;
  kind?: 'service' | 'agent' | null;
  agentId?: string | null;
  ownerUserId?: string | null;
  roleId?: string | null;
  scopes?: string[] | null;
  modules?: string[] | null;
  ipAllowlist?: string[] | null;
  expiresAt?: Date | null;
}

type TokenFields = Partial<
  Pick<ApiToken, 'name' | 'ownerUserId' | 'scopes' | 'modules' | 'ipAllowlist' | 'expiresAt'>
>;

/**
 * Returns the columns that an input sets.
 * @throws VALIDATION_ERROR, FEATURE_DISABLED for a module that the caller lacks
 */
export async function readFields(
  ctx: TenantContext,
  input: TokenInput,
  before?: ApiToken,
): Promise<TokenFields> {
  const fields: TokenFields = {};
  if (input.name !== undefined || !before) fields.name = readName(input.name);
  if (input.scopes !== undefined || !before) fields.scopes = readScopes(input.scopes ?? []);
  if (input.modules !== undefined || !before) fields.modules = readModules(ctx, input.modules ?? null);
  if (input.ipAllowlist !== undefined)
    fields.ipAllowlist = readRanges(input.ipAllowlist ?? [], 'ip_allowlist');
  if (input.expiresAt != null) {
    assertExpiry(input.expiresAt, ctx.now);
    fields.expiresAt = input.expiresAt;
  }
  if (input.ownerUserId === null)
    throw invalid('owner_user_id', 'required', 'Each token needs an owner; give the id of a member.');
  if (input.ownerUserId) {
    await assertMember(ctx, input.ownerUserId, 'owner_user_id');
    fields.ownerUserId = input.ownerUserId;
  }
  return fields;
}

/**
 * Returns the role of a token.
 * @param id the system role agent if absent
 * @throws VALIDATION_ERROR exists; PERMISSION_DENIED for a role that gives more than the caller holds
 */
export async function readRole(
  ctx: TenantContext,
  id: string | null | undefined,
  kind: ApiToken['kind'],
): Promise<Role> {
  const role = await findRole(ctx, id ?? (await roleIdOf(ctx.db, ctx.tenantId, 'agent')));
  if (!role) throw invalid('role_id', 'exists', 'There is no such role.');
  assertMayHandle(ctx, role, kind);
  return role;
}

/**
 * Throws unless the caller holds everything that the token may do, both on creation and on change.
 * @throws PERMISSION_DENIED
 */
export function assertMayHandle(ctx: TenantContext, role: Role, kind: ApiToken['kind']): void {
  const { principal, services } = ctx;
  if (role.isSystem && role.key === 'owner' && !principal.roles.includes('owner')) {
    fail('PERMISSION_DENIED', 'Only an owner can give the role owner to a token.', {
      details: { required_role: 'owner' },
    });
  }
  const permissions = permissionsOf([role], services.permissions);
  if (kind === 'agent') for (const permission of PRIVATE) permissions.delete(permission);
  assertHolds(principal, permissions);
}

/**
 * Returns the IP ranges in the form in which they are stored.
 * @param path the field that the error names
 * @throws VALIDATION_ERROR ip_range for text that is neither an address nor a range
 */
export function readRanges(inputs: readonly string[], path: string): string[] {
  const ranges = inputs.map(normalizeRange);
  const fields: FieldFault[] = ranges.flatMap((range, index) => {
    const message = 'Give an address such as 203.0.113.7, or a range such as 203.0.113.0/24.';
    return range === undefined ? [{ path: `${path}[${index}]`, rule: 'ip_range', message }] : [];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return [...new Set(ranges as string[])];
}

function readName(name: string | null | undefined): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text)
    throw invalid(
      'name',
      'required',
      'Give the token a name; it is shown as the author of what the token writes.',
    );
  return text;
}

/** Expands wildcards to the scopes that exist today, so that a token does not gain scopes added later. */
function readScopes(inputs: readonly string[]): string[] {
  if (inputs.length === 0) throw invalid('scopes', 'required', 'Give at least one scope.');
  const allScopes = declaredAccess().scopes;
  const fields: FieldFault[] = inputs.flatMap((scope, index) => {
    if (expandScopes([scope], allScopes).some((expanded) => allScopes.has(expanded))) return [];
    const message = `There is no scope ${scope}; see GET /api/roles/permissions.`;
    return [{ path: `scopes[${index}]`, rule: 'exists', message }];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return expandScopes(inputs, allScopes);
}

/** @param requested null selects every module of the workspace, or those of the caller if they are fewer */
function readModules({ principal }: TenantContext, requested: readonly string[] | null): string[] | null {
  const { modules } = declaredAccess();
  const lacks = (module: string) =>
    !principal.modules.has(module) && principal.moduleLevel(module) !== 'tenant';
  if (requested === null) return modules.some(lacks) ? modules.filter((module) => !lacks(module)) : null;
  requested.forEach((module, index) => {
    if (!modules.includes(module)) throw invalid(`modules[${index}]`, 'exists', 'There is no such module.');
    if (!lacks(module)) return;
    fail('FEATURE_DISABLED', `The module ${module} is switched off for you, so your tokens cannot use it.`, {
      details: { module, flag: `modules.${module}`, level: principal.moduleLevel(module) },
    });
  });
  return [...new Set(requested)].sort();
}
