// The link of deals to the project that they led to.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { Deal } from './model.ts';

const OF_PROJECT: RelationSql = {
  name: 'deals.project',
  kind: 'all',
  model: Deal,
  where: (table, key) => `${table}.project_id = ${key} and ${table}.deleted_at is null`,
  order: (table) => `${table}.created_at, ${table}.id`,
};

/** The live deals that led to a project. */
export const dealsOfProject = relation(
  (ctx: TenantContext, projectId: string): Promise<Deal[]> =>
    loaderOf<string, Deal[]>(ctx, OF_PROJECT.name, async (ids) => {
      const rows = (await Deal.live(ctx)
        .whereRaw('deals.project_id = any(?)', [ids as string[]])
        .orderByRaw(OF_PROJECT.order!('deals'))) as Deal[];
      const groups = Map.groupBy(rows, (deal) => deal.projectId!);
      return ids.map((id) => groups.get(id) ?? []);
    }).load(projectId),
  OF_PROJECT,
);

/**
 * Locks the deals that a project is to have, and checks them. The caller compares their companies with that of the
 * project.
 * @param projectId the project; absent for a new one
 * @throws VALIDATION_ERROR exists; CONFLICT deal_linked for a deal of another live project
 */
export async function lockDealsForProject(
  ctx: TenantContext,
  dealIds: readonly string[],
  projectId?: string,
): Promise<{ id: string; companyId: string | null }[]> {
  if (dealIds.length === 0) return [];
  const rows = await ctx.tx.rows<{ id: string; company: string | null; linked: string | null }>(
    `select d.id, d.company_id as company,
       (select p.id from projects p where p.tenant_id = $1 and p.id = d.project_id and p.deleted_at is null) as linked
     from deals d where d.tenant_id = $1 and d.id = any($2) and d.deleted_at is null order by d.id for update of d`,
    [ctx.tenantId, dealIds],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const message = 'There is no such deal.';
  const fields = dealIds.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `deal_ids[${index}]`, rule: 'exists', message }],
  );
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', message, { fields });
  const taken = rows.find(({ linked }) => linked && linked !== projectId);
  if (taken)
    fail('CONFLICT', 'A deal already led to another project; remove it there first.', {
      details: { reason: 'deal_linked', deal_id: taken.id, project_id: taken.linked },
    });
  return dealIds.map((id) => ({ id, companyId: found.get(id)!.company }));
}

/** Makes exactly these deals those of a project; they are locked and checked. */
export async function linkDealsToProject(
  ctx: TenantContext,
  projectId: string,
  dealIds: readonly string[],
): Promise<boolean> {
  const changed = await ctx.tx.rows(
    `update deals d set project_id = case when d.id = any($3) then $2::uuid end, version = version + 1,
       updated_at = $4, updated_by = $5
     where d.tenant_id = $1 and (d.project_id = $2 or d.id = any($3))
       and d.project_id is distinct from case when d.id = any($3) then $2::uuid end returning d.id`,
    [ctx.tenantId, projectId, dealIds, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  return changed.length > 0;
}
