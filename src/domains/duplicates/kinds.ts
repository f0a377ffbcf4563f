// The record kinds that are checked for duplicates, and their criteria (crm.md section 3).
import type { TenantContext } from '../../context.ts';
import { brandOf } from '../matcher/brand.ts';
import { similarNames } from '../matcher/statements.ts';

export type ScanContext = Pick<TenantContext, 'tx' | 'tenantId' | 'now'>;

/** A key that duplicates of a record would share. */
export interface SharedKey {
  kind: string;
  value: string;
  id: string;
}

export interface DuplicateKind {
  entity: 'company' | 'contact';
  table: string;
  /** The confidence of each kind of key. */
  scores: Readonly<Record<string, number>>;
  /** Returns the keys of these records. */
  keysOf(unit: ScanContext, ids: string[]): Promise<SharedKey[]>;
  /** SQL for further pairs of the records $2 of workspace $1: id, other, score, reason. */
  morePairs?: string;
}

/** The most others that a record is paired with by one key; a key that hundreds share indicates no duplicate. */
export const MAX_PAIRS_PER_KEY = 50;

export const companies: DuplicateKind = {
  entity: 'company',
  table: 'companies',
  scores: { brand: 0.9 },
  async keysOf({ tx, tenantId }, ids) {
    const hosts = await tx.rows<{ id: string; value: string }>(
      `select company_id as id, value from company_identifiers where tenant_id = $1 and company_id = any ($2::uuid[]) and live`,
      [tenantId, ids],
    );
    return hosts.flatMap(({ id, value }) => {
      const brand = brandOf(value);
      return brand ? [{ kind: 'brand', value: brand.replaceAll(' ', ''), id }] : [];
    });
  },
  morePairs: `
    select n.company_id as id, same.company_id as other, 1 as score, 'name' as reason
    from company_names n cross join lateral (
      select o.company_id from company_names o
      where o.tenant_id = $1 and o.name = n.name and o.company_id <> n.company_id limit ${MAX_PAIRS_PER_KEY}) as same
    where n.tenant_id = $1 and n.company_id = any ($2)
    union all
    select n.company_id, alike.company_id, alike.score, 'similar_name'
    from company_names n cross join lateral (select n.name as f) as form cross join lateral (${similarNames(0.8)}) as alike
    where n.tenant_id = $1 and n.company_id = any ($2) and alike.company_id <> n.company_id and alike.name <> f`,
};

export const contacts: DuplicateKind = {
  entity: 'contact',
  table: 'contacts',
  scores: { email: 1, phone: 0.95, name_and_company: 0.85 },
  // Shared addresses and numbers belong to several people, so they indicate no duplicate.
  keysOf: ({ tx, tenantId }, ids) =>
    tx.rows<SharedKey>(
      `select contact_id as id, kind, case kind when 'email' then regexp_replace(lower(value), '\\+[^@]*@', '@') else value end as value
       from contact_methods
       where tenant_id = $1 and contact_id = any ($2::uuid[]) and kind in ('email', 'phone') and live and not is_shared
       union all
       select id, 'name_and_company', words || ' ' || company_id
       from (
         select id, company_id, name_words(concat_ws(' ', first_name, last_name), false) as words from contacts
         where tenant_id = $1 and id = any ($2::uuid[]) and company_id is not null
       ) as named where words <> ''`,
      [tenantId, ids],
    ),
};
