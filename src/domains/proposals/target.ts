// The target of a call: the record in its route, read by its own GET operation.
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { nounOf } from '../../naming.ts';
import { isRouted, type Operation, type PersistedOperation } from '../../operations/catalogue.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { toVariables, type WireObject } from '../../operations/wire.ts';

export interface Target {
  type: string;
  id: string;
  /** The operation that reads the target. */
  read: Operation;
}

/**
 * Returns the target of a call: the innermost record in its route that is versioned and has its own GET operation. For
 * `/api/companies/{companyId}/identifiers/{identifierId}` that is the company. Undefined if the route has none, as for
 * creations and bulk calls.
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
    const shape = withoutParameterNames(parts.slice(0, length).join('/'));
    const read = catalogue.operations.find(
      ({ method, path, versioned }) => method === 'GET' && versioned && withoutParameterNames(path) === shape,
    );
    if (read) return { type: nounOf(parts[length - 2]!), id: String(input[parameter]), read };
  }
  return undefined;
}

/** Returns the type of the record that an operation returns: the created record, else its target. */
export function resultTypeOf(operation: PersistedOperation, targetType: string | null): string | null {
  if (!isRouted(operation) || operation.status !== 201) return targetType;
  const collection = operation.path.split('/').findLast((part) => !part.startsWith('{'));
  return collection ? nounOf(collection) : null;
}

/** Returns whether a caller may read the target of an operation. */
export function mayReadTarget({ services, principal }: TenantContext, operationName: string): boolean {
  const operation = services.catalogue.byName.get(operationName);
  const target = operation && targetOf(services, operation, {});
  return !target || !refusal(target.read.access, principal);
}

/**
 * Returns the GET operation of a kind of record, by its singular name.
 * @returns undefined if the kind has none or the caller may not read it
 */
export function findReadOperation(
  { services, principal }: TenantContext,
  type: string,
): Operation | undefined {
  const read = services.catalogue.operations.find(
    ({ method, versioned, path }) =>
      method === 'GET' &&
      versioned &&
      /\/([\w-]+)\/\{id\}$/.test(path) &&
      nounOf(path.split('/').at(-2)!) === type,
  );
  return read && !refusal(read.access, principal) ? read : undefined;
}

/** Reads the current state of a target; null if it does not exist. */
export async function readTarget(
  ctx: TenantContext,
  { read, id }: Target,
): Promise<(WireObject & { version: number }) | null> {
  const [parameter] = read.inputs.filter((input) => input.in === 'path');
  // The version is read on behalf of the system, whatever the proposer may read.
  const { permission } = read.access;
  const principal = {
    ...ctx.principal,
    scopes: null,
    permissions: permission ? new Set([...ctx.principal.permissions, permission]) : ctx.principal.permissions,
    modules: new Set([...ctx.principal.modules, read.access.module]),
  };
  const readContext = deriveContext(ctx, { principal, inputChecked: true });
  try {
    const { value } = await ctx.services.runner.run(
      read,
      readContext,
      toVariables(read, { [parameter!.wire]: id }),
    );
    return value as WireObject & { version: number };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function withoutParameterNames(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}
