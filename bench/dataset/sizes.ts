// The sizes of the data sets and the ids of their workspaces.

export type Size = 'smoke' | 'small' | 'large';

/** Number of companies in all 20 workspaces; the other numbers follow from it (rows.sql). */
export const COMPANIES: Record<Size, number> = { smoke: 400, small: 100_000, large: 1_000_000 };

export const WORKSPACES = 20;

/** The workspace with half of all rows, which most workloads use. */
export const LARGEST = 0;
/** The workspace with 9.5 % of all rows: 9,500 companies in `small`, few enough for an exact count by the product. */
export const EXACT = 1;
/** The workspace that workloads write to, so that new rows are not on the pages that others read. */
export const WRITTEN = 2;

/** Returns the id of a workspace, the same in every data set. */
export function workspaceId(number: number): string {
  return `01940000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
}

/** Returns the id of a workspace's owner, the same in every data set. */
export function ownerId(number: number): string {
  return `01940000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;
}
