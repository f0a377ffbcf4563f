// Merging companies: client numbers, identifiers and the company hierarchy (crm.md sections 2 and 3).
import type { TenantContext } from '../../context.ts';
import { type FillPlan, fillValues, planFill, skippedField } from '../merges/fill-fields.ts';
import { type MergeKind, type MergeReport, mergeRecords, previewMerge } from '../merges/service.ts';
import { type UndoneMerge, undoMerge } from '../merges/undo.ts';
import { newClientFields } from './client-numbers.ts';
import { FIELD_OF } from './identifiers.ts';
import { MAX_DEPTH } from './input.ts';
import { identifiersOfCompany } from './loaders.ts';
import { Company, CompanyIdentifier } from './model.ts';

const companies: MergeKind<Company> = {
  table: 'companies',
  entity: 'company',
  model: Company,
  identifyingRows: {
    table: 'company_identifiers',
    column: 'company_id',
    kind: 'identifier_type',
    fields: FIELD_OF,
    isValueFree: `not exists (select from company_identifiers o where o.tenant_id = t.tenant_id
      and o.identifier_type = t.identifier_type and o.value = t.value and o.live and o.company_id <> t.company_id)`,
  },
  clearedFields: ['clientId', 'clientStatus', 'clientStatusReason'],
  pairs: [
    ['clientId', 'clientStatus', 'clientStatusReason'],
    ['annualRevenue', 'revenueCurrency'],
  ],
  plan,
  afterMovesBack: async (ctx, primary, duplicate) => {
    await realignPrimaryCompanies(ctx, primary.id, duplicate.id);
    const number = await restoredNumber(ctx, primary, duplicate);
    const parents = await restoredParents(ctx, primary, duplicate);
    return {
      primary: parents.primary,
      duplicate: { ...number.duplicate, ...parents.duplicate },
      skipped: [...number.skipped, ...parents.skipped],
    };
  },
  links: ({ id }) => [{ entity: 'company', id }],
  label: ({ name }) => name,
};

/** Returns what a merge would fill and move, without writing. @throws VALIDATION_ERROR merge_same_record, NOT_FOUND */
export async function previewCompanyMerge(
  ctx: TenantContext,
  primaryId: string,
  duplicateId: string,
): Promise<{ record: Company; merge: MergeReport }> {
  const {
    record,
    identifyingRows: parts,
    merge,
  } = await previewMerge(ctx, companies, primaryId, duplicateId);
  const rows = parts.map((row) => CompanyIdentifier.fromDatabaseJson(row) as CompanyIdentifier);
  identifiersOfCompany.prime(ctx, record.id, rows);
  return { record, merge };
}

/**
 * Merges a duplicate into the primary company (service.md 4.3).
 * @throws VALIDATION_ERROR, NOT_FOUND, PERMISSION_DENIED
 */
export function mergeCompanies(
  ctx: TenantContext,
  primaryId: string,
  duplicateId: string,
  expectedVersion?: number | null,
): Promise<{ record: Company; merge: MergeReport }> {
  return mergeRecords(ctx, companies, primaryId, duplicateId, expectedVersion);
}

/** Undoes a merge of companies. @throws NOT_FOUND, INVALID_STATE_TRANSITION */
export function undoCompanyMerge(
  ctx: TenantContext,
  mergeId: string,
  expectedVersion?: number | null,
): Promise<UndoneMerge<Company>> {
  return undoMerge(ctx, companies, mergeId, expectedVersion);
}

async function plan(ctx: TenantContext, primary: Company, duplicate: Company): Promise<FillPlan> {
  const except = ['clientId', 'clientStatus', 'clientStatusReason', 'companyType', 'parentCompanyId'];
  const filling = planFill(primary as never, duplicate as never, {
    pairs: [['annualRevenue', 'revenueCurrency']],
    exclude: except,
  });
  const fill = (values: object) => fillValues(filling, primary as never, values as never);
  if (!primary.clientId && duplicate.clientId) {
    fill({
      ...newClientFields(primary.companyType, duplicate.clientId),
      clientStatus: duplicate.clientStatus,
      clientStatusReason: duplicate.clientStatusReason,
    });
  } else if (!primary.clientStatus && duplicate.clientStatus) {
    fill({ clientStatus: duplicate.clientStatus, clientStatusReason: duplicate.clientStatusReason });
  }
  await planParent(ctx, primary, duplicate, filling);
  return filling;
}

/**
 * Plans the parent of the surviving company. If it is below the duplicate, it takes the duplicate's place; otherwise
 * an empty parent is filled, unless that would make a cycle or exceed the depth.
 */
async function planParent(
  ctx: TenantContext,
  primary: Company,
  duplicate: Company,
  filling: FillPlan,
): Promise<void> {
  const newParentId = duplicate.parentCompanyId;
  const above = await ancestorsOf(ctx, primary.parentCompanyId);
  if (above.includes(duplicate.id))
    return fillValues(filling, primary as never, { parentCompanyId: newParentId });
  if (primary.parentCompanyId || !newParentId || newParentId === primary.id) return;
  const newAncestors = await ancestorsOf(ctx, newParentId);
  if (newAncestors.includes(primary.id)) filling.skipped.push(skippedField('parentCompanyId', 'cycle'));
  else if (newAncestors.length + (await heightOf(ctx, primary.id)) > MAX_DEPTH)
    filling.skipped.push(skippedField('parentCompanyId', 'depth'));
  else fillValues(filling, primary as never, { parentCompanyId: newParentId });
}

