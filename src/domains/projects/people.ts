// The contacts, partners and members of projects.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { assertMember } from '../members/look-ups.ts';
import { reassignOpenTasks } from '../project-work.ts';
import type { Deletion } from '../records/verbs.ts';
import { lockProject, projectLinks } from './kind.ts';
import { contactsOfProject, partnersOfProject } from './loaders.ts';
import { type Project, ProjectContact, ProjectMember, ProjectPartner } from './model.ts';
import { assertMayWriteRates, readAmount } from './rates.ts';
import { companyMismatch } from './rules.ts';

export interface ProjectContactInput {
  contactId: string;
  role?: string | null;
  isPrimary?: boolean | null;
}

export interface PartnerInput {
  companyId: string;
  role?: string | null;
  contactId?: string | null;
}

export interface MemberInput {
  role?: 'manager' | 'contributor' | 'viewer' | null;
  allocationPercent?: number | null;
  billRate?: string | null;
  costRate?: string | null;
}

const refuse = (fields: FieldFault[]): void => {
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
};

/** Returns a fault for each id that stands in the list before. */
function repeated(ids: readonly string[], path: (index: number) => string): FieldFault[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [{ path: path(index), rule: 'unique', message: 'Give each record once.' }] : [],
  );
}

/**
 * Checks the contacts that a project is to have.
 * @throws VALIDATION_ERROR exists, unique, single_primary
 * @returns the rows, and the paths of those who belong to another company
 */
