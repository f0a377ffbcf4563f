// Operations on call templates: revisions, and filling their merge fields.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertMergeFields, fillMergeFields, mergeFieldsIn, mergeValues } from '../merge-fields.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { callTemplateKind } from './kind.ts';
import { CallTemplate, type TemplateSection } from './model.ts';

export interface CallTemplateInput {
  name?: string | null;
  purpose?: CallTemplate['purpose'] | null;
  description?: string | null;
  sections?:
    | readonly { title: string; prompt?: string | null; questions?: readonly string[] | null }[]
    | null;
}

/** Returns a template that is not archived. @throws NOT_FOUND */
export function getCallTemplate(
  ctx: TenantContext,
  id: string,
  lookahead?: Lookahead,
): Promise<CallTemplate> {
  return CallTemplate.read(ctx, id, lookahead);
}

/** Returns a page of templates. */
export function listCallTemplates(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<CallTemplate>> {
  return listPage<CallTemplate>(ctx, callTemplateKind.listing, args, lookahead);
}

/** Creates a template. @throws VALIDATION_ERROR merge_field */
export async function createCallTemplate(
  ctx: TenantContext,
  input: CallTemplateInput,
): Promise<CallTemplate> {
  const sections = readSections(input.sections);
  const template = await insertRecord(ctx, callTemplateKind, {
    id: uuid(),
    name: readName(input.name),
    purpose: input.purpose,
    description: input.description?.trim() || null,
    sections,
    revision: 1,
  });
  await keepRevision(ctx, template.id, 1, sections);
  return template;
}

/** Changes a template; other sections are another revision. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function updateCallTemplate(
  ctx: TenantContext,
  id: string,
  input: CallTemplateInput,
  expectedVersion?: number | null,
): Promise<CallTemplate> {
  const before = await lockRecord(ctx, callTemplateKind, id, { expectedVersion });
  const sections = input.sections === undefined ? before.sections : readSections(input.sections);
  const isRevised = JSON.stringify(sections) !== JSON.stringify(before.sections.map(orderedSection));
  const revision = isRevised ? before.revision + 1 : before.revision;
  if (isRevised) await keepRevision(ctx, id, revision, sections);
  return changeRecord(ctx, callTemplateKind, before, {
    ...(input.name !== undefined && { name: readName(input.name) }),
    ...(input.purpose && { purpose: input.purpose }),
    ...(input.description !== undefined && { description: input.description?.trim() || null }),
    ...(isRevised && { sections, revision }),
  });
}

/** Archives a template. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteCallTemplate(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  return deleteRecord(
    ctx,
    callTemplateKind,
    await lockRecord(ctx, callTemplateKind, id, { expectedVersion }),
  );
}

interface RenderArguments {
  id: string;
  contactId?: string | null;
  companyId?: string | null;
  dealId?: string | null;
  revision?: number | null;
}

/** Fills the merge fields of a template. @throws NOT_FOUND for a template, revision or record that is not there */
export async function renderCallTemplate(ctx: TenantContext, { id, revision, ...records }: RenderArguments) {
  const template = await CallTemplate.find(ctx, id);
  const sections = revision ? await sectionsOf(ctx, id, revision) : template.sections;
  const { values, missing } = await mergeValues(ctx, {
    ...records,
    userId: ctx.principal.kind === 'user' ? ctx.principal.id : null,
  });
  if (missing.length) fail('NOT_FOUND', `There is no such ${missing[0]}.`);
  const unresolved = new Set<string>();
  const fill = (text: string) => fillMergeFields(text, values, unresolved);
  return {
    templateId: id,
    revision: revision ?? template.revision,
    sections: sections.map(({ title, prompt, questions }) => ({
      title: fill(title),
      prompt: prompt === null ? null : fill(prompt),
      questions: questions.map(fill),
    })),
    unresolved: [...unresolved],
  };
}

/** Returns the merge fields in the texts of a template. */
export function mergeFieldsOf({ sections }: Pick<CallTemplate, 'sections'>): string[] {
  return mergeFieldsIn(sections.flatMap(({ title, prompt, questions }) => [title, prompt, ...questions]));
}

async function sectionsOf(ctx: TenantContext, id: string, revision: number): Promise<TemplateSection[]> {
  const [row] = await ctx.tx.rows<{ sections: TemplateSection[] }>(
    'select sections from call_template_revisions where tenant_id = $1 and template_id = $2 and revision = $3',
    [ctx.tenantId, id, revision],
  );
  return row?.sections ?? fail('NOT_FOUND', 'The template has no such revision.');
}

async function keepRevision(
  ctx: TenantContext,
  id: string,
  revision: number,
  sections: readonly TemplateSection[],
): Promise<void> {
  await ctx.tx.rows(
    `insert into call_template_revisions (tenant_id, template_id, revision, sections, created_at) values ($1, $2, $3, $4, $5)`,
    [ctx.tenantId, id, revision, JSON.stringify(sections), ctx.now],
  );
}

function readSections(sections: CallTemplateInput['sections']): TemplateSection[] {
  if (!sections?.length) throw invalid('sections', 'required', 'Give the template at least one section.');
  return sections.map(({ title, prompt, questions }, index) => {
    const path = `sections[${index}]`;
    assertMergeFields(title, `${path}.title`);
    if (prompt) assertMergeFields(prompt, `${path}.prompt`);
    const list = (questions ?? []).map((question, at) => {
      const text = question.trim();
      if (!text || text.length > 500)
        throw invalid(`${path}.questions[${at}]`, 'max_length', 'A question has 1 to 500 characters.');
      assertMergeFields(text, `${path}.questions[${at}]`);
      return text;
    });
    return { title: title.trim(), prompt: prompt?.trim() || null, questions: list };
  });
}

/** Returns a section with its members in one order, because the database keeps its own. */
function orderedSection({ title, prompt, questions }: TemplateSection): TemplateSection {
  return { title, prompt, questions };
}

/** @throws VALIDATION_ERROR required */
function readName(name: string | null | undefined): string {
  const text = name?.trim();
  if (!text) throw invalid('name', 'required', 'Give the template a name.');
  return text;
}
