// Merge fields of templates, such as {{contact.first_name|there}}: a closed list without governed fields.
import { refusal } from '../access/check.ts';
import type { TenantContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { dayOf } from './days.ts';
import { moneySql } from './money.ts';

/** The values of the merge fields, by field. */
export type MergeValues = ReadonlyMap<string, string>;

/** The fields by entity; a governed field is never among them. */
const FIELDS: Record<string, readonly string[]> = {
  contact: ['first_name', 'last_name', 'display_name', 'title', 'department', 'email', 'phone'],
  company: ['name', 'website', 'industry', 'city'],
  deal: ['name', 'stage', 'value', 'currency', 'expected_close_on'],
  user: ['name', 'email'],
  workspace: ['name'],
};

const FIELD = /\{\{\s*([a-z]+(?:\.[a-z_]+)?)\s*(?:\|([^{}]*))?\}\}/g;

function isField(name: string): boolean {
  if (name === 'today') return true;
  const [entity = '', field = ''] = name.split('.');
  return FIELDS[entity]?.includes(field) ?? false;
}

/**
 * Throws if a text has braces that are no merge field.
 * @throws VALIDATION_ERROR merge_field
 */
export function assertMergeFields(text: string, path: string): void {
  const unknown = [...text.matchAll(FIELD)].map(([, name]) => name!).find((name) => !isField(name));
  if (unknown) throw invalid(path, 'merge_field', `There is no merge field ${unknown}.`);
  if (text.replace(FIELD, '').includes('{{'))
    throw invalid(
      path,
      'merge_field',
      'Write a merge field as {{contact.first_name}} or {{contact.first_name|there}}.',
    );
}

/** Returns the merge fields in texts, each once. */
export function mergeFieldsIn(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(FIELD)].map(([, name]) => name!)))];
}

/**
 * Puts the values into a text, once: a value is never read as a template.
 * @param encode how a value is written into the text, such as escaped for HTML
 * @param unresolved receives the fields without value and fallback, which stay in the text
 */
export function fillMergeFields(
  text: string,
  values: MergeValues,
  unresolved: Set<string>,
  encode: (value: string) => string = (value) => value,
): string {
  return text.replace(FIELD, (written, name: string, fallback: string | undefined) => {
    const value = values.get(name) || fallback?.trim();
    if (value) return encode(value);
    if (fallback !== undefined) return '';
    unresolved.add(name);
    return written;
  });
}

/** The records that give values. */
export interface MergeRecords {
  contactId?: string | null;
  companyId?: string | null;
  dealId?: string | null;
  userId?: string | null;
}

const VALUES = `
  select
    (select json_build_object('first_name', c.first_name, 'last_name', c.last_name, 'display_name', c.display_name,
       'title', c.title, 'department', c.department, 'email', c.email, 'phone', c.phone, 'company_id', c.company_id)
     from contacts c where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null) as contact,
    (select json_build_object('name', c.name, 'website', c.website, 'industry', c.industry, 'city', c.address ->> 'city')
     from companies c where c.tenant_id = $1 and c.deleted_at is null and c.id = coalesce($3, (
       select p.company_id from contacts p where p.tenant_id = $1 and p.id = $2 and p.deleted_at is null))) as company,
    (select json_build_object('name', d.name, 'stage', d.stage, 'value', ${moneySql('d.value', 'd.currency')}, 'currency', d.currency,
       'expected_close_on', d.expected_close_on) from deals d where d.tenant_id = $1 and d.id = $4 and d.deleted_at is null) as deal,
    (select json_build_object('name', u.name, 'email', u.email) from users u where u.id = $5) as "user",
    (select json_build_object('name', t.name) from tenants t where t.id = $1) as workspace`;

type ValueRow = Record<
  'contact' | 'company' | 'deal' | 'user' | 'workspace',
  Record<string, string | null> | null
>;

/** The operations whose access the values of an entity require. */
const READERS: Record<string, string> = { contact: 'GetContact', company: 'GetCompany', deal: 'GetDeal' };

/**
 * Returns the values of all merge fields that the caller may read.
 * @returns the entities that were named and do not exist, too
 */
export async function mergeValues(
  ctx: TenantContext,
  { contactId, companyId, dealId, userId }: MergeRecords,
): Promise<{ values: MergeValues; missing: string[] }> {
  const [row] = await ctx.tx.rows<ValueRow>(VALUES, [ctx.tenantId, contactId, companyId, dealId, userId]);
  const named = { contact: contactId, company: companyId, deal: dealId };
  const missing = Object.entries(named).flatMap(([entity, id]) =>
    id && !row![entity as keyof ValueRow] ? [entity] : [],
  );
  const values = new Map([['today', dayOf(ctx.now, ctx.principal.timeZone)]]);
  for (const [entity, fields] of Object.entries(FIELDS)) {
    if (!mayRead(ctx, entity)) continue;
    for (const field of fields) {
      const value = row![entity as keyof ValueRow]?.[field];
      if (value) values.set(`${entity}.${field}`, value);
    }
  }
  return { values, missing };
}

function mayRead({ services, principal }: TenantContext, entity: string): boolean {
  const operation = services.catalogue.byName.get(READERS[entity] ?? '');
  return principal.kind === 'system' || !operation || !refusal(operation.access, principal);
}
