// How operators find and change what belongs to a workspace.
import { fail } from '../errors.ts';
import type { TenantOperationContext } from './context.ts';
import { deriveContext } from './derive-context.ts';

/**
 * Returns the workspace of a record that operators see, by the id of the record alone.
 * @param table a table of records that `show_to_operators` has opened
 * @throws NOT_FOUND
 */
export async function workspaceOf(ctx: TenantOperationContext, table: string, id: string): Promise<string> {
  // Ids are unique, but indexes begin with the workspace: each workspace is asked by its index.
  const [found] = await ctx.tx.rows<{ id: string }>(
    `select t.id from tenants t
     where exists (select from ${table} r where r.tenant_id = t.id and r.id = $1 offset 0) limit 1`,
    [id],
  );
  return found?.id ?? fail('NOT_FOUND');
}

/**
 * Runs the work of an operator with the visibility of one workspace. No other statement of the transaction may run at the
 * same time.
 * @param permissions those of the workspace that the work asks for
 */
export function inWorkspaceAsOperator<C extends TenantOperationContext, T>(
  ctx: C,
  tenantId: string,
  permissions: readonly string[],
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const principal = { ...ctx.principal, tenantId, permissions: new Set(permissions) };
  return ctx.tx.withVisibility({ tenantId }, () => work(deriveContext(ctx, { tenantId, principal })));
}
