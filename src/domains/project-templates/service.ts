// Operations on project templates (delivery.md section 2.4).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { readCalendar } from '../projects/look-ups.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { DEFAULT_CALENDAR, type WorkingCalendar } from '../working-days.ts';
import { structureOfProject } from './from-project.ts';
import { projectTemplateKind } from './kind.ts';
import { ProjectTemplate } from './model.ts';
import { durationOf, readStructure, type StructureInput, storedStructure } from './structure-rules.ts';

/** The writable fields of a template; an absent field is left unchanged, null clears it. */
export interface ProjectTemplateInput {
  name?: string | null;
  description?: string | null;
  status?: ProjectTemplate['status'] | null;
  calendar?: { weekdays?: unknown; holidays?: unknown } | null;
  structure?: StructureInput | null;
  fromProjectId?: string | null;
}

/** The states that each state may become. */
const NEXT: Readonly<Record<ProjectTemplate['status'], readonly ProjectTemplate['status'][]>> = {
  draft: ['published'],
  published: ['archived'],
  archived: ['published'],
};

/** Returns a template that is not deleted. @throws NOT_FOUND */
export function getProjectTemplate(
  ctx: TenantContext,
  id: string,
  lookahead?: Lookahead,
): Promise<ProjectTemplate> {
  return ProjectTemplate.read(ctx, id, lookahead);
}

/** Returns a page of templates. */
export function listProjectTemplates(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ProjectTemplate>> {
  return listPage<ProjectTemplate>(ctx, projectTemplateKind.listing, args, lookahead);
}

/**
 * Creates a template from a structure or a project.
 * @throws VALIDATION_ERROR, HIERARCHY_CYCLE, DEPENDENCY_CYCLE
 */
export async function createProjectTemplate(
  ctx: TenantContext,
  input: ProjectTemplateInput,
): Promise<ProjectTemplate> {
  const status = input.status ?? 'draft';
  if (status === 'archived') throw invalid('status', 'enum', 'A new template is a draft or published.');
  if (!input.structure === !input.fromProjectId)
    throw invalid('from_project_id', 'exclusive', 'Give either structure or from_project_id.');
  const fields = await readFields(ctx, input);
  return insertRecord(ctx, projectTemplateKind, {
    calendar: DEFAULT_CALENDAR,
    ...fields,
    id: uuid(),
    name: readName(input.name),
    status,
  });
}

/**
 * Changes the given fields, publishes or archives a template.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, HIERARCHY_CYCLE, DEPENDENCY_CYCLE, INVALID_STATE_TRANSITION
 */
export async function updateProjectTemplate(
  ctx: TenantContext,
  id: string,
  input: ProjectTemplateInput,
  expectedVersion?: number | null,
): Promise<ProjectTemplate> {
  const before = await lockRecord(ctx, projectTemplateKind, id, { expectedVersion });
  if (input.structure && input.fromProjectId)
    throw invalid('from_project_id', 'exclusive', 'Give either structure or from_project_id.');
  const fields = await readFields(ctx, input);
  const { status } = input;
  if (status === null) throw invalid('status', 'required', 'A template needs a status.');
  if (status && status !== before.status && !NEXT[before.status].includes(status))
    fail('INVALID_STATE_TRANSITION', `A template cannot change from ${before.status} to ${status}.`, {
      details: { from: before.status, to: status, allowed: NEXT[before.status] },
    });
  return changeRecord(ctx, projectTemplateKind, before, {
    ...fields,
    ...(input.name !== undefined && { name: readName(input.name) }),
    ...(status && { status }),
  });
}

/** Deletes a template; projects made from it stay. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteProjectTemplate(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const template = await lockRecord(ctx, projectTemplateKind, id, { expectedVersion });
  return deleteRecord(ctx, projectTemplateKind, template);
}

/** Returns the columns of description, calendar and structure that an input sets. */
async function readFields(ctx: TenantContext, input: ProjectTemplateInput): Promise<object> {
  const { description, calendar, structure, fromProjectId } = input;
  const source = fromProjectId ? await structureOfProject(ctx, fromProjectId) : undefined;
  const given = structure ? readStructure(structure) : source && readStructure(source.structure);
  const days: WorkingCalendar | undefined = calendar
    ? readCalendar(calendar, 'calendar')
    : calendar === null
      ? DEFAULT_CALENDAR
      : source?.calendar;
  return {
    ...(description !== undefined && { description: description?.trim() || null }),
    ...(days && { calendar: days }),
    ...(given && { structure: storedStructure(given), durationDays: durationOf(given) }),
  };
}

/** @throws VALIDATION_ERROR required */
function readName(name: string | null | undefined): string {
  const text = name?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Give the template a name.');
  return text;
}
