// The models of imports and their rows.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';

export type ImportStatus =
  | 'uploaded'
  | 'mapped'
  | 'validating'
  | 'validated'
  | 'approved'
  | 'executing'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'cancelled'
  | 'rolling_back'
  | 'rolled_back'
  | 'discarded';

export type RowStatus =
  | 'pending'
  | 'valid'
  | 'warning'
  | 'invalid'
  | 'excluded'
  | 'created'
  | 'updated'
  | 'skipped'
  | 'failed'
  | 'reversed'
  | 'kept';

/** The content of a cell: a text, or a list of texts from JSON. */
export type Cell = string | string[] | null;

/** A warning of an import. */
export interface ImportWarning {
  code: 'ENCODING_GUESSED' | 'DUPLICATE_HEADER' | 'SAME_FILE_EXECUTED' | 'UNMAPPED_COLUMN';
  message: string;
  column: string | null;
  count: number | null;
}

/** What is wrong with a row, at one of its columns or as a whole. */
export interface RowError {
  column: string | null;
  field: string | null;
  code: string;
  message: string;
  value: string | null;
  severity: 'error' | 'warning';
}

/** What is known of the uploaded file. */
export interface ImportFile {
  name: string;
  size: number;
  sha256: string;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  sheets: string[] | null;
}

/** The numbers of rows by what becomes of them. */
export interface ImportCounts {
  total: number;
  empty: number;
  excluded: number;
  valid: number;
  warning: number;
  invalid: number;
  toCreate: number;
  toUpdate: number;
  toSkip: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  pending: number;
}

/** Which column becomes which field. */
export interface ColumnMapping {
  source: string | null;
  target: string;
  transform: string[];
  map: Record<string, unknown> | null;
  default: string | null;
}

/** A mapping with its defaults, as it is stored and hashed. */
export interface Mapping {
  columns: ColumnMapping[];
  match_keys: string[];
  mode: 'create' | 'update' | 'upsert' | 'skip_existing';
  on_error: 'skip_row' | 'abort';
  empty_cells: 'ignore' | 'clear';
  date_format: string | null;
  decimal_separator: '.' | ',';
  time_zone: string;
}

export class Import extends RecordModel {
  static override tableName = 'imports';
  static override entity = 'imports';
  static override jsonAttributes = [
    ...RecordModel.jsonAttributes,
    ...['file', 'found', 'mapping', 'counts', 'warnings', 'approval', 'rollback', 'error'],
  ];
  /** A discarded import can still be read. */
  static override live = this.of as typeof RecordModel.live;

  declare kind: 'data' | 'pm';
  declare target: string;
  declare status: ImportStatus;
  declare sourceFormat: string;
  declare fileId: string | null;
  declare fileName: string;
  declare file: ImportFile;
  declare columns: string[];
  declare mapping: Mapping | null;
  declare mappingHash: string | null;
  declare validationHash: string | null;
  declare counts: ImportCounts;
  declare warnings: ImportWarning[];
  declare approval: {
    by: ActorRecord;
    at: string;
    mappingHash: string;
    validationHash: string;
    note: string | null;
  } | null;
  declare jobId: string | null;
  declare batchId: string | null;
  declare rollback: { by: ActorRecord; at: string; reversed: number; kept: number; jobId: string } | null;
  declare error: { code: string; message: string } | null;
  declare requestId: string | null;
  declare executedAt: Date | null;
  declare finishedAt: Date | null;
  declare purgedAt: Date | null;
}

export class ImportRow extends RecordModel {
  static override tableName = 'import_rows';
  static override entity = 'imports';
  static override jsonAttributes = ['cells', 'readErrors', 'errors', 'before', 'fixedBy'];
  static override live = this.of as typeof RecordModel.live;

  declare importId: string;
  declare rowNumber: number;
  declare line: number;
  declare kind: string | null;
  declare status: RowStatus;
  declare outcome: 'created' | 'updated' | null;
  declare action: 'create' | 'update' | 'skip' | null;
  declare cells: Cell[] | null;
  declare readErrors: RowError[];
  declare errors: RowError[];
  declare keys: string[];
  declare matchId: string | null;
  declare matchVersion: number | null;
  declare recordType: string | null;
  declare recordId: string | null;
  declare recordVersion: number | null;
  declare before: Record<string, unknown> | null;
  declare keptReason: string | null;
  declare attempts: number;
  declare fixedBy: ActorRecord | null;
}
