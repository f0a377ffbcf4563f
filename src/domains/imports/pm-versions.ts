// The versions of imported tasks: those that links change later in the same import still count as untouched by people.
import type { TenantContext } from '../../context.ts';
import { projectsOfTasks } from '../tasks/create.ts';
import { lockPlans } from '../tasks/plan.ts';

/** Tasks with all above them. */
const WITH_ABOVE = `
  with recursive above as (
    select t.id, t.parent_id from tasks t where t.tenant_id = $1 and t.id = any($3::uuid[])
    union select p.id, p.parent_id from above a join tasks p on p.tenant_id = $1 and p.id = a.parent_id)`;

/** Remembers which tasks of an import nobody has touched, before work of the import itself changes them. */
export class TaskVersions {
  readonly #ctx: TenantContext;
  readonly #importId: string;
  readonly #rows: number[];

  private constructor(ctx: TenantContext, importId: string, rows: number[]) {
    this.#ctx = ctx;
    this.#importId = importId;
    this.#rows = rows;
  }

  /** Locks tasks and those above them, the plans of their projects first. */
  static async of(ctx: TenantContext, importId: string, taskIds: readonly string[]): Promise<TaskVersions> {
    await lockPlans(ctx, await projectsOfTasks(ctx, taskIds));
    const rows = await ctx.tx.rows<{ row: number }>(
      `${WITH_ABOVE} select r.row_number as row from import_rows r
         join tasks t on t.tenant_id = $1 and t.id = r.record_id and t.version = r.record_version
       where r.tenant_id = $1 and r.import_id = $2 and r.kind = 'task' and r.record_id in (select id from above)
       order by t.id for update of t`,
      [ctx.tenantId, importId, taskIds],
    );
    return new TaskVersions(
      ctx,
      importId,
      rows.map(({ row }) => row),
    );
  }

  /** Stores the versions that the tasks have by now. */
  async follow(): Promise<void> {
    await this.#ctx.tx.rows(
      `update import_rows r set record_version = t.version from tasks t
       where r.tenant_id = $1 and r.import_id = $2 and r.row_number = any($3::int[]) and t.tenant_id = $1
         and t.id = r.record_id and t.version <> r.record_version`,
      [this.#ctx.tenantId, this.#importId, this.#rows],
    );
  }
}
