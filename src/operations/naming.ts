// Names on the wire: GraphQL and TypeScript write camelCase, the database, REST and MCP snake_case.

/** Names that the service description itself writes in camelCase (service.md 2.1, 4.2; platform.md §3). */
const KEPT = new Set(['pageSize', 'totalPages', 'totalIsEstimate', 'nextCursor', 'providerUnavailable']);

/** `createdAt` to `created_at`, `CreateCompany` to `create_company`. */
export function snakeCase(name: string): string {
  if (KEPT.has(name)) return name;
  return name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
}
