// The shares of saved views, and the default view of a person for a list.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { SavedView } from './model.ts';
import { SavedViewShare } from './model.ts';
import type { ShareAccess, Visibility } from './rules.ts';

/** A share as callers send it. */
export interface ShareInput {
  type: 'user' | 'role';
  id: string;
  access: ShareAccess;
}

/** The columns of a share. */
type ShareFields = Pick<SavedViewShare, 'userId' | 'roleId' | 'access'>;

/**
 * Validates shares and turns them into columns.
 * @throws VALIDATION_ERROR repeated; exists for a user who is not an active member or a role that does not exist
 */
export async function readShares(ctx: TenantContext, input: readonly ShareInput[]): Promise<ShareFields[]> {
  const names = input.map(({ type, id }) => `${type} ${id}`);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0)
    throw invalid(`shared_with[${repeated}].id`, 'repeated', 'List each user and role once.');
  const found = await ctx.tx.rows<{ name: string }>(
    `select 'user ' || user_id as name from memberships
       where tenant_id = $1 and status = 'active' and 'user ' || user_id = any($2)
     union all select 'role ' || id from roles where tenant_id = $1 and 'role ' || id = any($2)`,
    [ctx.tenantId, names],
  );
  const existing = new Set(found.map(({ name }) => name));
  const missing = names.findIndex((name) => !existing.has(name));
  if (missing >= 0) {
    const noun = input[missing]!.type === 'user' ? 'member of the workspace' : 'role';
    throw invalid(
      `shared_with[${missing}].id`,
      'exists',
      `There is no such ${noun}; send the id of an existing one.`,
    );
  }
  return input.map(({ type, id, access }) => ({
    userId: type === 'user' ? id : null,
    roleId: type === 'role' ? id : null,
    access,
  }));
}

/** Refuses shares that contradict the visibility. @throws VALIDATION_ERROR visibility, required */
export function assertMatchesVisibility(visibility: Visibility, shares: readonly unknown[]): void {
  if (visibility === 'private' && shares.length)
    throw invalid(
      'shared_with',
      'visibility',
      'A private view cannot have shares; set visibility to shared.',
    );
  if (visibility === 'shared' && shares.length === 0)
    throw invalid('shared_with', 'required', 'Send at least one share, or set visibility to private.');
}

/** Replaces the shares of a view. */
export async function replaceShares(
  ctx: TenantContext,
  viewId: string,
  shares: readonly ShareFields[],
): Promise<void> {
  await SavedViewShare.of(ctx).where({ viewId }).delete();
  await SavedViewShare.insertAll(
    ctx,
    shares.map((share) => ({ viewId, ...share })),
  );
}

/** Returns shares in wire form, for the audit. */
export function sharesToWire(shares: readonly ShareFields[]): ShareInput[] {
  return shares.map(({ userId, roleId, access }) => ({
    type: userId ? 'user' : 'role',
    id: (userId ?? roleId)!,
    access,
  }));
}

/**
 * Makes a view the default of its list for a person, or removes that default.
 * @returns whether anything changed
 */
export async function setDefault(
  ctx: TenantContext,
  { id, entity }: SavedView,
  userId: string,
  isDefault: boolean,
): Promise<boolean> {
  const changed = isDefault
    ? await ctx.tx.rows(
        `insert into saved_view_defaults (tenant_id, user_id, entity, view_id) values ($1, $2, $3, $4)
         on conflict (tenant_id, user_id, entity) do update set view_id = excluded.view_id
           where saved_view_defaults.view_id <> excluded.view_id returning view_id`,
        [ctx.tenantId, userId, entity, id],
      )
    : await ctx.tx.rows(
        `delete from saved_view_defaults where tenant_id = $1 and user_id = $2 and view_id = $3 returning view_id`,
        [ctx.tenantId, userId, id],
      );
  return changed.length > 0;
}
