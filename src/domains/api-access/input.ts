// What a caller may write of a token: nothing that they do not hold themselves (platform.md section 6).
import { normalizeRange } from '../../access/addresses.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import { expandScopes, NEVER_FOR_AGENTS, permissionsOf } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { assertMember } from '../members.ts';
import { assertHolds } from '../roles/input.ts';
import { findRole, roleIdOf } from '../roles/look-up.ts';
import type { Role } from '../roles/model.ts';
import type { ApiToken } from './model.ts';
import { assertExpiry } from './rules.ts';

/** What a caller may write; absent leaves alone. */
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

type Fields = Partial<
  Pick<ApiToken, 'name' | 'ownerUserId' | 'scopes' | 'modules' | 'ipAllowlist' | 'expiresAt'>
>;

/** The fields of a token from an input. @throws VALIDATION_ERROR, FEATURE_DISABLED for a module that the caller lacks */
export async function readFields(ctx: TenantContext, input: TokenInput, before?: ApiToken): Promise<Fields> {
  const fields: Fields = {};
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
    throw invalid('owner_user_id', 'required', 'Somebody answers for each token.');
  if (input.ownerUserId) {
    await assertMember(ctx, input.ownerUserId, 'owner_user_id');
    fields.ownerUserId = input.ownerUserId;
  }
  return fields;
}

/**
 * The role that a token gets.
 * @param id the agent role without it
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

/** Who does not hold what a token may do, gets it neither by making nor by changing one. @throws PERMISSION_DENIED */
export function assertMayHandle(ctx: TenantContext, role: Role, kind: ApiToken['kind']): void {
  const { principal, services } = ctx;
  if (role.isSystem && role.key === 'owner' && !principal.roles.includes('owner')) {
    fail('PERMISSION_DENIED', 'Only an owner hands on the role owner.', {
      details: { required_role: 'owner' },
    });
  }
  const permissions = permissionsOf([role], services.permissions);
  if (kind === 'agent') for (const permission of NEVER_FOR_AGENTS) permissions.delete(permission);
  assertHolds(principal, permissions);
}

/**
 * Ranges as they are stored.
 * @param path the field that names them
 * @throws VALIDATION_ERROR ip_range for what is neither an address nor a range
 */
export function readRanges(given: readonly string[], path: string): string[] {
  const ranges = given.map(normalizeRange);
  const fields: FieldFault[] = ranges.flatMap((range, index) => {
    const message = 'Give an address such as 203.0.113.7, or a range such as 203.0.113.0/24.';
    return range === undefined ? [{ path: `${path}[${index}]`, rule: 'ip_range', message }] : [];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return [...new Set(ranges as string[])];
}

function readName(name: string | null | undefined): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'A token has a name; notes that it writes bear it.');
  return text;
}

/** Wildcards become what they mean today, so that scopes to come do not leak in. */
function readScopes(given: readonly string[]): string[] {
  if (given.length === 0) throw invalid('scopes', 'required', 'Give at least one scope.');
  const known = declaredAccess().scopes;
  const fields: FieldFault[] = given.flatMap((scope, index) => {
    if (expandScopes([scope], known).some((one) => known.has(one))) return [];
    const message = `There is no scope ${scope}; see GET /api/roles/permissions.`;
    return [{ path: `scopes[${index}]`, rule: 'exists', message }];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return expandScopes(given, known);
}

/** @param given null: every module of the workspace, or those of the caller where these are fewer */
function readModules({ principal }: TenantContext, given: readonly string[] | null): string[] | null {
  const { modules } = declaredAccess();
  const lacks = (module: string) =>
    !principal.modules.has(module) && principal.moduleLevel(module) !== 'tenant';
  if (given === null) return modules.some(lacks) ? modules.filter((module) => !lacks(module)) : null;
  given.forEach((module, index) => {
    if (!modules.includes(module)) throw invalid(`modules[${index}]`, 'exists', 'There is no such module.');
    if (!lacks(module)) return;
    fail('FEATURE_DISABLED', `The module ${module} is off for you, so a token of yours cannot have it.`, {
      details: { module, flag: `modules.${module}`, level: principal.moduleLevel(module) },
    });
  });
  return [...new Set(given)].sort();
}
