// The kinds of records that hold custom fields: one that joins adds its line here and its triggers in a migration.

/** Entities of platform.md §8 that are built, each named like its table. */
export const RECORDS = ['companies', 'contacts', 'deals'] as const;

export type CustomEntity = (typeof RECORDS)[number];

export function isBuilt(entity: string): entity is CustomEntity {
  return (RECORDS as readonly string[]).includes(entity);
}
