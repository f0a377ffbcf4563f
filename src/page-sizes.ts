// Page sizes of lists, and the limit of page numbers and exact totals (platform.md §3).

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/** The maximum number of rows that page numbers reach and that totals count exactly. */
export const MAX_COUNTED = 10_000;
