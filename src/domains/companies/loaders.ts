// How companies are listed and how other records reach them.

import { allOf, byId, countOf, listOf } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { Company, CompanyIdentifier } from './model.ts';

export const companyListing: Listing = {
  model: Company,
  searchEntity: 'company',
};

const children = { listing: companyListing, parent: 'companies.parent_company_id' };

export const companyById = byId<Company>(Company);
export const identifiersOfCompany = allOf<CompanyIdentifier>(CompanyIdentifier, 'companyId', 'company_id');
export const childrenOfCompany = listOf<Company>('companies.children', children);
export const countChildrenOfCompany = countOf('companies.children', children);
