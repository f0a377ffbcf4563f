// Reverses an import of projects: a project goes as a whole while nobody has touched it, else its untouched tasks go.
import type { TenantContext } from '../../context.ts';
import { TaskVersions } from './pm-versions.ts';
import { type KeptReason, keptReason, type ReversedRow, storeReversed } from './reversed-rows.ts';
import { CHUNK } from './row-store.ts';
import { call } from './run-row.ts';
import { operationNamed } from './targets.ts';

/** What has become of a record of a row. */
interface Facts {
  row: number;
  id: string;
  /** Null once it is deleted. */
  version: number | null;
  isSame: boolean;
  isInUse: boolean;
  hasSubtasks: boolean;
}

/** Reverses the next rows, in the context of whoever asked for it. @returns how many there were */
export async function reversePmRows(ctx: TenantContext, importId: string): Promise<number> {
  for (const step of [reverseProject, reverseTasks, reverseMilestones, reverseLinks]) {
    const count = await step(ctx, importId);
    if (count > 0) return count;
  }
  return 0;
}

const PROJECT = `
  select r.row_number as "row", r.record_id as id, case when p.deleted_at is null then p.version end as version,
    p.version = r.record_version as "isSame", false as "hasSubtasks",
    exists (select from tasks t where t.tenant_id = $1 and t.project_id = p.id and t.deleted_at is null
      and (exists (select from time_entries e where e.tenant_id = $1 and e.task_id = t.id and e.deleted_at is null)
        or not exists (select from import_rows o where o.tenant_id = $1 and o.import_id = $2 and o.record_id = t.id
          and o.kind = 'task' and o.record_version = t.version)))
    or exists (select from milestones m where m.tenant_id = $1 and m.project_id = p.id and m.deleted_at is null
      and not exists (select from import_rows o where o.tenant_id = $1 and o.import_id = $2 and o.record_id = m.id
        and o.kind = 'milestone' and o.record_version = m.version)) as "isInUse"
  from import_rows r left join projects p on p.tenant_id = $1 and p.id = r.record_id
  where r.tenant_id = $1 and r.import_id = $2 and r.kind = 'project' and r.status = 'created'
  order by r.row_number limit 1`;

/** The rows of a project that has been deleted as a whole. */
const REVERSE_WHOLE = `
  update import_rows r set status = 'reversed' where r.tenant_id = $1 and r.import_id = $2 and r.status = 'created'
    and (r.record_id = $3 or r.record_id in (select id from tasks where tenant_id = $1 and project_id = $3)
      or r.record_id in (select id from milestones where tenant_id = $1 and project_id = $3))
  returning row_number`;

async function reverseProject(ctx: TenantContext, importId: string): Promise<number> {
  const [project] = await ctx.tx.rows<Facts>(PROJECT, [ctx.tenantId, importId]);
  if (!project) return 0;
  const reason = await remove(ctx, 'DeleteProject', project);
  if (reason) return store(ctx, importId, [{ row_number: project.row, kept_reason: reason }]);
  return (await ctx.tx.rows(REVERSE_WHOLE, [ctx.tenantId, importId, project.id])).length;
}

/** Tasks without subtasks come first, so that no task takes a subtask along that somebody has touched. */
const TASKS = `
  select r.row_number as "row", r.record_id as id, case when t.deleted_at is null then t.version end as version,
    t.version = r.record_version as "isSame",
    exists (select from time_entries e where e.tenant_id = $1 and e.task_id = r.record_id and e.deleted_at is null) as "isInUse",
    exists (select from tasks c where c.tenant_id = $1 and c.parent_id = r.record_id and c.deleted_at is null) as "hasSubtasks"
  from import_rows r left join tasks t on t.tenant_id = $1 and t.id = r.record_id
  where r.tenant_id = $1 and r.import_id = $2 and r.kind = 'task' and r.status = 'created'
  order by "hasSubtasks", r.row_number desc limit ${CHUNK}`;

async function reverseTasks(ctx: TenantContext, importId: string): Promise<number> {
  const tasks = await ctx.tx.rows<Facts>(TASKS, [ctx.tenantId, importId]);
  const leaves = tasks.filter(({ hasSubtasks }) => !hasSubtasks);
  const results: ReversedRow[] = [];
  const versions = await TaskVersions.of(
    ctx,
    importId,
    tasks.map(({ id }) => id),
  );
  // Where only tasks with subtasks are left, those subtasks are kept.
  for (const task of leaves.length ? leaves : tasks.map((one) => ({ ...one, isInUse: true })))
    results.push({ row_number: task.row, kept_reason: await remove(ctx, 'DeleteTask', task) });
  await versions.follow();
  return store(ctx, importId, results);
}

const MILESTONES = `
  select r.row_number as "row", r.record_id as id, case when m.deleted_at is null then m.version end as version,
    m.version = r.record_version as "isSame", false as "hasSubtasks", m.project_id as "projectId",
    exists (select from tasks t where t.tenant_id = $1 and t.milestone_id = r.record_id and t.deleted_at is null) as "isInUse"
  from import_rows r left join milestones m on m.tenant_id = $1 and m.id = r.record_id
  where r.tenant_id = $1 and r.import_id = $2 and r.kind = 'milestone' and r.status = 'created'
  order by r.row_number desc limit ${CHUNK}`;

async function reverseMilestones(ctx: TenantContext, importId: string): Promise<number> {
  const rows = await ctx.tx.rows<Facts & { projectId: string }>(MILESTONES, [ctx.tenantId, importId]);
  const results: ReversedRow[] = [];
  for (const milestone of rows)
    results.push({
      row_number: milestone.row,
      kept_reason: await remove(ctx, 'DeleteMilestone', milestone, {
        id: milestone.projectId,
        milestoneId: milestone.id,
      }),
    });
  return store(ctx, importId, results);
}

/** A link is gone with either of its tasks. */
const LINKS = `
  update import_rows r set (status, kept_reason) = (
    select case when g.is_gone then 'reversed' else 'kept' end, case when not g.is_gone then 'in_use' end
    from (select exists (select from import_rows t where t.tenant_id = $1 and t.import_id = $2 and t.kind = 'task'
      and t.status = 'reversed' and (t.record_id = r.record_id
        or t.keys @> array['key:' || lower(coalesce(r.parts ->> 'depends_on', r.parts ->> 'parent'))])) as is_gone) g)
  where r.tenant_id = $1 and r.import_id = $2 and r.kind = 'link' and r.status = 'created' returning row_number`;

async function reverseLinks(ctx: TenantContext, importId: string): Promise<number> {
  return (await ctx.tx.rows(LINKS, [ctx.tenantId, importId])).length;
}

/** Deletes a record that nobody has touched. @returns why it is kept; null if it was deleted */
async function remove(
  ctx: TenantContext,
  operation: string,
  { id, version, isSame, isInUse }: Facts,
  input: object = { id },
): Promise<KeptReason | null> {
  if (version === null) return 'deleted';
  if (!isSame) return 'changed';
  if (isInUse) return 'in_use';
  try {
    await ctx.tx.savepoint(() =>
      call(ctx, operationNamed(ctx, operation), { ...input, expected_version: version }),
    );
    return null;
  } catch (error) {
    return keptReason(ctx, error);
  }
}

async function store(ctx: TenantContext, importId: string, results: ReversedRow[]): Promise<number> {
  if (results.length) await storeReversed(ctx, importId, results);
  return results.length;
}
