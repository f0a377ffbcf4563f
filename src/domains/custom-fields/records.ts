// The record types that have custom fields. A new one adds a line here, and triggers in a migration.

/** The entities of platform.md §8 that exist; each is named like its table. */
export const CUSTOM_ENTITIES = ['companies', 'contacts', 'deals'] as const;

export type CustomEntity = (typeof CUSTOM_ENTITIES)[number];

/** Returns whether records of an entity can have custom fields. */
export function isCustomEntity(entity: string): entity is CustomEntity {
  return (CUSTOM_ENTITIES as readonly string[]).includes(entity);
}
