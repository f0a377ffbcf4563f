// How large the data sets are.

export type Size = 'smoke' | 'small' | 'large';

/** Companies in all 20 workspaces; everything else follows from them (rows.sql). */
export const COMPANIES: Record<Size, number> = { smoke: 400, small: 100_000, large: 1_000_000 };

export const WORKSPACES = 20;

/** The one workspace that holds half of everything: where the workloads run. */
export const LARGEST = 0;
/** 9.5 % of everything, so 9,500 companies in `small`: the most that the product counts exactly. */
export const EXACT = 1;
/** Where workloads write: what they leave behind is on nobody's first pages. */
export const WRITTEN = 2;

/** The id of a workspace, and of its owner: the same in every data set. */
export function workspaceId(number: number): string {
  return `01940000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
}

export function ownerId(number: number): string {
  return `01940000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;
}
