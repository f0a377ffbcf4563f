// What dossiers are of: a record with its sections, and rows that are worked out from other tables.
import type { SkippedSection } from '../../access/sections.ts';
import { TenantModel } from '../../db/record-model.ts';

/** What the won deals of a company are worth in one currency. */
export class WonValue extends TenantModel {
  static override tableName = `(select tenant_id, company_id, currency, sum(value) as value from deals
    where status = 'won' and value is not null and deleted_at is null group by tenant_id, company_id, currency)`;

  declare companyId: string;
  declare currency: string;
  declare value: string;
}

/** A client, with what its sections carry. */
export interface ClientOverview {
  id: string;
  skipped: SkippedSection[];
}

/** A company, with what its sections carry. */
export interface CompanyDossier {
  id: string;
  skipped: SkippedSection[];
  generatedAt: Date;
}
