// Validates the input of a company and turns it into columns (crm.md section 1).
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { mergeAddress } from '../addresses.ts';
import { readCustomFields } from '../custom-fields/record-values.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertCurrency, readMoney } from '../money.ts';
import { normalizeTags } from '../tags.ts';
import { FIELD_OF } from './identifiers.ts';
import type { Company } from './model.ts';
import {
  type IdentifierType,
  type NormalizedIdentifier,
  normalizeClientNumber,
  normalizeIdentifier,
  normalizeName,
  readEmployeeCount,
  readNotes,
} from './rules.ts';

/** The writable fields of a company; an absent field is left unchanged, null clears it. */
export interface CompanyInput {
  name?: string | null;
  website?: string | null;
  domain?: string | null;
  clientId?: string | null;
  clientNumber?: string | null;
  employeeCount?: unknown;
  annualRevenue?: string | null;
  revenueCurrency?: string | null;
  ownerUserId?: string | null;
  parentCompanyId?: string | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
  notes?: unknown;
  [plainField: string]: unknown;
}

/** A validated input. */
export interface ParsedInput {
  fields: Record<string, unknown>;
  identifiers: Map<IdentifierType, NormalizedIdentifier | null>;
  number: string | null | undefined;
  notes: string[];
}

/** Validates an input; `before` is the company that it changes. @throws VALIDATION_ERROR */
export async function parseInput(
  ctx: TenantContext,
  input: CompanyInput,
  before?: Company,
): Promise<ParsedInput> {
  const { website, domain, clientId, clientNumber, notes, customFields, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  if (rest.name !== undefined || !before) {
    const name = normalizeName(rest.name ?? '');
    if (!name) throw invalid('name', 'required', 'Give the company a name.');
    fields.name = name;
  }
  if (rest.employeeCount !== undefined) fields.employeeCount = readEmployeeCount(rest.employeeCount);
  if (rest.address !== undefined) fields.address = mergeAddress(before?.address, rest.address);
  if (rest.tags !== undefined) fields.tags = normalizeTags(rest.tags ?? []);
  if (rest.companyType === null) fields.companyType = 'prospect';
  if (rest.source === null) delete fields.source;
  Object.assign(fields, readRevenue(rest, before));
  if (rest.ownerUserId && rest.ownerUserId !== before?.ownerUserId) {
    await assertMember(ctx, rest.ownerUserId, 'owner_user_id');
  }
  const customValues = await readCustomFields(ctx, 'companies', customFields, before?.customFields);
  if (customValues) fields.customFields = customValues;
  if (rest.parentCompanyId) await assertParent(ctx, rest.parentCompanyId, before?.id);
  return {
    fields,
    identifiers: identifiersOf(input),
    number: clientNumberOf(input),
    notes: readNotes(notes),
  };
}

/** Returns the identifiers that an input sets or clears. @throws VALIDATION_ERROR hostname, personal_email_domain */
export function identifiersOf(input: CompanyInput): Map<IdentifierType, NormalizedIdentifier | null> {
  const identifiers = new Map<IdentifierType, NormalizedIdentifier | null>();
  for (const [type, field] of Object.entries(FIELD_OF) as [IdentifierType, 'website' | 'domain'][]) {
    const value = input[field];
    if (value !== undefined)
      identifiers.set(type, value === null ? null : normalizeIdentifier(type, value, field));
  }
  return identifiers;
}

/**
 * Returns the client number of an input, which has two names (service.md 2.2).
 * @throws VALIDATION_ERROR client_number_mismatch
 */
export function clientNumberOf({ clientId, clientNumber }: CompanyInput): string | null | undefined {
  const [byId, byNumber] = [clientId, clientNumber].map((number, index) =>
    number ? normalizeClientNumber(number, index ? 'client_number' : 'client_id') : number,
  );
  if (byId !== undefined && byNumber !== undefined && byId !== byNumber) {
    throw invalid(
      'client_number',
      'client_number_mismatch',
      'client_id and client_number must be the same number.',
      {
        reason: 'client_number_mismatch',
      },
    );
  }
  return byId !== undefined ? byId : byNumber;
}

function readRevenue(input: CompanyInput, before?: Company): Record<string, unknown> {
  if (input.annualRevenue === undefined && input.revenueCurrency === undefined) return {};
  const amount = input.annualRevenue !== undefined ? input.annualRevenue : before?.annualRevenue;
  const currency = input.revenueCurrency !== undefined ? input.revenueCurrency : before?.revenueCurrency;
  if (!amount && !currency) return { annualRevenue: null, revenueCurrency: null };
  if (!amount || !currency) {
    const path = amount ? 'revenue_currency' : 'annual_revenue';
    throw invalid(path, 'required', 'Give both annual_revenue and revenue_currency, or neither.');
  }
  assertCurrency(currency, 'revenue_currency');
  return { annualRevenue: readMoney(amount, currency, 'annual_revenue'), revenueCurrency: currency };
}

export const MAX_DEPTH = 5;

/**
 * Throws if the parent does not exist, is the company or below it, or the hierarchy gets too deep.
 * @throws VALIDATION_ERROR
 */
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
  if (!above) {
    const [merged] = await ctx.tx.rows<{ merged_into_id: string }>(
      'select merged_into_id from companies where tenant_id = $1 and id = $2 and merged_into_id is not null',
      [ctx.tenantId, parentId],
    );
    throw invalid(path, 'exists', 'There is no such company.', merged && { ...merged });
  }
  if (companyId && above.includes(companyId))
    throw invalid(path, 'cycle', 'The parent must be neither the company itself nor a company below it.');
  if (height + below > MAX_DEPTH)
    throw invalid(path, 'depth', `A hierarchy of companies may have at most ${MAX_DEPTH} levels.`);
}
