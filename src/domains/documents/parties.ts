// The records that a document names and the parties on it: company, contact, deal, seller and buyer.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, ServiceError } from '../../errors.ts';
import { assertMember } from '../members/look-ups.ts';
import type { PostalAddress, Seller } from '../tenants/commercial.ts';
import type { Buyer } from './document.ts';

export interface References {
  companyId: string;
  contactId: string | null;
  dealId: string | null;
  projectId: string | null;
}

interface Found {
  company: {
    name: string;
    legalName: string | null;
    address: PostalAddress | null;
    clientNumber: string | null;
  } | null;
  contact: { email: string | null; name: string; isOfCompany: boolean } | null;
  deal: { companyId: string | null } | null;
  project: { companyId: string } | null;
}

/** The company of a document and the buyer that follows from it. */
export interface Party {
  companyName: string;
  clientNumber: string | null;
  isCompanyLive: boolean;
  buyer: Buyer;
}

/**
 * Reads the records that a document refers to and returns its buyer.
 * @param input what the draft sets of the buyer
 * @param checked the references that are checked; stored ones stay as they are
 * @throws VALIDATION_ERROR exists, COMPANY_MISMATCH
 */
export async function resolveParty(
  ctx: TenantContext,
  references: References,
  input: Partial<Buyer> | null,
  checked: readonly (keyof References)[] = [],
): Promise<Party> {
  const { companyId, contactId, dealId, projectId } = references;
  const [found] = await ctx.tx.rows<Found>(
    SELECT_REFERENCES,
    [ctx.tenantId, companyId, contactId, dealId, projectId],
    'generic',
  );
  const { company, contact, deal, project } = found!;
  const missing: FieldFault[] = [];
  const isChecked = (name: keyof References) => checked.includes(name);
  const miss = (path: string, kind: string) =>
    missing.push({ path, rule: 'exists', message: `There is no such ${kind}.` });
  if (!company && isChecked('companyId')) miss('company_id', 'company');
  if (contactId && !contact && isChecked('contactId')) miss('contact_id', 'contact');
  if (dealId && !deal && isChecked('dealId')) miss('deal_id', 'deal');
  if (projectId && !project && isChecked('projectId')) miss('project_id', 'project');
  if (missing.length) throw new ServiceError('VALIDATION_ERROR', missing[0]!.message, { fields: missing });
  const mismatched: string[] = [];
  if (contact && !contact.isOfCompany && checked.length) mismatched.push('contact_id');
  if (deal && deal.companyId !== companyId && checked.length) mismatched.push('deal_id');
  if (project && project.companyId !== companyId && checked.length) mismatched.push('project_id');
  if (mismatched.length) throw companyMismatch(mismatched);
  return {
    companyName: company?.legalName ?? company?.name ?? '',
    clientNumber: company?.clientNumber ?? null,
    isCompanyLive: company !== null,
    buyer: {
      name: company?.legalName ?? company?.name ?? null,
      taxId: null,
      email: contact?.email ?? null,
      ...given(input),
      address: input?.address ? { ...company?.address, ...given(input.address) } : (company?.address ?? null),
    },
  };
}

function given<T extends object>(values: T | null): Partial<T> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}

function companyMismatch(paths: readonly string[]): ServiceError {
  return new ServiceError('COMPANY_MISMATCH', undefined, {
    fields: paths.map((path) => ({
      path,
      rule: 'company_mismatch',
      message: 'It belongs to another company than the document.',
    })),
  });
}

const SELECT_REFERENCES = `
  select
    (select json_build_object('name', c.name, 'legalName', c.legal_name, 'address', c.address, 'clientNumber', c.client_id)
     from companies c where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null) as company,
    (select json_build_object('email', t.email, 'name', t.display_name, 'isOfCompany', t.company_id = $2 or exists (
       select from contact_companies a where a.tenant_id = $1 and a.contact_id = t.id and a.company_id = $2))
     from contacts t where t.tenant_id = $1 and t.id = $3 and t.deleted_at is null) as contact,
    (select json_build_object('companyId', d.company_id)
     from deals d where d.tenant_id = $1 and d.id = $4 and d.deleted_at is null) as deal,
    (select json_build_object('companyId', p.company_id)
     from projects p where p.tenant_id = $1 and p.id = $5 and p.deleted_at is null) as project`;

/** Refuses an owner who is not a member. @throws VALIDATION_ERROR exists */
export async function assertOwner(ctx: TenantContext, userId: string | null | undefined): Promise<void> {
  if (userId) await assertMember(ctx, userId, 'owner_user_id');
}

/** Refuses to freeze a document whose parties are incomplete. @throws VALIDATION_ERROR required */
export function assertComplete(seller: Seller, buyer: Buyer): void {
  const fields = missingOfParties(seller, buyer);
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', fields[0]!.message, { fields });
}

/** Returns a fault for each member of the parties without which a document cannot be frozen. */
export function missingOfParties(seller: Seller, buyer: Buyer): FieldFault[] {
  const message = 'The document cannot be sent or issued without it.';
  return [
    [seller.name, 'seller.name'],
    [seller.address?.country, 'seller.address.country'],
    [buyer.name, 'buyer.name'],
    [buyer.address?.country, 'buyer.address.country'],
  ].flatMap(([value, path]) => (value ? [] : [{ path: path!, rule: 'required', message }]));
}
