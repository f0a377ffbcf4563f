// The models of dossiers: a record with its sections, and aggregates from other tables.
import type { SkippedSection } from '../../access/sections.ts';
import { TenantModel } from '../../db/record-model.ts';

/** The value of the won deals of a company in one currency. */
export class WonValue extends TenantModel {
  static override tableName = `(select tenant_id, company_id, currency, sum(value) as value from deals
    where status = 'won' and value is not null and deleted_at is null group by tenant_id, company_id, currency)`;

  declare companyId: string;
  declare currency: string;
  declare value: string;
}

/** An overview of a client; its sections are relations. */
export interface ClientOverview {
  id: string;
  skipped: SkippedSection[];
}

/** A dossier of a company; its sections are relations. */
export interface CompanyDossier {
  id: string;
  skipped: SkippedSection[];
  generatedAt: Date;
}
