// The milestones of projects.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, type Locked } from '../records/verbs.ts';
import { lockProject, projectLinks } from './kind.ts';
import { Milestone, type Project } from './model.ts';
import { readAmount } from './rates.ts';

const milestoneKind = partKind<Milestone>({ model: Milestone, title: 'name' });

/** The writable fields of a milestone; an absent field is left unchanged, null clears it. */
export interface MilestoneInput {
  name?: string | null;
  dueDate?: string | null;
  billingAmount?: string | null;
  billingPercent?: string | null;
  status?: 'open' | 'completed' | null;
}

/** Adds a milestone to a project. @throws NOT_FOUND, VALIDATION_ERROR */
export async function createMilestone(
  ctx: TenantContext,
  projectId: string,
  input: MilestoneInput,
): Promise<Milestone> {
  const project = await lockProject(ctx, projectId);
  if (input.status === 'completed')
    throw invalid('status', 'open', 'A new milestone is open; complete it by PATCH.');
  const fields = readFields(input, project);
  return insertRecord(ctx, milestoneKind, { id: uuid(), projectId, ...fields }, { links: [] });
}

/** Adds the milestones of a new project in one statement, without events of their own. */
export async function insertMilestones(
  ctx: TenantContext,
  projectId: string,
  milestones: readonly { id: string; name: string; dueDate: string | null }[],
): Promise<void> {
  const author = actorOf(ctx.principal);
  await Milestone.insertAll(
    ctx,
    milestones.map((milestone) => ({
      ...milestone,
      projectId,
      createdBy: author,
      updatedBy: author,
    })) as never,
  );
}

/** Changes, completes or reopens a milestone. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, MILESTONE_BILLED */
export async function updateMilestone(
  ctx: TenantContext,
  projectId: string,
  id: string,
  input: MilestoneInput,
  expectedVersion?: number | null,
): Promise<Milestone> {
  const { project, milestone } = await lockMilestone(ctx, projectId, id, expectedVersion);
  const fields = readFields(input, project, milestone);
  const { status } = input;
  if (milestone.invoiceId && (status === 'open' || 'billingAmount' in fields || 'billingPercent' in fields))
    fail('MILESTONE_BILLED', undefined, { details: { invoice_id: milestone.invoiceId } });
  if (!status || status === milestone.status)
    return changeRecord(ctx, milestoneKind, milestone, fields, { links: [] });
  const completed = status === 'completed';
  return changeRecord(
    ctx,
    milestoneKind,
    milestone,
    { ...fields, status, completedAt: completed ? ctx.now : null },
    completed
      ? {
          event: 'milestone.completed',
          links: await projectLinks(ctx, project),
          data: { project_id: projectId, name: milestone.name },
        }
      : { links: [] },
  );
}

/** Deletes a milestone that is not billed; its tasks stay. @throws NOT_FOUND, PRECONDITION_FAILED, MILESTONE_BILLED */
export async function deleteMilestone(
  ctx: TenantContext,
  projectId: string,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const { milestone } = await lockMilestone(ctx, projectId, id, expectedVersion);
  if (milestone.invoiceId)
    fail('MILESTONE_BILLED', undefined, { details: { invoice_id: milestone.invoiceId } });
  await ctx.tx.rows('update tasks set milestone_id = null where tenant_id = $1 and milestone_id = $2', [
    ctx.tenantId,
    id,
  ]);
  return deleteRecord(ctx, milestoneKind, milestone, { links: [] });
}

async function lockMilestone(
  ctx: TenantContext,
  projectId: string,
  id: string,
  expectedVersion?: number | null,
): Promise<{ project: Project; milestone: Locked<Milestone> }> {
  const project = await lockProject(ctx, projectId);
  const milestone = await Milestone.lock<Milestone>(ctx, id, { expectedVersion: expectedVersion ?? null });
  if (milestone.projectId !== projectId) fail('NOT_FOUND');
  return { project, milestone: milestone as Locked<Milestone> };
}

function readFields(input: MilestoneInput, project: Project, before?: Milestone): Partial<Milestone> {
  const fields: Partial<Milestone> = {};
  if (input.name !== undefined || !before) {
    const name = input.name?.replace(/\s+/gu, ' ').trim();
    if (!name) throw invalid('name', 'required', 'Give the milestone a name.');
    fields.name = name;
  }
  if (input.dueDate !== undefined) fields.dueDate = input.dueDate;
  const amount = readAmount(input.billingAmount, project.currency, 'billing_amount');
  if (amount !== undefined) fields.billingAmount = amount;
  const percent = input.billingPercent;
  if (percent !== undefined) fields.billingPercent = percent && readPercent(percent);
  if (input.billingAmount != null && percent === undefined && before?.billingPercent)
    fields.billingPercent = null;
  if (percent != null && input.billingAmount === undefined && before?.billingAmount)
    fields.billingAmount = null;
  const after = { ...before, ...fields };
  if (after.billingAmount != null && after.billingPercent != null)
    throw invalid('billing_percent', 'exclusive', 'Give either billing_amount or billing_percent.');
  if (percent != null && project.budgetAmount === null)
    throw invalid('billing_percent', 'budget', 'A percentage needs a project with a budget_amount.');
  return fields;
}

function readPercent(text: string): string {
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(text);
  if (!match) throw invalid('billing_percent', 'range', 'Give a percentage above 0, up to 100.');
  if ((match[2] ?? '').replace(/0+$/, '').length > 4)
    throw invalid('billing_percent', 'decimal_format', 'Give a percentage with at most 4 decimal places.');
  const value = Number(text);
  if (value <= 0 || value > 100)
    throw invalid('billing_percent', 'range', 'Give a percentage above 0, up to 100.');
  return text;
}
