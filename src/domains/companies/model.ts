// The models of companies, their identifiers and client numbers.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { IdentifierType } from './rules.ts';

export class Company extends RecordModel {
  static override tableName = 'companies';
  static override entity = 'companies';

  declare name: string;
  declare legalName: string | null;
  declare website: string | null;
  declare domain: string | null;
  declare clientId: string | null;
  declare clientStatus: string | null;
  declare clientStatusReason: string | null;
  declare companyType: string;
  declare industry: string | null;
  declare description: string | null;
  declare phone: string | null;
  declare linkedinUrl: string | null;
  declare address: Record<string, string | null> | null;
  declare employeeCount: number | null;
  declare annualRevenue: string | null;
  declare revenueCurrency: string | null;
  declare ownerUserId: string | null;
  declare parentCompanyId: string | null;
  declare source: string;
  declare mergedIntoId: string | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}

export class CompanyIdentifier extends TenantModel {
  static override tableName = 'company_identifiers';
  static override jsonAttributes = ['metadata'];

  declare companyId: string;
  declare identifierType: IdentifierType;
  declare value: string;
  declare valueUnicode: string;
  declare label: string | null;
  declare isPrimary: boolean;
  declare source: string;
  declare metadata: Record<string, unknown>;
  declare live: boolean;
}

export class ClientNumber extends TenantModel {
  static override tableName = 'client_numbers';
  static override idColumn = ['tenant_id', 'number'];

  declare number: string;
  declare companyId: string;
  declare issuedAt: Date;
  /** When the company released it; it stays reserved for that company. */
  declare releasedAt: Date | null;
}
