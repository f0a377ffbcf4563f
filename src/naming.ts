// Converts names: GraphQL and TypeScript use camelCase; the database, REST and MCP use snake_case.

/** Wire names that the service description itself writes in camelCase (service.md 2.1, 4.2; platform.md §3). */
const KEPT = new Set(['pageSize', 'totalPages', 'totalIsEstimate', 'nextCursor', 'providerUnavailable']);

/** Members that are left out while they are null (service.md 2.9); their names are not converted. */
const ANNOTATIONS = new Set(['_contractStructureWarning']);

/** Cache of converted names. */
const converted = new Map([...KEPT, ...ANNOTATIONS].map((name) => [name, name]));

/** Converts `createdAt` to `created_at`, `CreateCompany` to `create_company`. */
export function snakeCase(name: string): string {
  let snake = converted.get(name);
  if (snake === undefined) {
    snake = snakeMember(name);
    converted.set(name, snake);
  }
  return snake;
}

/** Converts the name of a member of an input or record, without the exceptions of the service description. */
export function snakeMember(name: string): string {
  return name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
}

/** Converts `updated_at` to `updatedAt`. */
export function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns whether a member is left out of an answer instead of being null. */
export function isAnnotation(name: string): boolean {
  return ANNOTATIONS.has(name);
}

/** Collections in routes that are not the plural of their records. */
const RECORD_NAMES: Readonly<Record<string, string>> = { signing: 'envelope' };

/**
 * Converts the name of a collection to that of its records in events and audit: `companies` to `company`,
 * `action-items` to `action_item`.
 */
export function nounOf(collection: string): string {
  const name = RECORD_NAMES[collection] ?? collection.replaceAll('-', '_');
  return name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');
}
