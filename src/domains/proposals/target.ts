// What a call is about: the record that its route names, as the read of that record shows it.
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { nounOf } from '../../naming.ts';
import { isRouted, type Operation, type PersistedOperation } from '../../operations/catalogue.ts';
import { toVariables, type WireObject } from '../../operations/wire.ts';

export interface Target {
  type: string;
  id: string;
  /** The operation that reads it. */
  read: Operation;
}

/**
 * The record that the route of an operation names, the innermost that can be read by itself and has versions: of
 * `/api/companies/{companyId}/identifiers/{identifierId}` the company. None for what makes a record or takes a list.
 */
export function targetOf(
  { catalogue }: Pick<TenantContext['services'], 'catalogue'>,
  operation: PersistedOperation,
  input: WireObject,
): Target | undefined {
  if (!isRouted(operation)) return undefined;
  const parts = operation.path.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const parameter = /^\{(\w+)\}$/.exec(parts[length - 1] ?? '')?.[1];
    if (!parameter) continue;
    const shape = shapeOf(parts.slice(0, length).join('/'));
    const read = catalogue.operations.find(
      ({ method, path, versioned }) => method === 'GET' && versioned && shapeOf(path) === shape,
    );
    if (read) return { type: nounOf(parts[length - 2]!), id: String(input[parameter]), read };
  }
  return undefined;
}

/** What the record is that an operation answers: of one that makes a record the new one, else that of its target. */
export function resultTypeOf(operation: PersistedOperation, targetType: string | null): string | null {
  if (!isRouted(operation) || operation.status !== 201) return targetType;
  const collection = operation.path.split('/').findLast((part) => !part.startsWith('{'));
  return collection ? nounOf(collection) : null;
}

/** Whether a caller may read the record that a call is about. */
export function mayReadTarget({ services, principal }: TenantContext, operationName: string): boolean {
  const operation = services.catalogue.byName.get(operationName);
  const target = operation && targetOf(services, operation, {});
  return !target || !refusal(target.read.access, principal);
}

/**
 * The read of a kind of record, by its singular name.
 * @returns undefined for a kind that has none, or that the caller may not read
 */
export function readOf({ services, principal }: TenantContext, type: string): Operation | undefined {
  const read = services.catalogue.operations.find(
    ({ method, versioned, path }) =>
      method === 'GET' &&
      versioned &&
      /\/([\w-]+)\/\{id\}$/.test(path) &&
      nounOf(path.split('/').at(-2)!) === type,
  );
  return read && !refusal(read.access, principal) ? read : undefined;
}

/** The record as its read answers it now; null where it is not there, or not any more. */
export async function readTarget(
  ctx: TenantContext,
  { read, id }: Target,
): Promise<(WireObject & { version: number }) | null> {
  const [parameter] = read.inputs.filter((input) => input.in === 'path');
  // The version is asked for on behalf of the queue, whatever the proposer may read.
  const { permission } = read.access;
  const principal = {
    ...ctx.principal,
    scopes: null,
    permissions: permission ? new Set([...ctx.principal.permissions, permission]) : ctx.principal.permissions,
    modules: new Set([...ctx.principal.modules, read.access.module]),
  };
  const own = { ...ctx, principal, loaders: new Map(), redacted: new Set<string>(), inputChecked: true };
  try {
    const { value } = await ctx.services.runner.run(read, own, toVariables(read, { [parameter!.wire]: id }));
    return value as WireObject & { version: number };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}
