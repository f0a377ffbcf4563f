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

/** What is found in a project-management export. */
export interface PmFound {
  /** The name of the project if no column names it. */
  title: string;
  projects: { key: string; name: string; tasks: number; milestones: number }[];
  people: { key: string; name: string; email: string | null; userId: string | null }[];
  statuses: FoundValue[];
  priorities: FoundValue[];
  links: { total: number; unresolved: number; cyclic: number };
  columns: string[];
}

/** A value of an export, how often it occurs, and what it probably means. */
export interface FoundValue {
  value: string;
  count: number;
  suggestion: string | null;
}

/** What the columns, people and values of a project-management export become. */
export interface PmMapping extends Pick<Mapping, 'columns' | 'on_error' | 'date_format' | 'time_zone'> {
  company_id: string | null;
  company_column: string | null;
  /** Users by the keys of people; null leaves their tasks unassigned. */
  people: Record<string, string | null>;
  statuses: Record<string, string>;
  priorities: Record<string, string>;
}

/** The kinds of rows of a project-management import, in the order in which they are written. */
export const PM_KINDS = ['project', 'milestone', 'task', 'link'] as const;
export type PmKind = (typeof PM_KINDS)[number];

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
  declare found: PmFound | null;
  /** A mapping of the kind of the import. */
  declare mapping: Mapping | PmMapping | null;
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
  /** Whether the execution is in the queue; else it waits for others to end. */
  declare isEnqueued: boolean;
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
  static override jsonAttributes = ['cells', 'parts', 'readErrors', 'errors', 'before', 'fixedBy'];
  static override live = this.of as typeof RecordModel.live;

  declare importId: string;
  declare rowNumber: number;
  declare line: number;
  /** Null for data. */
  declare kind: PmKind | null;
  declare status: RowStatus;
  declare outcome: 'created' | 'updated' | null;
  declare action: 'create' | 'update' | 'skip' | null;
  declare cells: Cell[] | null;
  /** The values of a row that was derived from others: a project, a milestone or a link. */
  declare parts: Record<string, string> | null;
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
