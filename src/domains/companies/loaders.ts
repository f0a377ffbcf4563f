// Lists companies, and loads them and their identifiers for other records.

import { linkFilter } from '../../db/filters.ts';
import { allOf, byId, countOf, listOf, liveId } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { Company, CompanyIdentifier } from './model.ts';

export const companyListing: Listing = {
  model: Company,
  searchEntity: 'company',
  filters: { parentCompanyId: linkFilter('companies.parent_company_id', 'companies') },
};

const children = { listing: companyListing, parent: 'companies.parent_company_id' };

export const companyById = byId<Company>(Company);
export const liveCompanyId = liveId(companyById);
export const identifiersOfCompany = allOf<CompanyIdentifier>(CompanyIdentifier, 'companyId', 'company_id');
export const childrenOfCompany = listOf<Company>('companies.children', children);
export const countChildrenOfCompany = countOf('companies.children', children);
