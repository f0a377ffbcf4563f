// The record that a call names by its route, as the audit of its refusal names it.

import { nounOf, snakeCase } from '../naming.ts';
import { isRouted, type PersistedOperation } from './catalogue.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The innermost record in the path of an operation: of `/api/companies/{id}/restore` the company.
 * @param input by the names of the path or in wire names
 * @returns undefined for an operation without a route, one whose path names no record, or an id that can be none
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
