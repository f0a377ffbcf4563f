// Validates the input of a task and turns it into columns (delivery.md section 2.3).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { readCustomFields } from '../custom-fields/record-values.ts';
import { companyMismatch } from '../projects/look-ups.ts';
import type { Project } from '../projects/model.ts';
import { normalizeTags } from '../tags.ts';
import type { LinkType } from './graph-rules.ts';
import type { Task } from './model.ts';
import { readRecurrence } from './recurrence.ts';
import { type ChecklistItem, type ChecklistItemInput, changedItem, type TaskStatus } from './rules.ts';

export interface DependencyInput {
  predecessorId: string;
  type?: LinkType | null;
  lagDays?: number | null;
}

/** The writable fields of a task; an absent field is left unchanged, null clears it. */
export interface TaskInput {
  title?: string | null;
  projectId?: string | null;
  companyId?: string | null;
  parentId?: string | null;
  status?: TaskStatus | null;
  cascade?: 'complete' | null;
  priority?: Task['priority'] | null;
  assigneeIds?: string[] | null;
  startDate?: string | null;
  dueDate?: string | null;
  dueTime?: string | null;
  scheduleMode?: Task['scheduleMode'] | null;
  estimateMinutes?: number | null;
  milestoneId?: string | null;
  description?: string | null;
  checklist?: ChecklistItemInput[] | null;
  dependencies?: DependencyInput[] | null;
  recurrence?: string | null;
  dealId?: string | null;
  contactId?: string | null;
  ticketId?: string | null;
  blockedReason?: string | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
}

/** Fields that change as they are given. */
const PLAIN = ['startDate', 'dueDate', 'dueTime', 'estimateMinutes', 'description'] as const;

/** Where a task stands after the change. */
export interface TaskPlace {
  project: Project | null;
  companyId: string | null;
}

/** Returns the columns that an input sets, except status, project, parent and rank. */
export async function readFields(
  ctx: TenantContext,
  input: TaskInput,
  { project, companyId }: TaskPlace,
  before?: Task,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  if (input.title !== undefined || !before) {
    const title = input.title?.normalize('NFC').replace(/\s+/gu, ' ').trim();
    if (!title) throw invalid('title', 'required', 'Give the task a title.');
    fields.title = title;
  }
  for (const name of PLAIN) if (input[name] !== undefined) fields[name] = input[name];
  if (input.priority !== undefined) fields.priority = input.priority ?? 'normal';
  if (input.scheduleMode !== undefined) fields.scheduleMode = input.scheduleMode ?? 'auto';
  if (input.tags !== undefined) fields.tags = normalizeTags(input.tags ?? []);
  if (input.assigneeIds !== undefined)
    fields.assigneeIds = await readAssignees(ctx, input.assigneeIds ?? [], before);
  const { startDate, dueDate } = { ...before, ...fields } as Partial<Task>;
  if (startDate && dueDate && startDate > dueDate)
    throw invalid('due_date', 'range', 'The due date must not be before the start date.');
  Object.assign(fields, await readLinks(ctx, input, project, companyId));
  if (input.recurrence !== undefined) Object.assign(fields, recurrenceFields(input.recurrence, before));
  const { recurrence } = { ...before, ...fields } as Partial<Task>;
  if (recurrence && !dueDate) throw invalid('due_date', 'required', 'A recurring task needs a due date.');
  const customValues = await readCustomFields(ctx, 'tasks', input.customFields, before?.customFields);
  if (customValues) fields.customFields = customValues;
  return fields;
}

function recurrenceFields(recurrence: string | null, before?: Task): Record<string, unknown> {
  if (recurrence === null) return { recurrence, seriesId: null, occurrence: null };
  return {
    recurrence: readRecurrence(recurrence),
    ...(!before?.seriesId && { seriesId: uuid(), occurrence: 1 }),
  };
}

/** Returns the assignees, each once. @throws VALIDATION_ERROR exists for those who are no active members */
async function readAssignees(ctx: TenantContext, ids: readonly string[], before?: Task): Promise<string[]> {
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
  const added = unique.filter((id) => !before?.assigneeIds.includes(id));
  if (added.length === 0) return unique;
  const rows = await ctx.tx.rows<{ id: string }>(
    `select user_id as id from memberships where tenant_id = $1 and user_id = any($2) and status = 'active'`,
    [ctx.tenantId, added],
  );
  const known = new Set(rows.map(({ id }) => id));
  const message = 'There is no active member of the workspace with this user id.';
  const fields = ids.flatMap((id, index) =>
    added.includes(id.toLowerCase()) && !known.has(id.toLowerCase())
      ? [{ path: `assignee_ids[${index}]`, rule: 'exists', message }]
      : [],
  );
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', message, { fields });
  return unique;
}

