// Ranks of tasks in the database: unique within a project, so that there is room between any two cards.
import type { TenantContext } from '../../context.ts';

const inProject = `t.tenant_id = $1 and (t.project_id = $2 or ($2::uuid is null and t.project_id is null))`;

/** Returns the greatest rank of a project; null for its first task. Deleted tasks keep their ranks. */
export async function lastRank(ctx: TenantContext, projectId: string | null): Promise<string | null> {
  const [row] = await ctx.tx.rows<{ rank: string | null }>(
    `select max(t.position) as rank from tasks t where ${inProject}`,
    [ctx.tenantId, projectId],
  );
  return row!.rank;
}

/** Returns the ranks next to one in a project: those before it and behind it. */
export async function neighbours(
  ctx: TenantContext,
  projectId: string | null,
  rank: string,
  exceptId: string,
): Promise<{ before: string | null; after: string | null }> {
  const [row] = await ctx.tx.rows<{ before: string | null; after: string | null }>(
    `select (select max(t.position) from tasks t where ${inProject} and t.id <> $4 and t.position < $3) as before,
       (select min(t.position) from tasks t where ${inProject} and t.id <> $4 and t.position > $3) as after`,
    [ctx.tenantId, projectId, rank, exceptId],
  );
  return row!;
}

/** Returns whether no card of its column stands behind a task. */
export async function isLastOfStatus(
  ctx: TenantContext,
  { projectId, status, position }: { projectId: string | null; status: string; position: string },
): Promise<boolean> {
  const behind = await ctx.tx.rows(
    `select from tasks t where ${inProject} and t.status = $3 and t.position > $4 and t.deleted_at is null limit 1`,
    [ctx.tenantId, projectId, status, position],
  );
  return behind.length === 0;
}
