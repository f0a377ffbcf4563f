// Validates the input of a contact and turns it into columns (crm.md section 4).
import type { TenantContext } from '../../context.ts';
import { mergeAddress } from '../addresses.ts';
import { readCustomFields } from '../custom-fields/record-values.ts';
import { readLocale, readTimeZone } from '../locales.ts';
import { assertMember } from '../members/look-ups.ts';
import { normalizeTags } from '../tags.ts';
import { assertCompany, type CompanyChoice, companyOfEmail } from './associations.ts';
import { FIELD_KINDS, normalizeMethod } from './methods.ts';
import type { Contact } from './model.ts';
import { domainOf, type NormalizedMethod } from './rules.ts';

/** The writable fields of a contact; an absent field is left unchanged, null clears it. */
export interface ContactInput {
  firstName?: string | null;
  middleName?: string | null;
  lastName?: string | null;
  email?: string | null;
  phone?: string | null;
  timezone?: string | null;
  locale?: string | null;
  companyId?: string | null;
  autoLink?: boolean | null;
  ownerUserId?: string | null;
  status?: string | null;
  doNotContact?: boolean | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
  [plainField: string]: unknown;
}

/** A validated input. */
export interface ParsedInput {
  fields: Partial<Contact>;
  primaries: Map<'email' | 'phone', NormalizedMethod | null>;
  /** Undefined leaves the primary company unchanged. */
  choice: CompanyChoice | undefined;
}

/** Validates an input; `before` is the contact that it changes. @throws VALIDATION_ERROR */
export async function parseInput(
  ctx: TenantContext,
  input: ContactInput,
  before?: Contact,
): Promise<ParsedInput> {
  const { email, phone, companyId, autoLink, customFields, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  for (const name of ['prefix', 'firstName', 'middleName', 'lastName', 'suffix', 'title', 'department']) {
    if (typeof rest[name] === 'string') fields[name] = normalizeText(rest[name]);
  }
  if (rest.timezone) fields.timezone = readTimeZone(rest.timezone, 'timezone');
  if (rest.locale) fields.locale = readLocale(rest.locale, 'locale');
  if (rest.address !== undefined) fields.address = mergeAddress(before?.address, rest.address);
  if (rest.tags !== undefined) fields.tags = normalizeTags(rest.tags ?? []);
  if (rest.status === null) fields.status = 'active';
  if (rest.doNotContact === null) fields.doNotContact = false;
  if (rest.source === null) delete fields.source;
  if (rest.ownerUserId && rest.ownerUserId !== before?.ownerUserId) {
    await assertMember(ctx, rest.ownerUserId, 'owner_user_id');
  }
  const customValues = await readCustomFields(ctx, 'contacts', customFields, before?.customFields);
  if (customValues) fields.customFields = customValues;
  const primaries: ParsedInput['primaries'] = new Map();
  for (const kind of FIELD_KINDS) {
    const value = input[kind];
    if (value !== undefined)
      primaries.set(kind, value === null ? null : await normalizeMethod(ctx, kind, value, kind));
  }
  const choice = await chooseCompany(ctx, input, primaries.get('email')?.value, before);
  return { fields, primaries, choice };
}

/** Trims and collapses white space; returns null for an empty text. */
function normalizeText(text: string): string | null {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim() || null;
}

/**
 * Returns the new primary company (crm.md section 4): the given one; otherwise, for a contact without one, the
 * company that owns the domain of its new email address.
 */
async function chooseCompany(
  ctx: TenantContext,
  { companyId, autoLink }: ContactInput,
  email: string | undefined,
  before: Contact | undefined,
): Promise<CompanyChoice | undefined> {
  if (companyId === null) return before?.companyId ? { companyId, companyLink: null } : undefined;
  if (companyId !== undefined) {
    if (companyId === before?.companyId) return undefined;
    await assertCompany(ctx, companyId);
    return { companyId, companyLink: 'manual' };
  }
  if (!email || autoLink === false || before?.companyId) return undefined;
  // A new address at the same domain must not restore a company that was removed.
  if (before?.email && domainOf(before.email) === domainOf(email)) return undefined;
  const found = await companyOfEmail(ctx, email);
  return found ? { companyId: found, companyLink: 'auto_domain' } : undefined;
}
