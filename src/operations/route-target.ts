// Finds the record named by the route of a call, for the audit of refusals.

import { nounOf, snakeCase } from '../naming.ts';
import { isRouted, type PersistedOperation } from './catalogue.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns the innermost record in the path of an operation: for `/api/companies/{id}/restore`, the company.
 * @param input by the names of the path or by wire names
 * @returns undefined for an operation without a route, a path that names no record, or an invalid id
 */
export function routeTarget(
  operation: PersistedOperation | undefined,
  input: Readonly<Record<string, unknown>>,
): { type: string; id: string } | undefined {
  if (!operation || !isRouted(operation)) return undefined;
  const [, collection, parameter] = /^.*\/([\w-]+)\/\{(\w+)\}/.exec(operation.path) ?? [];
  if (!collection || !parameter) return undefined;
  const id = input[parameter] ?? input[snakeCase(parameter)];
  return typeof id === 'string' && UUID.test(id) ? { type: nounOf(collection), id } : undefined;
}
