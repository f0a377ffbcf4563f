// Lists companies, and loads them and their identifiers for other records.

import { allOf, countOf, listOf, liveId } from '../../lists/loaders.ts';
import { companyKind } from './kind.ts';
import { type Company, CompanyIdentifier } from './model.ts';

const children = { listing: companyKind.listing, parent: 'companies.parent_company_id' };

export const companyById = companyKind.byId;
export const liveCompanyId = liveId(companyById);
export const identifiersOfCompany = allOf<CompanyIdentifier>(CompanyIdentifier, 'companyId', 'company_id');
export const childrenOfCompany = listOf<Company>('companies.children', children);
export const countChildrenOfCompany = countOf('companies.children', children);
