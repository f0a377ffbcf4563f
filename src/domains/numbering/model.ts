// The models of number series: the format of a series and the ledger of used numbers.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { Reset, SeriesName } from './rules.ts';

/** The format of a series, where the workspace has changed the default. */
export class NumberFormatRow extends TenantModel {
  static override tableName = 'number_formats';
  static override idColumn = ['tenant_id', 'series'];

  declare series: SeriesName;
  declare format: string;
  declare reset: Reset;
  declare version: number;
}

/** A number that was used, with its document. */
export class NumberLedgerEntry extends RecordModel {
  static override tableName = 'number_ledger';
  static override entity = 'numbering';
  /** Numbers are never deleted. */
  static override live = this.of as typeof RecordModel.live;

  declare series: SeriesName;
  declare number: string;
  declare seq: number;
  declare period: string;
  declare documentType: string;
  declare documentId: string;
  declare issuedAt: Date;
  declare state: 'used' | 'void';
}