export async function readContacts(
  ctx: TenantContext,
  inputs: readonly ProjectContactInput[],
  companyId: string,
): Promise<{ rows: Partial<ProjectContact>[]; foreign: string[] }> {
  const ids = inputs.map(({ contactId }) => contactId.toLowerCase());
  const path = (index: number) => `contacts[${index}].contact_id`;
  const found = await ctx.tx.rows<{ id: string; isOwn: boolean; isLinked: boolean }>(
    `select c.id, c.company_id is not distinct from $3::uuid as "isOwn", exists (select from contact_companies l
       where l.tenant_id = $1 and l.contact_id = c.id and l.company_id = $3) as "isLinked"
     from contacts c where c.tenant_id = $1 and c.id = any($2) and c.deleted_at is null and c.status <> 'erased'`,
    [ctx.tenantId, ids, companyId],
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  const primaries = inputs.flatMap(({ isPrimary }, index) => (isPrimary ? [index] : []));
  refuse([
    ...ids.flatMap((id, index) =>
      byId.has(id) ? [] : [{ path: path(index), rule: 'exists', message: 'There is no such contact.' }],
    ),
    ...repeated(ids, path),
    ...primaries.slice(1).map((index) => ({
      path: `contacts[${index}].is_primary`,
      rule: 'single_primary',
      message: 'Only one contact can be the primary one.',
    })),
  ]);
  const foreign = inputs.flatMap(({ isPrimary }, index) => {
    const { isOwn, isLinked } = byId.get(ids[index]!)!;
    return isOwn || (!isPrimary && isLinked) ? [] : [path(index)];
  });
  const rows = inputs.map(({ role, isPrimary }, index) => ({
    contactId: ids[index]!,
    role: role ?? 'stakeholder',
    isPrimary: isPrimary ?? false,
  }));
  return { rows, foreign };
}

/**
 * Checks the partners that a project is to have.
 * @throws VALIDATION_ERROR exists, unique
 * @returns the rows, and the paths of those that break a rule about companies
 */
export async function readPartners(
  ctx: TenantContext,
  inputs: readonly PartnerInput[],
  clientCompanyId: string,
): Promise<{ rows: Partial<ProjectPartner>[]; foreign: string[] }> {
  const ids = inputs.map(({ companyId }) => companyId.toLowerCase());
  const found = await ctx.tx.rows<{ kind: string; id: string; company: string | null }>(
    `select 'company' as kind, c.id, null::uuid as company from companies c
       where c.tenant_id = $1 and c.id = any($2) and c.deleted_at is null
     union all select 'contact', t.id, l.company_id from contacts t
       join lateral (select t.company_id union select a.company_id from contact_companies a where a.tenant_id = $1 and a.contact_id = t.id) l on true
       where t.tenant_id = $1 and t.id = any($3) and t.deleted_at is null`,
    [ctx.tenantId, ids, inputs.flatMap(({ contactId }) => contactId ?? [])],
  );
  const has = (kind: string, id: string, company?: string) =>
    found.some((row) => row.kind === kind && row.id === id && (!company || row.company === company));
  const path = (index: number) => `partners[${index}].company_id`;
  const contactPath = (index: number) => `partners[${index}].contact_id`;
  const missing = (at: string, noun: string) => [
    { path: at, rule: 'exists', message: `There is no such ${noun}.` },
  ];
  refuse([
    ...inputs.flatMap(({ contactId }, index) => [
      ...(has('company', ids[index]!) ? [] : missing(path(index), 'company')),
      ...(!contactId || has('contact', contactId.toLowerCase())
        ? []
        : missing(contactPath(index), 'contact')),
    ]),
    ...repeated(ids, path),
  ]);
  const foreign = inputs.flatMap(({ contactId }, index) => [
    ...(ids[index] === clientCompanyId ? [path(index)] : []),
    ...(contactId && !has('contact', contactId.toLowerCase(), ids[index]) ? [contactPath(index)] : []),
  ]);
  const rows = inputs.map(({ role, contactId }, index) => ({
    companyId: ids[index]!,
    role: role ?? 'other',
    contactId: contactId ?? null,
  }));
  return { rows, foreign };
}

/** Returns the columns of a member. @throws PERMISSION_DENIED for rates; VALIDATION_ERROR */
export async function readMember(
  ctx: TenantContext,
  userId: string,
  { role, allocationPercent, billRate, costRate }: MemberInput,
  currency: string,
  path: string,
): Promise<Partial<ProjectMember>> {
  if (billRate !== undefined || costRate !== undefined) assertMayWriteRates(ctx);
  await assertMember(ctx, userId, path);
  const fields: Record<string, unknown> = {
    role: role === null ? 'contributor' : role,
    allocationPercent: allocationPercent === null ? 100 : allocationPercent,
    billRate: readAmount(billRate, currency, 'bill_rate'),
    costRate: readAmount(costRate, currency, 'cost_rate'),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Replaces the contacts of a project. @throws NOT_FOUND, VALIDATION_ERROR, COMPANY_MISMATCH */
export async function setContacts(
  ctx: TenantContext,
  id: string,
  inputs: readonly ProjectContactInput[],
  expectedVersion?: number | null,
): Promise<Project> {
  const project = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null });
  const { rows, foreign } = await readContacts(ctx, inputs, project.companyId);
  if (foreign.length) companyMismatch(foreign, 'The contact belongs to another company than the project.');
  const before = await contactsOfProject(ctx, id);
  if (sameRows(before, rows, ['contactId', 'role', 'isPrimary'])) return project;
  const formerLinks = await projectLinks(ctx, project);
  await ProjectContact.of(ctx).where({ projectId: id }).delete();
  await ProjectContact.insertAll(ctx, asRows(rows, id));
  return changeParts(ctx, project, 'contacts', before, rows, formerLinks);
}

/** Replaces the partners of a project. @throws NOT_FOUND, VALIDATION_ERROR, COMPANY_MISMATCH */
export async function setPartners(
  ctx: TenantContext,
  id: string,
  inputs: readonly PartnerInput[],
  expectedVersion?: number | null,
): Promise<Project> {
  const project = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null });
  const { rows, foreign } = await readPartners(ctx, inputs, project.companyId);
  if (foreign.length)
    companyMismatch(foreign, 'A partner is another company than the client, with its own contact.');
  const before = await partnersOfProject(ctx, id);
  if (sameRows(before, rows, ['companyId', 'role', 'contactId'])) return project;
  await ProjectPartner.of(ctx).where({ projectId: id }).delete();
  await ProjectPartner.insertAll(ctx, asRows(rows, id));
  return changeParts(ctx, project, 'partners', before, rows);
}

