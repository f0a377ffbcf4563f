// Declares the kind of record `task`, its timelines and filters, and who may change one.
import type { TenantContext } from '../../context.ts';
import type { Link } from '../../events/emit.ts';
import { applyConditions } from '../../lists/filters.ts';
import type { Filter } from '../../lists/listing.ts';
import { dayOf } from '../days.ts';
import { worksOn } from '../projects/kind.ts';
import { recordKind } from '../records/kind.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { Task } from './model.ts';

/**
 * Returns the SQL of whether a task is blocked: by its state, or by an open predecessor.
 * @param fence keeps PostgreSQL from reading the predecessors of all tasks first, where a few tasks are read
 */
function blockedBy(task: string, fence: '' | 'offset 0'): string {
  return `(${task}.status = 'blocked' or exists (select from task_dependencies bd
    join tasks bp on bp.tenant_id = bd.tenant_id and bp.id = bd.predecessor_id
    where bd.tenant_id = ${task}.tenant_id and bd.successor_id = ${task}.id and bd.type = 'finish_to_start'
      and bp.deleted_at is null and bp.status not in ('done', 'cancelled') ${fence}))`;
}

/** Returns the SQL of whether a task that is read is blocked. */
export function blockedSql(task: string): string {
  return blockedBy(task, 'offset 0');
}

const byAssignee: Filter = (query, conditions, { principal }) => {
  for (const [operator, value] of Object.entries(conditions)) {
    if (value === null || value === undefined) continue;
    if (operator === 'isNull') query.whereRaw(`tasks.assignee_ids ${value ? '=' : '<>'} '{}'`);
    else {
      const ids = [value].flat().map((id) => (id === 'me' ? principal.id : id));
      const known = ids.filter((id) => /^[0-9a-f-]{36}$/i.test(String(id)));
      const not = operator === 'neq' || operator === 'nin' ? 'not ' : '';
      query.whereRaw(`${not}tasks.assignee_ids && ?::uuid[]`, [known]);
    }
  }
};

export const taskKind = recordKind<Task>({
  model: Task,
  withheld: ['description', 'blockedReason', 'checklist'],
  links: taskLinks,
  filters: {
    assigneeId: byAssignee,
    isBlocked: (query, conditions) => applyConditions(query, blockedBy('tasks', ''), conditions),
    isOverdue: (query, conditions, { now, principal }) =>
      applyConditions(
        query,
        `(tasks.status not in ('done', 'cancelled')
          and coalesce(tasks.due_date < date '${dayOf(now, principal.timeZone)}', false))`,
        conditions,
      ),
  },
  search: { subtitle: 'r.status', texts: { title: 'r.title' } },
});

/** The records on whose timelines a change of a task appears. */
function taskLinks({ id, projectId, companyId, dealId, contactId }: Task): Link[] {
  const links: [string, string | null | undefined][] = [
    ['task', id],
    ['project', projectId],
    ['company', companyId],
    ['deal', dealId],
    ['contact', contactId],
  ];
  return links.flatMap(([entity, linked]) => (linked ? [{ entity, id: linked }] : []));
}

/**
 * Locks a task that the caller may change. For a role with own records, own means its author, its assignees, and the
 * managers and contributors of its project.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED with `record_scope`
 */
export function lockTask(
  ctx: TenantContext,
  id: string,
  options: { expectedVersion?: number | null; deleted?: boolean } = {},
): Promise<Locked<Task>> {
  return lockRecord(ctx, taskKind, id, {
    ...options,
    isOwn: async ({ projectId }) => projectId !== null && (await worksOn(ctx, projectId)),
  });
}
