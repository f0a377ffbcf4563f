// What can be done to a company (service.md 4.3; crm.md section 1).
import { v7 as uuid } from 'uuid';
import { policyRefusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { type ListArguments, listPage, type PageOf } from '../../db/page.ts';
import { type Ahead, assertOwn } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import { readMoney } from '../money.ts';
import { addNotes, type Subject } from '../notes/service.ts';
import { assertFree, FIELD_OF, setPrimary } from './identifiers.ts';
import { companyListing, identifiersOfCompany } from './loaders.ts';
import { ClientNumber, Company, CompanyIdentifier } from './model.ts';
import {
  type IdentifierType,
  type NormalizedIdentifier,
  normalizeClientNumber,
  normalizeIdentifier,
  normalizeName,
  normalizeTags,
  readEmployeeCount,
  readNotes,
} from './rules.ts';

/** What a caller may write; absent leaves alone, null clears. */
export interface CompanyInput {
  name?: string | null;
  website?: string | null;
  domain?: string | null;
  clientId?: string | null;
  clientNumber?: string | null;
  employeeCount?: unknown;
  annualRevenue?: string | null;
  revenueCurrency?: string | null;
  parentCompanyId?: string | null;
  tags?: string[] | null;
  notes?: unknown;
  [plainField: string]: unknown;
}

const EXPORT_PAGE = 500;

/** A company as the record that notes stand on. */
export function noteSubject(id: string): Subject {
  return { model: Company, column: 'companyId', id };
}

/** One live company. @throws NOT_FOUND */
export function getCompany(ctx: TenantContext, id: string, ahead?: Ahead): Promise<Company> {
  return Company.read(ctx, id, ahead);
}

/** A page of companies. */
export function listCompanies(
  ctx: TenantContext,
  args: ListArguments,
  ahead: Ahead,
): Promise<PageOf<Company>> {
  return listPage<Company>(ctx, companyListing, args, ahead);
}

/** A page of companies for an export; larger than a page that a person reads. */
export function exportCompanies(
  ctx: TenantContext,
  args: ListArguments,
  ahead: Ahead,
): Promise<PageOf<Company>> {
  return listPage<Company>(ctx, { ...companyListing, maxPageSize: EXPORT_PAGE }, args, ahead);
}

/**
 * Creates a company with its identifiers, client number and first notes.
 * @throws CONFLICT identifier_taken, client_number_taken
 */
export async function createCompany(ctx: TenantContext, input: CompanyInput): Promise<Company> {
  const { fields, identifiers, number, notes } = await read(ctx, input);
  const primaries = [...identifiers].flatMap(([type, value]) => (value ? [{ type, ...value }] : []));
  await assertFree(ctx, primaries);
  if (number) await assertNumberFree(ctx, number);
  const id = uuid();
  const record = {
    id,
    source: sourceOf(ctx),
    ...fields,
    ...Object.fromEntries(primaries.map(({ type, value }) => [FIELD_OF[type], value])),
    ...(number && becomeClient(fields.companyType as string | undefined, number)),
  };
  const rows = primaries.map(({ type, value, valueUnicode }) => ({
    companyId: id,
    identifierType: type,
    value,
    valueUnicode,
    isPrimary: true,
    source: 'compat_field',
  }));
  // Nothing of this waits for the answer to anything else, so it travels together.
  const [company, owned] = await Promise.all([
    Company.create(ctx, record),
    CompanyIdentifier.insertAll(ctx, rows),
    number && bookNumber(ctx, number, id),
    addNotes(ctx, noteSubject(id), notes),
    emit(ctx, 'company.created', {
      object: { id, version: 1 },
      label: fields.name as string,
      after: record,
      links: [linkTo(record)],
    }),
  ]);
  identifiersOfCompany.prime(ctx, id, owned);
  return company;
}

/** Changes the fields that are given. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT, VALIDATION_ERROR */
export async function updateCompany(
  ctx: TenantContext,
  id: string,
  input: CompanyInput,
  expectedVersion?: number | null,
): Promise<Company> {
  const before = await Company.lock(ctx, id, { expectedVersion });
  assertOwn(ctx, before, 'companies.update');
  const { fields, identifiers, number, notes } = await read(ctx, input, before);
  const patch: Record<string, unknown> = fields;
  for (const [type, wanted] of identifiers) patch[FIELD_OF[type]] = await setPrimary(ctx, id, type, wanted);
  if (number !== undefined) Object.assign(patch, await setClientNumber(ctx, before, number));
  const after = Object.keys(patch).length ? await before.change(ctx, patch) : before;
  await addNotes(ctx, noteSubject(id), notes);
  if (after !== before) {
    await emit(ctx, 'company.updated', {
      object: after,
      label: after.name,
      before: before.toJSON(),
      after: after.toJSON(),
      links: [linkTo(after)],
    });
  }
  return after;
}

/** Deletes a company so that it can be restored. @throws NOT_FOUND, RESOURCE_IN_USE for a client */
export async function deleteCompany(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const company = await Company.lock(ctx, id, { expectedVersion });
  assertOwn(ctx, company, 'companies.delete');
  if (company.clientId) {
    fail('RESOURCE_IN_USE', 'A client cannot be deleted; end the client first.', {
      details: { references: [{ type: 'client', count: 1 }] },
    });
  }
  const deleted = await company.change(ctx, { deletedAt: ctx.now });
  await CompanyIdentifier.of(ctx).where({ companyId: id }).patch({ live: false });
  await emit(ctx, 'company.deleted', { object: deleted, label: company.name, links: [linkTo(company)] });
  return { id, deletedAt: ctx.now };
}

/**
 * Undoes a deletion; of a live company it changes nothing.
 * @throws CONFLICT value_taken when an identifier is held by another company now; nothing is restored
 */
export async function restoreCompany(ctx: TenantContext, id: string): Promise<Company> {
  const company = await Company.lock(ctx, id, { deleted: true });
  if (!company.deletedAt) return company;
  if (company.mergedIntoId)
    throw new ServiceError('NOT_FOUND', undefined, { details: { merged_into_id: company.mergedIntoId } });
  const taken = await CompanyIdentifier.of(ctx)
    .where({ live: true })
    .whereRaw(
      `(identifier_type, value) in (select i.identifier_type, i.value from company_identifiers i
        where i.tenant_id = ? and i.company_id = ?)`,
      [ctx.tenantId, id],
    );
  if (taken.length) {
    fail(
      'CONFLICT',
      `Another company holds ${taken.map(({ value }) => value).join(', ')} now; nothing was restored.`,
      {
        details: { reason: 'value_taken', values: taken.map(({ value }) => value) },
      },
    );
  }
  const restored = await company.change(ctx, { deletedAt: null });
  await CompanyIdentifier.of(ctx).where({ companyId: id }).patch({ live: true });
  await emit(ctx, 'company.restored', { object: restored, label: restored.name, links: [linkTo(restored)] });
  return restored;
}

/**
 * Changes the company that holds the client number, website or domain (in this order), or creates one.
 * @throws VALIDATION_ERROR without any of them; CONFLICT multiple_matches when they lead to different companies
 */
export async function upsertCompany(
  ctx: TenantContext,
  input: CompanyInput,
): Promise<{ outcome: 'created' | 'updated'; company: Company }> {
  const number = clientNumberOf(input);
  const wanted = identifiersOf(input);
  const ids = new Set<string>();
  if (number) {
    const holder = await Company.live(ctx).where({ clientId: number }).first();
    if (holder) ids.add(holder.id);
  }
  for (const [identifierType, identifier] of wanted) {
    if (!identifier) continue;
    const held = await CompanyIdentifier.of(ctx)
      .where({ identifierType, value: identifier.value, live: true })
      .first();
    if (held) ids.add(held.companyId);
  }
  if (!number && ![...wanted.values()].some(Boolean)) {
    throw invalid(
      'website',
      'required',
      'An upsert needs a website, a domain or a client number to find the company by.',
    );
  }
  if (ids.size > 1) {
    fail('CONFLICT', 'The website, domain and client number lead to different companies.', {
      details: { reason: 'multiple_matches', candidate_company_ids: [...ids] },
    });
  }
  const [id] = ids;
  if (id) return { outcome: 'updated', company: await updateCompany(ctx, id, input) };
  if (!ctx.principal.permissions.has('companies.create')) {
    fail('PERMISSION_DENIED', undefined, { details: { required_permission: 'companies.create' } });
  }
  return { outcome: 'created', company: await createCompany(ctx, input) };
}

/** The same change to many companies, each on its own. */
export function bulkUpdateCompanies(
  ctx: TenantContext,
  ids: string[],
  changes: CompanyInput,
): Promise<BulkResult> {
  return bulk(ctx, 'company.bulk_updated', ids, (id) => updateCompany(ctx, id, changes));
}

interface ReadInput {
  fields: Record<string, unknown>;
  identifiers: Map<IdentifierType, NormalizedIdentifier | null>;
  number: string | null | undefined;
  notes: string[];
}

/** Checks an input against the rules; `before` is the company that it changes. */
async function read(ctx: TenantContext, input: CompanyInput, before?: Company): Promise<ReadInput> {
  const { website, domain, clientId, clientNumber, notes, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  if (rest.name !== undefined || !before) {
    const name = normalizeName(rest.name ?? '');
    if (!name) throw invalid('name', 'required', 'A company has a name.');
    fields.name = name;
  }
  if (rest.employeeCount !== undefined) fields.employeeCount = readEmployeeCount(rest.employeeCount);
  if (rest.tags !== undefined) fields.tags = normalizeTags(rest.tags ?? []);
  if (rest.companyType === null) fields.companyType = 'prospect';
  if (rest.source === null) delete fields.source;
  Object.assign(fields, readRevenue(rest, before));
  if (rest.parentCompanyId) await assertParent(ctx, rest.parentCompanyId, before?.id);
  return {
    fields,
    identifiers: identifiersOf(input),
    number: clientNumberOf(input),
    notes: readNotes(notes),
  };
}

function identifiersOf(input: CompanyInput): Map<IdentifierType, NormalizedIdentifier | null> {
  const wanted = new Map<IdentifierType, NormalizedIdentifier | null>();
  for (const [type, field] of Object.entries(FIELD_OF) as [IdentifierType, 'website' | 'domain'][]) {
    const value = input[field];
    if (value !== undefined)
      wanted.set(type, value === null ? null : normalizeIdentifier(type, value, field));
  }
  return wanted;
}

/** The client number of an input by either of its names (service.md 2.2). @throws VALIDATION_ERROR client_number_mismatch */
function clientNumberOf({ clientId, clientNumber }: CompanyInput): string | null | undefined {
  const [one, other] = [clientId, clientNumber].map((number, index) =>
    number ? normalizeClientNumber(number, index ? 'client_number' : 'client_id') : number,
  );
  if (one !== undefined && other !== undefined && one !== other) {
    throw invalid(
      'client_number',
      'client_number_mismatch',
      'client_id and client_number must give the same number.',
      {
        reason: 'client_number_mismatch',
      },
    );
  }
  return one !== undefined ? one : other;
}

function readRevenue(input: CompanyInput, before?: Company): Record<string, unknown> {
  if (input.annualRevenue === undefined && input.revenueCurrency === undefined) return {};
  const amount = input.annualRevenue !== undefined ? input.annualRevenue : before?.annualRevenue;
  const currency = input.revenueCurrency !== undefined ? input.revenueCurrency : before?.revenueCurrency;
  if (!amount && !currency) return { annualRevenue: null, revenueCurrency: null };
  if (!amount || !currency) {
    const path = amount ? 'revenue_currency' : 'annual_revenue';
    throw invalid(
      path,
      'required',
      'annual_revenue and revenue_currency go together: give both, or neither.',
    );
  }
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw invalid('revenue_currency', 'currency', `${currency} is not an ISO 4217 currency.`);
  }
  return { annualRevenue: readMoney(amount, currency, 'annual_revenue'), revenueCurrency: currency };
}

const MAX_DEPTH = 5;

/** @throws VALIDATION_ERROR when the parent is missing, is the company or below it, or the chain gets too long */
async function assertParent(ctx: TenantContext, parentId: string, companyId?: string): Promise<void> {
  const { rows } = await ctx.db.raw(
    `with recursive up as (
      select id, parent_company_id, 1 as depth from companies where tenant_id = :tenant and id = :parent and deleted_at is null
      union all
      select c.id, c.parent_company_id, up.depth + 1 from companies c join up on c.id = up.parent_company_id
      where c.tenant_id = :tenant and up.depth <= :max
    ), down as (
      select id, 1 as depth from companies where tenant_id = :tenant and id = :company
      union all
      select c.id, down.depth + 1 from companies c join down on c.parent_company_id = down.id
      where c.tenant_id = :tenant and down.depth <= :max
    )
    select (select array_agg(id) from up) as above, (select max(depth) from up) as height, coalesce((select max(depth) from down), 1) as below`,
    { tenant: ctx.tenantId, parent: parentId, company: companyId ?? null, max: MAX_DEPTH },
  );
  const { above, height, below } = rows[0] as { above: string[] | null; height: number; below: number };
  const path = 'parent_company_id';
  if (!above) throw invalid(path, 'exists', 'There is no such company to be the parent.');
  if (companyId && above.includes(companyId))
    throw invalid(path, 'cycle', 'A company cannot belong to itself or to a company below it.');
  if (height + below > MAX_DEPTH)
    throw invalid(path, 'depth', `Companies nest ${MAX_DEPTH} levels deep at most.`);
}

/** A number written where there was none makes a client; a standing one has its own route (spec README, Names). */
async function setClientNumber(
  ctx: TenantContext,
  company: Company,
  number: string | null,
): Promise<Record<string, unknown>> {
  if (number === company.clientId) return {};
  if (company.clientId) {
    fail('CONFLICT', 'The number of a client is changed on its own route, not here.', {
      details: { reason: 'client_number_locked' },
    });
  }
  const refused = policyRefusal({ module: 'crm', principals: 'tenant', risk: 'risky' }, ctx.principal);
  if (refused) throw refused;
  await assertNumberFree(ctx, number!, company.id);
  await bookNumber(ctx, number!, company.id);
  return becomeClient(company.companyType, number!);
}

function becomeClient(companyType: string | undefined, number: string): Record<string, unknown> {
  const typed = companyType && companyType !== 'prospect' ? {} : { companyType: 'client' };
  return { clientId: number, clientStatus: 'active', ...typed };
}

/** @throws CONFLICT client_number_taken when the number is, or ever was, another company's */
async function assertNumberFree(ctx: TenantContext, number: string, companyId?: string): Promise<void> {
  const entry = await ClientNumber.of(ctx).where({ number }).first();
  if (entry && entry.companyId !== companyId) {
    fail('CONFLICT', `The client number ${number} belongs, or belonged, to another company.`, {
      details: { reason: 'client_number_taken' },
    });
  }
}

/** Books a number in the ledger; one that the company had before stands there already. */
async function bookNumber(ctx: TenantContext, number: string, companyId: string): Promise<void> {
  await ctx.tx.rows(
    `insert into client_numbers (tenant_id, number, company_id, issued_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, number) do nothing`,
    [ctx.tenantId, number, companyId, ctx.now],
  );
}

function sourceOf(ctx: TenantContext): string {
  return ({ agent: 'agent', service: 'api' } as Record<string, string>)[ctx.principal.kind] ?? 'manual';
}

function linkTo(company: { id: string }): { entity: 'company'; id: string } {
  return { entity: 'company', id: company.id };
}
