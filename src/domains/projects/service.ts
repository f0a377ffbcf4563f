// Operations on projects (delivery.md section 2.2).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import type { ListArguments, PageOf, Query } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { activateClient } from '../clients/service.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import { dayOf } from '../days.ts';
import { linkDealsToProject, lockDealsForProject } from '../deals/project-links.ts';
import { exportPage } from '../exports.ts';
import { takeNumber } from '../numbering/service.ts';
import { deleteTasks, restoreTasks } from '../project-work.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, restoreRecord } from '../records/verbs.ts';
import { defaultColumns } from './board-columns.ts';
import { assertClient, type ProjectInput, readFields } from './input.ts';
import { lockProject, projectKind, projectLinks } from './kind.ts';
import { Project, ProjectContact, ProjectMember, ProjectPartner } from './model.ts';
import { asRows, readContacts, readMember, readPartners } from './people.ts';
import { assertInitialStatus, companyMismatch } from './rules.ts';
import { changeStatus, statusFields } from './status.ts';
import { withWarnings } from './warnings.ts';

const RESTORABLE_DAYS = 30;

/** A list whose conditions depend on today is not served by the statements that lists keep. */
const dated = (_query: Query): void => undefined;

/** Returns a live project. @throws NOT_FOUND */
export function getProject(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Project> {
  return Project.read(ctx, id, lookahead);
}

/** Returns a page of projects. */
export function listProjects(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Project>> {
  return listPage<Project>(
    ctx,
    projectKind.listing,
    args,
    lookahead,
    dependsOnToday(args) ? dated : undefined,
  );
}

/** Returns a page of projects for an export. */
export function exportProjects(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Project>> {
  return exportPage<Project>(ctx, 'project', projectKind.listing, args, lookahead);
}

function dependsOnToday({ filter, tree }: ListArguments): boolean {
  return JSON.stringify([filter, tree]).includes('"health"');
}

/** The template that a project is made from. */
export interface ProjectOrigin {
  templateId: string;
  templateVersion: number;
  /** Further members of the project's event. */
  data: Record<string, unknown>;
}

/**
 * Creates a project with its people and deals, all or nothing.
 * @throws VALIDATION_ERROR, COMPANY_NOT_A_CLIENT, COMPANY_MISMATCH; CONFLICT deal_linked
 */
export async function createProject(
  ctx: TenantContext,
  input: ProjectInput,
  origin?: ProjectOrigin,
): Promise<Project> {
  const status = input.status ?? 'planned';
  assertInitialStatus(status);
  const companyId = input.companyId!;
  const client = await assertClient(ctx, companyId);
  const fields = await readFields(ctx, input);
  const contacts = await readContacts(ctx, input.contacts ?? [], companyId);
  const partners = await readPartners(ctx, input.partners ?? [], companyId);
  const members = await readMembers(ctx, input, fields.currency as string);
  const dealIds = [...new Set(input.dealIds ?? [])];
  const deals = await lockDealsForProject(ctx, dealIds);
  const foreignDeals = deals.flatMap((deal, at) => (deal.companyId === companyId ? [] : [`deal_ids[${at}]`]));
  const foreign = [...foreignDeals, ...contacts.foreign, ...partners.foreign];
  if (foreign.length)
    companyMismatch(foreign, 'Deals, contacts and partners must fit the company of the project.');
  const id = uuid();
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  const record = {
    ownerUserId: ctx.principal.kind === 'user' ? ctx.principal.id : null,
    ...fields,
    id,
    companyId,
    status,
    startDate: (fields.startDate as string | null | undefined) ?? (status === 'active' ? today : null),
    billingType: fields.billingType ?? 'none',
    autoSchedule: fields.autoSchedule ?? true,
    enforceDependencies: fields.enforceDependencies ?? 'warn',
    board: defaultColumns(),
    ...(origin && { templateId: origin.templateId, templateVersion: origin.templateVersion }),
    customFields: completeCustomFields(ctx, 'projects', fields.customFields as never),
  };
  const clientNumber = client.clientId;
  const number = await takeNumber(ctx, 'project', { type: 'project', id, day: today, clientNumber });
  const links = [
    ...projectKind.links(record as never),
    ...dealIds.map((deal) => ({ entity: 'deal', id: deal })),
    ...contacts.rows.map(({ contactId }) => ({ entity: 'contact', id: contactId! })),
  ];
  const [project] = await settleAll([
    insertRecord(ctx, projectKind, { ...record, number }, { links, ...(origin && { data: origin.data }) }),
    ProjectContact.insertAll(ctx, asRows(contacts.rows, id)),
    ProjectPartner.insertAll(ctx, asRows(partners.rows, id)),
    ProjectMember.insertAll(ctx, asRows(members, id)),
    linkDealsToProject(ctx, id, dealIds),
  ]);
  if (status === 'active') await activateClient(ctx, companyId);
  ctx.loaders.clear();
  return project;
}

async function readMembers(
  ctx: TenantContext,
  { members }: ProjectInput,
  currency: string,
): Promise<Partial<ProjectMember>[]> {
  const rows: Partial<ProjectMember>[] = [];
  for (const [index, { userId, ...member }] of (members ?? []).entries()) {
    const path = `members[${index}].user_id`;
    if (rows.some((row) => row.userId === userId)) throw invalid(path, 'unique', 'Give each member once.');
    rows.push({ userId, ...(await readMember(ctx, userId, member, currency, path)) });
  }
  return rows;
}

/**
 * Changes the given fields, and the status with its effects.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, COMPANY_MISMATCH, COMPANY_NOT_A_CLIENT,
 *   PROJECT_COMPANY_LOCKED, INVALID_STATE_TRANSITION, OPEN_TASKS; CONFLICT currency_in_use, deal_linked
 */
export async function updateProject(
  ctx: TenantContext,
  id: string,
  input: ProjectInput,
  expectedVersion?: number | null,
): Promise<Project> {
  const before = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null });
  assertNoParts(input);
  const fields = await readFields(ctx, input, before);
  const companyId = await readCompany(ctx, input, before);
  if (fields.currency && fields.currency !== before.currency) await assertCurrencyUnused(ctx, id);
  const dealIds = input.dealIds === undefined ? undefined : [...new Set(input.dealIds ?? [])];
  if (dealIds) {
    const deals = await lockDealsForProject(ctx, dealIds, id);
    const foreign = deals.flatMap((deal, at) => (deal.companyId === companyId ? [] : [`deal_ids[${at}]`]));
    if (foreign.length) companyMismatch(foreign, 'A linked deal must have the company of the project.');
  }
  const { patch, event, effects } = await statusFields(ctx, before, input);
  const dealsChanged = dealIds ? await linkDealsToProject(ctx, id, dealIds) : false;
  const links = await projectLinks(ctx, { id, companyId });
  const values = { ...fields, companyId, ...patch };
  const options = { links, ...(event && { event, data: { from: before.status, to: input.status } }) };
  let after = await changeRecord(ctx, projectKind, before, values, options);
  if (after === (before as Project) && dealsChanged) after = await (before as Project).changeVersion(ctx);
  if (!effects) return after;
  const warnings = await changeStatus(ctx, before, after, effects);
  // Tasks that are cancelled with it change its progress.
  ctx.loaders.clear();
  return withWarnings(await Project.find<Project>(ctx, id), warnings);
}

function assertNoParts(input: ProjectInput): void {
  for (const part of ['contacts', 'partners', 'members'] as const)
    if (input[part] !== undefined)
      throw invalid(part, 'own_route', `Use PUT /api/projects/{id}/${part} for this.`);
}

/** Returns the company of the project after the change. @throws PROJECT_COMPANY_LOCKED while something refers to it */
async function readCompany(
  ctx: TenantContext,
  { companyId }: ProjectInput,
  before: Project,
): Promise<string> {
  if (companyId === null) throw invalid('company_id', 'required', 'A project needs a company.');
  if (!companyId || companyId === before.companyId) return before.companyId;
  await assertClient(ctx, companyId);
  const references = await documentsOf(ctx, before.id, ['deals', ...DOCUMENTS, 'envelopes']);
  if (references.length) fail('PROJECT_COMPANY_LOCKED', undefined, { details: { references } });
  const contacts = await ctx.tx.rows<{ contactId: string; role: string; isPrimary: boolean }>(
    `select contact_id as "contactId", role, is_primary as "isPrimary" from project_contacts
     where tenant_id = $1 and project_id = $2 order by created_at, contact_id`,
    [ctx.tenantId, before.id],
  );
  const { foreign } = await readContacts(ctx, contacts, companyId);
  if (foreign.length) companyMismatch(foreign, 'The contacts of the project belong to another company.');
  return companyId;
}

async function assertCurrencyUnused(ctx: TenantContext, id: string): Promise<void> {
  const references = await documentsOf(ctx, id, ['time_entries', 'milestones', ...DOCUMENTS]);
  if (references.length)
    fail('CONFLICT', 'The currency is fixed once time, milestones or documents exist.', {
      details: { reason: 'currency_in_use', references },
    });
}

/** Tables of documents that refer to projects. */
const DOCUMENTS: readonly string[] = ['quotes', 'work_orders', 'invoices'];

/** Counts the live rows of tables that refer to a project. */
async function documentsOf(
  ctx: TenantContext,
  projectId: string,
  tables: readonly string[],
): Promise<{ type: string; count: number }[]> {
  const counts = tables.map(
    (table) => `select '${table}' as type, count(*) as count from ${table}
      where tenant_id = $1 and project_id = $2 and deleted_at is null having count(*) > 0`,
  );
  return ctx.tx.rows(counts.join(' union all '), [ctx.tenantId, projectId]);
}

/**
 * Documents that bind: sent or accepted quotes, work orders under way or done, issued invoices and credit notes, envelopes
 * under way.
 */
const ISSUED = `
  select 'quotes' as type, count(*) as count from quotes where tenant_id = $1 and project_id = $2 and deleted_at is null
    and status in ('sent', 'accepted') having count(*) > 0
  union all select 'work_orders', count(*) from work_orders where tenant_id = $1 and project_id = $2 and deleted_at is null
    and status not in ('draft', 'cancelled') having count(*) > 0
  union all select 'invoices', count(*) from invoices where tenant_id = $1 and project_id = $2 and deleted_at is null
    and status <> 'draft' having count(*) > 0
  union all select 'envelopes', count(*) from envelopes where tenant_id = $1 and project_id = $2 and deleted_at is null
    and (status = 'completing' or (status in ('sent', 'partially_signed') and (expires_at is null or expires_at > $3)))
    having count(*) > 0`;

/** Throws if documents that bind are for the project. @throws RESOURCE_IN_USE with the counts */
async function assertNotIssued(ctx: TenantContext, id: string): Promise<void> {
  const references = await ctx.tx.rows<{ type: string; count: number }>(ISSUED, [ctx.tenantId, id, ctx.now]);
  if (references.length === 0) return;
  const counts = Object.fromEntries(references.map(({ type, count }) => [type, count]));
  fail('RESOURCE_IN_USE', 'Documents of this project bind; cancel or complete the project instead.', {
    details: { references, counts },
  });
}

/** Deletes a project with its tasks. @throws NOT_FOUND, PRECONDITION_FAILED, RESOURCE_IN_USE */
export async function deleteProject(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const project = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null });
  await assertNotIssued(ctx, id);
  await deleteTasks(ctx, id);
  return deleteRecord(ctx, projectKind, project, { links: await projectLinks(ctx, project) });
}

/** Restores a project deleted within 30 days, with its tasks. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function restoreProject(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Project> {
  const project = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null, deleted: true });
  if (!project.deletedAt) return project;
  if (ctx.now.getTime() - project.deletedAt.getTime() > RESTORABLE_DAYS * 86_400_000)
    throw new ServiceError('NOT_FOUND');
  await assertClient(ctx, project.companyId);
  await restoreTasks(ctx, id);
  return restoreRecord(ctx, projectKind, project, { links: await projectLinks(ctx, project) });
}
