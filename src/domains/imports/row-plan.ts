// The plan of a row, and what plans and runs the rows of one chunk.
import type { WireObject } from '../../operations/wire.ts';
import type { ImportRow, RowError } from './model.ts';
import type { LinkFault } from './pm-links.ts';

/** What becomes of a row. */
export interface RowPlan {
  row: ImportRow;
  errors: RowError[];
  /** By which other rows find this one. */
  keys: string[];
  match?: { id: string; version: number };
  action: 'create' | 'update' | 'skip' | null;
}

/** What a row has done. */
export interface RowResult {
  outcome: 'created' | 'updated' | 'skipped' | 'failed';
  record: { type: string; id: string; version: number | null } | null;
  /** The former values of what it changed, by wire name. */
  before: WireObject | null;
  errors: RowError[];
}

/** Returns whether an error stops a row before it runs. */
export function isRefused({ errors }: RowPlan): boolean {
  return errors.some(({ severity }) => severity === 'error');
}

/** What a dry run or an execution keeps from one chunk of rows to the next. */
export interface RunMemory {
  /** The rows by the values that must be unique in a file. */
  seen: Map<string, number>;
  /** The links that cannot be written, once they are known. */
  links?: ReadonlyMap<number, LinkFault>;
}

/** Plans the rows of one chunk and runs them. */
export interface RowPlans<Plan extends RowPlan = RowPlan> {
  plan(rows: ImportRow[]): Promise<Plan[]>;
  /** Runs a row; a refusal undoes only this row. */
  run(planned: Plan): Promise<RowResult>;
  /** Absent if rows only run one after another. */
  together?: {
    /** Returns whether a row may run at the same time as others. */
    isIndependent(planned: Plan): boolean;
    /** Runs independent rows at the same time; if one is refused, it has no result, and the others are undone. */
    run(rows: readonly Plan[]): Promise<Map<Plan, RowResult>>;
  };
  /** Returns the keys that no two rows may have. */
  uniqueKeys(planned: Plan): string[];
  /** Comes after the last row of a chunk. */
  finish(): Promise<void>;
}
