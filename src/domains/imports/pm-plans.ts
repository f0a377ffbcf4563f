// Plans the rows of a project-management import and runs them: projects, milestones, tasks, and the links between tasks.
import type { TenantContext } from '../../context.ts';
import { isRetryable } from '../../errors.ts';
import { causeOf } from '../../operations/execute.ts';
import type { WireObject } from '../../operations/wire.ts';
import { rowError } from './cells.ts';
import type { Import, ImportRow, PmMapping, RowError } from './model.ts';
import { findProjectCompanies } from './pm-companies.ts';
import { PM_FIELDS } from './pm-formats.ts';
import { assertMayLink, endsOf, LinkWriter } from './pm-link-writer.ts';
import { checkLinks } from './pm-links.ts';
import { milestoneKey } from './pm-outline.ts';
import { keyOf, type LinkParts, PmRowReader } from './pm-row-reader.ts';
import { type ReadTask, readTask } from './pm-tasks.ts';
import { TaskVersions } from './pm-versions.ts';
import type { RowPlan, RowPlans, RowResult, RunMemory } from './row-plan.ts';
import { findRows } from './row-store.ts';
import { call, errorsOf } from './run-row.ts';
import { operationNamed } from './targets.ts';

interface PmPlan extends RowPlan {
  /** Writes the record of the row. */
  write: () => Promise<RowResult['record']>;
}

/** A record that rows refer to, or why there is none. */
interface Target {
  id: string | null;
}

const KEY = 'key:';

export class PmPlans implements RowPlans<PmPlan> {
  readonly #ctx: TenantContext;
  readonly #imported: Import;
  readonly #mapping: PmMapping;
  readonly #memory: RunMemory;
  readonly #isDryRun: boolean;
  readonly #reader: PmRowReader;
  /** The records that stand for rows during a dry run. */
  readonly #scratch = new Map<number, string>();
  #versions: TaskVersions | undefined;

  constructor(ctx: TenantContext, imported: Import, memory: RunMemory, isDryRun: boolean) {
    this.#ctx = ctx;
    this.#imported = imported;
    this.#mapping = imported.mapping as PmMapping;
    this.#memory = memory;
    this.#isDryRun = isDryRun;
    const { columns, company_column: company } = this.#mapping;
    this.#reader = new PmRowReader(imported.columns, columns, company);
  }

  plan(rows: ImportRow[]): Promise<PmPlan[]> {
    const kind = rows[0]?.kind ?? 'task';
    if (kind === 'project') return this.#projects(rows);
    if (kind === 'milestone') return this.#milestones(rows);
    return kind === 'task' ? this.#tasks(rows) : this.#links(rows);
  }

  async run({ action, write }: PmPlan): Promise<RowResult> {
    if (action === 'skip') return { outcome: 'skipped', record: null, before: null, errors: [] };
    try {
      const record = await this.#ctx.tx.savepoint(write);
      return { outcome: 'created', record, before: null, errors: [] };
    } catch (error) {
      // The whole chunk runs again later.
      if (isRetryable(causeOf(error))) throw error;
      const columns = this.#mapping.columns.flatMap((mapping) => {
        const field = PM_FIELDS.get(mapping.target);
        return field ? [{ mapping, field, at: -1 }] : [];
      });
      return { outcome: 'failed', record: null, before: null, errors: errorsOf(this.#ctx, columns, error) };
    }
  }

  uniqueKeys({ keys }: PmPlan): string[] {
    return this.#reader.has('key') ? keys.filter((key) => key.startsWith(KEY)) : [];
  }

  async finish(): Promise<void> {
    await this.#versions?.follow();
  }

