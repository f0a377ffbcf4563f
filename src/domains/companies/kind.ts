// Declares the kind of record `company`.
import { linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import { Company } from './model.ts';
import { companySearch } from './search.ts';

export const companyKind = recordKind<Company>({
  model: Company,
  filters: { parentCompanyId: linkFilter('companies.parent_company_id', 'companies') },
  search: companySearch,
});
