// How many records a page of a list has, and how far its pages and totals go (platform.md §3).

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/** Rows that a page number may reach, and that a total counts exactly. */
export const MAX_COUNTED = 10_000;
