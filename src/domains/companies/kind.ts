// Declares the kind of record `company`.
import { childFilter } from '../../lists/child-filters.ts';
import { linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import { Company } from './model.ts';
import { normalizeIdentifier } from './rules.ts';
import { companySearch } from './search.ts';

export const companyKind = recordKind<Company>({
  model: Company,
  filters: {
    parentCompanyId: linkFilter('companies.parent_company_id', 'companies'),
    identifier: childFilter({
      table: 'company_identifiers',
      parent: ['company_id', 'companies'],
      column: 'value',
      read: hostOf,
    }),
  },
  search: companySearch,
});

/** Returns the host name of a website or an email address as identifiers store it; another text as it is. */
function hostOf(text: string): string {
  try {
    return normalizeIdentifier('website', text, 'identifier').value;
  } catch {
    return text.toLowerCase();
  }
}
