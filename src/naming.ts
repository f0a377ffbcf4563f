// Names on the wire: GraphQL and TypeScript write camelCase, the database, REST and MCP snake_case.

/** Names that the service description itself writes in camelCase (service.md 2.1, 4.2; platform.md §3). */
const KEPT = new Set(['pageSize', 'totalPages', 'totalIsEstimate', 'nextCursor', 'providerUnavailable']);

/** Members that are there only while they have something to say (service.md 2.9); their names stay as they are. */
const ANNOTATIONS = new Set(['_contractStructureWarning']);

/** The names of the schema, as they were converted. */
const converted = new Map([...KEPT, ...ANNOTATIONS].map((name) => [name, name]));

/** `createdAt` to `created_at`, `CreateCompany` to `create_company`. */
export function snakeCase(name: string): string {
  let snake = converted.get(name);
  if (snake === undefined) {
    snake = snakeMember(name);
    converted.set(name, snake);
  }
  return snake;
}

/** The wire name of a member of an input or record that has no name of the service description. */
export function snakeMember(name: string): string {
  return name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
}

/** `updated_at` to `updatedAt`. */
export function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a member is left out of an answer instead of being null. */
export function isAnnotation(name: string): boolean {
  return ANNOTATIONS.has(name);
}

/** `companies` to `company`, `action-items` to `action_item`: what events and audit call a record of a collection. */
export function nounOf(collection: string): string {
  const name = collection.replaceAll('-', '_');
  return name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');
}
