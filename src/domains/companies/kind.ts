// Companies as a kind of record.
import { recordKind } from '../records/kind.ts';
import { Company } from './model.ts';

export const companyKind = recordKind<Company>({ model: Company });
