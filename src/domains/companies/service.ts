// Operations on companies (service.md 4.3; crm.md section 1).
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import { exportPage } from '../exports.ts';
import { addNotes, type Subject } from '../notes/service.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  lockRecord,
  restoreRecord,
} from '../records/verbs.ts';
import { findAndWrite } from '../upsert.ts';
import {
  assertNumberFree,
  enqueueAssociation,
  newClientFields,
  reserveNumber,
  setClientNumber,
} from './client-numbers.ts';
import { assertIdentifiersFree, FIELD_OF, type IdentifierKey, setPrimary } from './identifiers.ts';
import { type CompanyInput, clientNumberOf, identifiersOf, type ParsedInput, parseInput } from './input.ts';
import { companyKind } from './kind.ts';
import { identifiersOfCompany, liveCompanyId } from './loaders.ts';
import { Company, CompanyIdentifier } from './model.ts';

/** Returns the company as the subject of notes. */
export function noteSubject(id: string): Subject {
  return { model: Company, column: 'companyId', id };
}

/** Returns a live company. @throws NOT_FOUND */
export function getCompany(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Company> {
  return Company.read(ctx, id, lookahead);
}

/** Returns a page of companies. */
export function listCompanies(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Company>> {
  return listPage<Company>(ctx, companyKind.listing, args, lookahead);
}

/** Returns a page of companies for an export. */
export function exportCompanies(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Company>> {
  return exportPage<Company>(ctx, 'company', companyKind.listing, args, lookahead);
}

/**
 * Creates a company with its identifiers, client number and first notes.
 * @throws CONFLICT identifier_taken, client_number_taken
 */
export async function createCompany(ctx: TenantContext, input: CompanyInput): Promise<Company> {
  const parsed = await parseInput(ctx, input);
  const company = await insertCompany(ctx, parsed, { event: 'company.created', source: 'compat_field' });
  if (parsed.number) await enqueueAssociation(ctx, company.id);
  return company;
}

/**
 * Inserts a company from a validated input.
 * @param origin the event to emit, and the source of the identifiers
 * @throws CONFLICT identifier_taken, client_number_taken
 */
export async function insertCompany(
  ctx: TenantContext,
  { fields, identifiers, number, notes }: ParsedInput,
  {
    event,
    source,
    id = uuid(),
  }: { event: 'company.created' | 'client.created'; source: string; id?: string },
): Promise<Company> {
  const primaries = [...identifiers].flatMap(([type, value]) => (value ? [{ type, ...value }] : []));
  if (number) await assertNumberFree(ctx, number);
  const record = {
    id,
    source: defaultSource(ctx),
    ...fields,
    customFields: completeCustomFields(ctx, 'companies', fields.customFields),
    ...Object.fromEntries(primaries.map(({ type, value }) => [FIELD_OF[type], value])),
    ...(number && newClientFields(fields.companyType as string | undefined, number)),
  };
  const rows = primaries.map(({ type, value, valueUnicode }) => ({
    companyId: id,
    identifierType: type,
    value,
    valueUnicode,
    isPrimary: true,
    source,
  }));
  // These statements are independent of each other, so they share a round trip; a taken value fails first.
  const [, company, insertedIdentifiers] = await settleAll([
    assertIdentifiersFree(ctx, primaries),
    insertRecord(ctx, companyKind, record, { event, ...(number && { data: { client_number: number } }) }),
    CompanyIdentifier.insertAll(ctx, rows),
    number && reserveNumber(ctx, number, id),
    addNotes(ctx, noteSubject(id), notes),
  ]);
  identifiersOfCompany.prime(ctx, id, insertedIdentifiers);
  if (company.parentCompanyId) liveCompanyId.prime(ctx, company.parentCompanyId);
  return company;
}

/** Updates the given fields. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT, VALIDATION_ERROR */
export async function updateCompany(
  ctx: TenantContext,
  id: string,
  input: CompanyInput,
  expectedVersion?: number | null,
): Promise<Company> {
  const before = await lockRecord(ctx, companyKind, id, { expectedVersion });
  const { fields, identifiers, number, notes } = await parseInput(ctx, input, before);
  const patch: Record<string, unknown> = fields;
  for (const [type, identifier] of identifiers)
    patch[FIELD_OF[type]] = await setPrimary(ctx, id, type, identifier);
  if (number !== undefined) Object.assign(patch, await setClientNumber(ctx, before, number));
  await addNotes(ctx, noteSubject(id), notes);
  return changeRecord(ctx, companyKind, before, patch);
}

/** Deletes a company; it can be restored. @throws NOT_FOUND, RESOURCE_IN_USE for a client */
export async function deleteCompany(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const company = await lockRecord(ctx, companyKind, id, { expectedVersion });
  if (company.clientId) {
    fail('RESOURCE_IN_USE', 'A company that is a client cannot be deleted; deactivate the client first.', {
      details: { references: [{ type: 'client', count: 1 }] },
    });
  }
  await assertUnused(ctx, id);
  await CompanyIdentifier.of(ctx).where({ companyId: id }).patch({ live: false });
  return deleteRecord(ctx, companyKind, company);
}

/** Throws while live projects, issued invoices or sent quotes are for the company. @throws RESOURCE_IN_USE with counts */
async function assertUnused(ctx: TenantContext, companyId: string): Promise<void> {
  const references = await ctx.tx.rows<{ type: string; count: number }>(
    `select 'project' as type, count(*) as count from projects where tenant_id = $1 and company_id = $2 and deleted_at is null
       having count(*) > 0
     union all select 'invoice', count(*) from invoices where tenant_id = $1 and company_id = $2 and status <> 'draft'
       having count(*) > 0
     union all select 'quote', count(*) from quotes where tenant_id = $1 and company_id = $2 and deleted_at is null
       and status = 'sent' having count(*) > 0`,
    [ctx.tenantId, companyId],
  );
  if (references.length)
    fail(
      'RESOURCE_IN_USE',
      'Projects, issued invoices or sent quotes are for this company, so it must stay.',
      {
        details: { references },
      },
    );
}

/**
 * Restores a deleted company; a live one is left unchanged.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 * @throws CONFLICT value_taken if another company has one of its identifiers now; nothing is restored
 */
export async function restoreCompany(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Company> {
  const company = await lockRecord(ctx, companyKind, id, { expectedVersion, deleted: true });
  if (!company.deletedAt) return company;
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
      `Another company has ${taken.map(({ value }) => value).join(', ')} now; nothing was restored.`,
      {
        details: { reason: 'value_taken', values: taken.map(({ value }) => value) },
      },
    );
  }
  await CompanyIdentifier.of(ctx).where({ companyId: id }).patch({ live: true });
  return restoreRecord(ctx, companyKind, company);
}

/**
 * Updates the company with the client number, website or domain (in this order), or creates one.
 * @throws VALIDATION_ERROR without any of them; CONFLICT multiple_matches if they belong to different companies
 */
export async function upsertCompany(
  ctx: TenantContext,
  input: CompanyInput,
): Promise<{ outcome: 'created' | 'updated'; company: Company }> {
  const number = clientNumberOf(input);
  const identifiers = [...identifiersOf(input)].flatMap(([type, identifier]) =>
    identifier ? [{ type, ...identifier }] : [],
  );
  if (!number && identifiers.length === 0) {
    throw invalid(
      'website',
      'required',
      'Give a website, a domain or a client number by which to find the company.',
    );
  }
  return findAndWrite(
    ctx,
    () => findOwner(ctx, number, identifiers),
    async (existing) => {
      if (existing) return { outcome: 'updated', company: await updateCompany(ctx, existing.id, input) };
      if (!ctx.principal.permissions.has('companies.create')) throw permissionDenied('companies.create');
      return { outcome: 'created', company: await createCompany(ctx, input) };
    },
  );
}

/** Finds the live company that has the number or an identifier. @throws CONFLICT multiple_matches */
async function findOwner(
  ctx: TenantContext,
  number: string | null | undefined,
  identifiers: IdentifierKey[],
): Promise<{ id: string } | undefined> {
  const byClientNumber = number ? await Company.live(ctx).where({ clientId: number }).select('id') : [];
  const ids = new Set(byClientNumber.map(({ id }) => id));
  for (const { type: identifierType, value } of identifiers) {
    const match = await CompanyIdentifier.of(ctx).where({ identifierType, value, live: true }).first();
    if (match) ids.add(match.companyId);
  }
  if (ids.size > 1) {
    fail('CONFLICT', 'The website, domain and client number belong to different companies.', {
      details: { reason: 'multiple_matches', candidate_company_ids: [...ids] },
    });
  }
  const [id] = ids;
  return id === undefined ? undefined : { id };
}

/** Applies the same update to many companies, each independently of the others. */
export function bulkUpdateCompanies(
  ctx: TenantContext,
  ids: string[],
  changes: CompanyInput,
): Promise<BulkResult> {
  return bulk(ctx, 'company.bulk_updated', ids, (id) => updateCompany(ctx, id, changes));
}

function defaultSource(ctx: TenantContext): string {
  return ({ agent: 'agent', service: 'api' } as Record<string, string>)[ctx.principal.kind] ?? 'manual';
}