  async #projects(rows: ImportRow[]): Promise<PmPlan[]> {
    const companies = await findProjectCompanies(this.#ctx, this.#mapping, rows);
    return rows.map((row) => {
      const company = companies.get(row.rowNumber)!;
      const errors = [...row.readErrors, ...('error' in company ? [company.error] : [])];
      const input = {
        name: row.parts!.project!,
        company_id: 'id' in company ? company.id : null,
        // The dates of the file stay as they are.
        auto_schedule: false,
      };
      return this.#planned(row, errors, () => this.#create('project', 'CreateProject', input));
    });
  }

  async #milestones(rows: ImportRow[]): Promise<PmPlan[]> {
    const projects = await this.#find(
      'project',
      rows.map((row) => `project:${keyOf(this.#projectOf(row))}`),
    );
    const plans: PmPlan[] = [];
    for (const row of rows) {
      const project = projects.get(`project:${keyOf(this.#projectOf(row))}`);
      const { input, errors } = row.parts
        ? { input: { name: row.parts.milestone } as WireObject, errors: [] as RowError[] }
        : milestoneOf(readTask(this.#imported, this.#reader, row));
      if (!project?.id) errors.push(this.#missingProject(row));
      const { status, ...fields } = input;
      plans.push(
        this.#planned(row, [...row.readErrors, ...errors], async () => {
          const created = await this.#create('milestone', 'CreateMilestone', { id: project!.id, ...fields });
          if (status !== 'done') return created;
          const change = { id: project!.id, milestoneId: created!.id, status: 'completed' };
          return this.#create('milestone', 'UpdateMilestone', change);
        }),
      );
    }
    return plans;
  }

  async #tasks(rows: ImportRow[]): Promise<PmPlan[]> {
    const places = rows.map((row) => this.#reader.place(row.cells ?? []));
    const projects = await this.#find(
      'project',
      places.map(({ project }) => `project:${keyOf(project)}`),
    );
    const milestones = await this.#find(
      'milestone',
      places.flatMap(({ project, milestone, parent }) => [
        ...(milestone ? [milestoneKey(project, milestone)] : []),
        ...(parent ? [`${KEY}${keyOf(parent)}`] : []),
      ]),
    );
    return rows.map((row, at) => {
      const { key, project, milestone, parent } = places[at]!;
      const { input, errors } = readTask(this.#imported, this.#reader, row);
      const projectId = projects.get(`project:${keyOf(project)}`)?.id;
      if (!projectId) errors.push(this.#missingProject(row));
      const named = milestones.get(milestone ? milestoneKey(project, milestone) : `${KEY}${keyOf(parent)}`);
      if (milestone && !named?.id) {
        const message = `The milestone ${milestone} is not imported; the task has none.`;
        errors.push(
          rowError(null, 'milestone', { code: 'UNKNOWN_REFERENCE', message }, milestone, 'warning'),
        );
      }
      const whole = { ...input, project_id: projectId, ...(named?.id && { milestone_id: named.id }) };
      const plan = this.#planned(row, [...row.readErrors, ...errors], () =>
        this.#create('task', 'CreateTask', whole),
      );
      plan.keys = [...(key ? [`${KEY}${keyOf(key)}`] : []), `in:${keyOf(project)}`];
      this.#assertUnique(plan);
      return plan;
    });
  }

  #assertUnique(plan: PmPlan): void {
    const { seen } = this.#memory;
    for (const key of this.uniqueKeys(plan)) {
      const earlier = seen.get(key);
      if (earlier === undefined || earlier === plan.row.rowNumber) seen.set(key, plan.row.rowNumber);
      else
        plan.errors.push(
          rowError(null, 'key', { code: 'DUPLICATE_IN_FILE', message: `Row ${earlier} has the same key.` }),
        );
    }
  }

  async #links(rows: ImportRow[]): Promise<PmPlan[]> {
    this.#memory.links ??= await checkLinks(this.#ctx, this.#imported.id);
    const faults = this.#memory.links;
    const writer = this.#isDryRun
      ? undefined
      : await this.#linkWriter(rows.filter((row) => !faults.has(row.rowNumber)));
    return rows.map((row) => {
      const fault = faults.get(row.rowNumber);
      const warnings = fault ? [rowError(null, null, fault, null, 'warning')] : [];
      const plan = this.#planned(row, warnings, async () => {
        assertMayLink(this.#ctx, row.parts as LinkParts);
        return writer ? writer.write(row) : null;
      });
      return fault ? { ...plan, action: 'skip' } : plan;
    });
  }

  async #linkWriter(rows: readonly ImportRow[]): Promise<LinkWriter> {
    const keys = rows.flatMap(({ parts }) => endsOf(parts as LinkParts).map((key) => `${KEY}${keyOf(key)}`));
    const tasks = await this.#find('task', keys);
    const ids = new Map(
      [...tasks].flatMap(([key, { id }]) =>
        id && key.startsWith(KEY) ? [[key.slice(KEY.length), id] as const] : [],
      ),
    );
    this.#versions = await TaskVersions.of(this.#ctx, this.#imported.id, [...ids.values()]);
    return new LinkWriter(this.#ctx, rows, ids);
  }

  #planned(row: ImportRow, errors: RowError[], write: PmPlan['write']): PmPlan {
    return { row, errors, keys: row.keys, action: 'create', write };
  }

  async #create(type: string, operation: string, input: WireObject): Promise<RowResult['record']> {
    const answer = (await call(this.#ctx, operationNamed(this.#ctx, operation), input)) as {
      id: string;
      version: number;
    };
    return { type, id: answer.id, version: answer.version };
  }

  #projectOf({ parts, cells }: ImportRow): string {
    return parts?.project ?? this.#reader.place(cells ?? []).project;
  }

  #missingProject(row: ImportRow): RowError {
    const name = this.#projectOf(row);
    const message = `The project ${name || 'without a name'} is not imported; see the errors of its row.`;
    return rowError(null, 'project', { code: 'UNKNOWN_REFERENCE', message }, name);
  }

  /**
   * Finds the records of other rows by the keys of those. In a dry run, in which they do not exist yet, projects and
   * milestones are created for the time of the chunk.
   */
  async #find(kind: 'project' | 'milestone' | 'task', keys: readonly string[]): Promise<Map<string, Target>> {
    const rows = await this.#ctx.tx.rows<{ rowNumber: number; keys: string[]; recordId: string | null }>(
      `select row_number as "rowNumber", keys, record_id as "recordId" from import_rows
       where tenant_id = $1 and import_id = $2 and kind = $3 and keys && $4::text[] and status not in ('excluded', 'invalid')
       order by row_number`,
      [this.#ctx.tenantId, this.#imported.id, kind, [...new Set(keys)]],
    );
    if (this.#isDryRun && kind !== 'task')
      await this.#createForDryRun(
        rows.flatMap(({ recordId, rowNumber }) => (recordId === null ? [rowNumber] : [])),
      );
    const found = new Map<string, Target>();
    for (const { rowNumber, keys: own, recordId } of rows) {
      const id = recordId ?? this.#scratch.get(rowNumber) ?? null;
      for (const key of own) if (!found.get(key)?.id) found.set(key, { id });
    }
    return found;
  }

  async #createForDryRun(numbers: readonly number[]): Promise<void> {
    const missing = numbers.filter((number) => !this.#scratch.has(number));
    if (missing.length === 0) return;
    const rows = await findRows(this.#ctx, this.#imported.id, missing);
    for (const planned of await this.plan(rows)) {
      if (planned.errors.some(({ severity }) => severity === 'error')) continue;
      const { record } = await this.run(planned);
      if (record) this.#scratch.set(planned.row.rowNumber, record.id);
    }
  }
}

/** Returns the fields of a milestone from those of a task. */
function milestoneOf({ input, errors }: ReadTask): ReadTask {
  const { title: name, due_date, start_date, status } = input;
  return { input: { name, due_date: due_date ?? start_date ?? null, status }, errors };
}
