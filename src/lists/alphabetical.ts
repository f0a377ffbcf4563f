// The collation in which lists sort texts.

/** Makes an SQL expression sort as people expect, by the collation of migration 0050. */
export const ALPHABETICAL = ' collate alphabetical';
