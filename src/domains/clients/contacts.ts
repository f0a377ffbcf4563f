// Associates contacts with a client by its email domains; their primary companies stay unchanged (crm.md section 2).
import type { TenantContext } from '../../context.ts';

/** The most contacts that one call associates; a job does the rest. */
export const MAX_CONTACTS_PER_CALL = 1000;

/** Finds candidate contacts by the longest word of a domain, which is indexed, then compares the whole domain. */
const ASSOCIATE_CONTACTS = `
  with found as (
    select distinct c.id
    from company_identifiers i
    cross join lateral (
      select word from unnest(search_words(i.value)) as word order by length(word) desc, word limit 1) as longest
    join search_tokens s on s.tenant_id = $1 and s.entity = 'contact' and s.token = longest.word
    join contact_methods m on m.tenant_id = $1 and m.contact_id = s.record_id and m.kind = 'email' and m.live
      and split_part(m.value, '@', 2) = i.value
    join contacts c on c.tenant_id = $1 and c.id = m.contact_id and c.deleted_at is null
    where i.tenant_id = $1 and i.company_id = $2 and i.identifier_type = 'email_domain' and i.live
      and not exists (
        select from contact_companies a where a.tenant_id = $1 and a.contact_id = c.id and a.company_id = $2)
    limit ${MAX_CONTACTS_PER_CALL}
  ), added as (
    insert into contact_companies (tenant_id, contact_id, company_id, is_primary, source, created_at, updated_at)
    select $1, id, $2, false, 'domain_match', $3, $3 from found
    on conflict do nothing returning contact_id
  )
  select count(*) as n from added`;

/**
 * Associates contacts whose email domain is one of the company's.
 * @returns the number added, at most MAX_CONTACTS_PER_CALL
 */
export async function associateContacts(
  { tx, tenantId, now }: Pick<TenantContext, 'tx' | 'tenantId' | 'now'>,
  companyId: string,
): Promise<number> {
  const [added] = await tx.rows<{ n: number }>(ASSOCIATE_CONTACTS, [tenantId, companyId, now]);
  return added!.n;
}