/** Returns the linked milestone, deal, contact and ticket. @throws VALIDATION_ERROR exists; COMPANY_MISMATCH */
async function readLinks(
  ctx: TenantContext,
  { milestoneId, dealId, contactId, ticketId }: TaskInput,
  project: Project | null,
  companyId: string | null,
): Promise<Record<string, unknown>> {
  const fields = { milestoneId, dealId, contactId, ticketId };
  if (milestoneId || dealId || contactId || ticketId) {
    const rows = await ctx.tx.rows<{ kind: string; fits: boolean }>(
      `select 'milestone_id' as kind, m.project_id is not distinct from $5::uuid as fits from milestones m
         where m.tenant_id = $1 and m.id = $2 and m.deleted_at is null
       union all select 'deal_id', $6::uuid is null or d.company_id = $6 from deals d where d.tenant_id = $1 and d.id = $3 and d.deleted_at is null
       union all select 'contact_id', $6::uuid is null or c.company_id = $6 or exists (select from contact_companies l
           where l.tenant_id = $1 and l.contact_id = c.id and l.company_id = $6)
         from contacts c where c.tenant_id = $1 and c.id = $4 and c.deleted_at is null
       union all select 'ticket_id', $6::uuid is null or t.company_id is null or t.company_id = $6 from support_tickets t
         where t.tenant_id = $1 and t.id = $7 and t.deleted_at is null and t.merged_into_id is null`,
      [
        ...[ctx.tenantId, milestoneId ?? null, dealId ?? null, contactId ?? null, project?.id ?? null],
        ...[companyId, ticketId ?? null],
      ],
    );
    const found = new Map(rows.map(({ kind, fits }) => [kind, fits]));
    const given = { milestone_id: milestoneId, deal_id: dealId, contact_id: contactId, ticket_id: ticketId };
    for (const [path, id] of Object.entries(given))
      if (id && (!found.has(path) || (path === 'milestone_id' && !found.get(path))))
        throw invalid(path, 'exists', `There is no such ${path.slice(0, -3)}.`);
    const foreign = Object.entries(given).flatMap(([path, id]) => (id && !found.get(path) ? [path] : []));
    if (foreign.length) companyMismatch(foreign, 'It belongs to another company than the task.');
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns the checklist of an input; items with a known id are changed and keep when they were ticked. */
export function readChecklist(
  inputs: readonly ChecklistItemInput[],
  before: readonly ChecklistItem[],
  now: Date,
  path: string,
): ChecklistItem[] {
  const named = new Set(inputs.flatMap(({ id }) => id?.toLowerCase() ?? []));
  const seen = new Set<string>();
  return inputs.map((input, index) => {
    const at = `${path}[${index}].id`;
    assertItemTitle(input, `${path}[${index}].title`);
    const item = before.find(({ id, title }) =>
      input.id
        ? id === input.id.toLowerCase()
        : title === input.title?.trim() && !named.has(id) && !seen.has(id),
    );
    if (input.id && !item)
      throw invalid(at, 'exists', 'There is no such item; leave the id out for a new one.');
    if (item && seen.has(item.id)) throw invalid(at, 'unique', 'Give each item once.');
    if (item) seen.add(item.id);
    return changedItem(input, item, item?.id ?? uuid(), now);
  });
}

/** @throws VALIDATION_ERROR min_length for a title of white space only */
export function assertItemTitle({ title }: ChecklistItemInput, path: string): void {
  if (title != null && !title.trim()) throw invalid(path, 'min_length', 'Give the item a title.');
}

/** Throws unless the assignees of checklist items are active members. @throws VALIDATION_ERROR exists */
export async function assertItemAssignees(
  ctx: TenantContext,
  items: readonly ChecklistItem[],
  path: (index: number) => string,
): Promise<void> {
  const ids = items.flatMap((item) => item.assignee_user_id ?? []);
  if (ids.length === 0) return;
  const rows = await ctx.tx.rows<{ id: string }>(
    `select user_id as id from memberships where tenant_id = $1 and user_id = any($2) and status = 'active'`,
    [ctx.tenantId, ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  const at = items.findIndex((item) => item.assignee_user_id && !known.has(item.assignee_user_id));
  if (at >= 0)
    throw invalid(path(at), 'exists', 'There is no active member of the workspace with this user id.');
}