/** Returns a company and its ancestors, the nearest first. Stops at a cycle. */
async function ancestorsOf(
  ctx: TenantContext,
  id: string | null,
  parentOverrides: Record<string, string | null> = {},
): Promise<string[]> {
  if (!id) return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    `with recursive up as (
      select c.id, 1 as step from companies c where c.tenant_id = $1 and c.id = $2
      union all
      select p.id, up.step + 1 from up join companies c on c.tenant_id = $1 and c.id = up.id
      join companies p on p.tenant_id = $1 and p.id = case when $3::jsonb ? c.id::text then ($3::jsonb ->> c.id::text)::uuid
        else c.parent_company_id end
    ) cycle id set is_ring using path
    select id from up where not is_ring order by step`,
    [ctx.tenantId, id, JSON.stringify(parentOverrides)],
  );
  return rows.map((row) => row.id);
}

/** Returns how many levels a company and its descendants have. */
async function heightOf(ctx: TenantContext, id: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ height: number }>(
    `with recursive down as (
      select $2::uuid as id, 1 as depth
      union all
      select c.id, down.depth + 1 from down join companies c on c.tenant_id = $1 and c.parent_company_id = down.id
      where down.depth <= ${MAX_DEPTH}
    ) select max(depth) as height from down`,
    [ctx.tenantId, id],
  );
  return row!.height;
}

/**
 * After an undo, moves contacts to the company that got their association back, and marks the primary associations
 * again.
 */
async function realignPrimaryCompanies(
  ctx: TenantContext,
  primaryId: string,
  duplicateId: string,
): Promise<void> {
  const params = [ctx.tenantId, primaryId, duplicateId];
  const has = (id: string) =>
    `exists (select from contact_companies a where a.tenant_id = $1 and a.contact_id = c.id and a.company_id = ${id})`;
  for (const [from, to] of [
    ['$2', '$3'],
    ['$3', '$2'],
  ]) {
    await ctx.tx.rows(
      `update contacts c set company_id = ${to} where c.tenant_id = $1 and c.company_id = ${from}
       and not ${has(from!)} and ${has(to!)}`,
      params,
    );
  }
  await ctx.tx.rows(
    `update contact_companies a set is_primary = true from contacts c
     where a.tenant_id = $1 and a.company_id in ($2, $3) and not a.is_primary
       and c.tenant_id = $1 and c.id = a.contact_id and c.company_id = a.company_id`,
    params,
  );
}

/** Returns whether the duplicate gets its client number back; it does not if another company has it now. */
async function restoredNumber(
  ctx: TenantContext,
  primary: Company,
  duplicate: Company,
): Promise<{ duplicate: Partial<Company>; skipped: FillPlan['skipped'] }> {
  if (!duplicate.clientId) return { duplicate: {}, skipped: [] };
  const taken = await ctx.tx.rows(
    `select from companies where tenant_id = $1 and client_id = $2 and id <> $3 and id <> $4 and deleted_at is null
     union all select from client_numbers where tenant_id = $1 and number = $2 and company_id <> $4`,
    [ctx.tenantId, duplicate.clientId, primary.id, duplicate.id],
  );
  if (taken.length === 0 && primary.clientId !== duplicate.clientId) return { duplicate: {}, skipped: [] };
  return {
    duplicate: { clientId: null, clientStatus: null, clientStatusReason: null },
    skipped: [skippedField('clientId', 'value_taken')],
  };
}

/** Returns the parents after an undo: a parent merged since is replaced by its survivor, and no cycle is made. */
async function restoredParents(
  ctx: TenantContext,
  primary: Company,
  duplicate: Company,
): Promise<{ primary: Partial<Company>; duplicate: Partial<Company>; skipped: FillPlan['skipped'] }> {
  const patches: { primary: Partial<Company>; duplicate: Partial<Company> } = { primary: {}, duplicate: {} };
  const skipped: FillPlan['skipped'] = [];
  const parents: Record<string, string | null> = {
    [primary.id]: primary.parentCompanyId,
    [duplicate.id]: duplicate.parentCompanyId,
  };
  for (const [name, company] of [
    ['primary', primary],
    ['duplicate', duplicate],
  ] as const) {
    const storedParentId = company.parentCompanyId;
    if (!storedParentId) continue;
    const [row] = await ctx.tx.rows<{ id: string }>(
      'select coalesce(merged_into_id, id) as id from companies where tenant_id = $1 and id = $2',
      [ctx.tenantId, storedParentId],
    );
    const survivingId = row!.id;
    const isCycle =
      survivingId === company.id || (await ancestorsOf(ctx, survivingId, parents)).includes(company.id);
    const parentCompanyId = isCycle ? null : survivingId;
    parents[company.id] = parentCompanyId;
    if (isCycle) skipped.push(skippedField('parentCompanyId', 'cycle'));
    if (parentCompanyId !== storedParentId) patches[name] = { parentCompanyId };
  }
  return { ...patches, skipped };
}
