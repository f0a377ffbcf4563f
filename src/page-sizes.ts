// Page sizes of lists, and the limit of page numbers and exact totals (platform.md §3).

import { invalid } from './errors.ts';

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/** The maximum number of rows that page numbers reach and that totals count exactly. */
export const MAX_COUNTED = 10_000;

/** Refuses a page by number that lies beyond what is counted. @throws VALIDATION_ERROR use_cursor */
export function assertPageInReach(page: number | null, pageSize: number): void {
  if (page && page > 1 && page * pageSize > MAX_COUNTED)
    throw invalid(
      'page',
      'use_cursor',
      `Pages by number go to ${MAX_COUNTED} records; continue with the cursor.`,
    );
}