/** Adds a member to a project or changes one. @throws NOT_FOUND, VALIDATION_ERROR, PERMISSION_DENIED */
export async function setMember(
  ctx: TenantContext,
  id: string,
  userId: string,
  input: MemberInput,
  expectedVersion?: number | null,
): Promise<Project> {
  const project = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null });
  const before = (await ProjectMember.of(ctx).where({ projectId: id, userId }).first()) as
    | ProjectMember
    | undefined;
  if (!before && !(await isMember(ctx, userId))) fail('NOT_FOUND');
  const fields = await readMember(ctx, userId, input, project.currency, 'user_id');
  if (before) {
    const after = await before.change(ctx, fields);
    if (after === before) return project;
    return changeParts(ctx, project, 'members', [before], [after]);
  }
  const [added] = await ProjectMember.insertAll(ctx, asRows([{ userId, ...fields }], id));
  return changeParts(ctx, project, 'members', [], [added!]);
}

async function isMember(ctx: TenantContext, userId: string): Promise<boolean> {
  const rows = await ctx.tx.rows(
    `select from memberships where tenant_id = $1 and user_id = $2 and status = 'active'`,
    [ctx.tenantId, userId],
  );
  return rows.length > 0;
}

/** Removes a member; their open tasks go to another user or lose the assignee. @throws NOT_FOUND, VALIDATION_ERROR */
export async function removeMember(
  ctx: TenantContext,
  id: string,
  userId: string,
  reassignTo?: string | null,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const project = await lockProject(ctx, id, { expectedVersion: expectedVersion ?? null });
  const before = (await ProjectMember.of(ctx).where({ projectId: id, userId }).first()) as
    | ProjectMember
    | undefined;
  if (!before) fail('NOT_FOUND');
  if (reassignTo) await assertMember(ctx, reassignTo, 'reassign_to_user_id');
  await ProjectMember.of(ctx).where({ projectId: id, userId }).delete();
  await reassignOpenTasks(ctx, userId, reassignTo ?? null, id);
  await changeParts(ctx, project, 'members', [before], []);
  return { id: userId, deletedAt: ctx.now };
}

/** Completes rows for insertion: `id` is no column of these tables. */
export function asRows<R extends object>(
  rows: readonly R[],
  projectId: string,
): (R & { projectId: string })[] {
  return rows.map((row) => ({ ...row, projectId, id: undefined }));
}

function sameRows(before: readonly object[], after: readonly object[], members: readonly string[]): boolean {
  const text = (rows: readonly object[]) =>
    JSON.stringify(
      rows.map((row) => members.map((name) => (row as Record<string, unknown>)[name] ?? null)).sort(),
    );
  return text(before) === text(after);
}

/** Increments the version of the project and writes the change of its people to the audit. */
async function changeParts(
  ctx: TenantContext,
  project: Project,
  part: 'contacts' | 'partners' | 'members',
  before: readonly object[],
  after: readonly object[],
  formerLinks?: { entity: string; id: string }[],
): Promise<Project> {
  const ids = (rows: readonly object[]) =>
    rows.map((row) => {
      const { contactId, companyId, userId, role } = row as Record<string, unknown>;
      return { id: part === 'members' ? userId : part === 'partners' ? companyId : contactId, role };
    });
  const changed = await (project as Project).changeVersion(ctx);
  await emit(ctx, `project.${part}_changed`, {
    object: changed,
    label: project.name,
    before: { [part]: ids(before) },
    after: { [part]: ids(after) },
    links: formerLinks ?? [],
  });
  return changed;
}
