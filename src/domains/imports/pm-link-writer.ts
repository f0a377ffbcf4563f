// Writes the links of one chunk of an import of projects: all at once, or one by one where that is refused.
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { WireObject } from '../../operations/wire.ts';
import { connectTasks } from '../tasks/connect.ts';
import type { ImportRow } from './model.ts';
import { keyOf, type LinkParts } from './pm-row-reader.ts';
import { assertCallable, call } from './run-row.ts';
import { operationNamed } from './targets.ts';

/** A link between tasks that exist. */
interface Link {
  parts: LinkParts;
  taskId: string;
  otherId: string;
}

export class LinkWriter {
  readonly #ctx: TenantContext;
  readonly #taskIds: ReadonlyMap<string, string>;
  /** By row number; a link whose tasks were not imported is missing. */
  readonly #links: Map<number, Link>;
  #connected: Promise<boolean> | undefined;

  /**
   * @param rows the links that can be written
   * @param taskIds the ids of the tasks by their keys
   */
  constructor(ctx: TenantContext, rows: readonly ImportRow[], taskIds: ReadonlyMap<string, string>) {
    this.#ctx = ctx;
    this.#taskIds = taskIds;
    this.#links = new Map(
      rows.flatMap(({ rowNumber, parts }) => {
        const link = parts as LinkParts;
        const [taskId, otherId] = endsOf(link).map((key) => taskIds.get(keyOf(key)));
        return taskId && otherId ? [[rowNumber, { parts: link, taskId, otherId }] as const] : [];
      }),
    );
  }

  /** Writes the link of a row, with all others of the chunk if it is the first. @returns the task that it changed */
  async write({ rowNumber, parts }: ImportRow): Promise<{ type: 'task'; id: string; version: null }> {
    const link = this.#links.get(rowNumber) ?? this.#missing(parts as LinkParts);
    this.#connected ??= this.#connectAll();
    if (!(await this.#connected)) await this.#connectOne(link);
    return { type: 'task', id: link.taskId, version: null };
  }

  /** @returns whether all links are written; if not, none is */
  async #connectAll(): Promise<boolean> {
    // Which of them a role with own records may change is checked task by task.
    if (this.#ctx.principal.ownOnly.size > 0) return false;
    const links = [...this.#links.values()];
    try {
      await this.#ctx.tx.savepoint(() =>
        connectTasks(
          this.#ctx,
          links.flatMap(({ parts, taskId, otherId }) =>
            'parent' in parts ? [{ taskId, parentId: otherId }] : [],
          ),
          links.flatMap(({ parts, taskId, otherId }) =>
            'parent' in parts
              ? []
              : [
                  {
                    successorId: taskId,
                    predecessorId: otherId,
                    type: parts.type ?? 'finish_to_start',
                    lagDays: Number(parts.lag_days ?? 0),
                  },
                ],
          ),
        ),
      );
      return true;
    } catch {
      return false;
    }
  }

  async #connectOne({ parts, taskId, otherId }: Link): Promise<void> {
    const name = linkOperation(parts);
    const { type, lag_days: lag } = parts as Partial<Record<'type' | 'lag_days', string>>;
    const input: WireObject =
      'parent' in parts
        ? { parent_id: otherId }
        : { predecessor_id: otherId, ...(type && { type }), ...(lag && { lag_days: Number(lag) }) };
    await call(this.#ctx, operationNamed(this.#ctx, name), { id: taskId, ...input });
  }

  #missing(parts: LinkParts): never {
    const key = endsOf(parts).find((one) => !this.#taskIds.has(keyOf(one)))!;
    const message = `The task ${key} was not imported.`;
    throw new ServiceError('VALIDATION_ERROR', message, {
      fields: [{ path: 'task', rule: 'exists', message }],
    });
  }
}

/** Returns the keys of the two tasks of a link, first the one that it belongs to. */
export function endsOf(parts: LinkParts): [string, string] {
  return [parts.task, 'parent' in parts ? parts.parent : parts.depends_on];
}

/** Throws if the caller may not write a link of this kind. @throws PERMISSION_DENIED */
export function assertMayLink(ctx: TenantContext, parts: LinkParts): void {
  assertCallable(ctx, operationNamed(ctx, linkOperation(parts)));
}

function linkOperation(parts: LinkParts): 'UpdateTask' | 'AddTaskDependency' {
  return 'parent' in parts ? 'UpdateTask' : 'AddTaskDependency';
}
