// Derives contexts from that of a request, for another transaction, principal or visibility.
import type { OperationContext, TenantOperationContext } from './context.ts';

/**
 * Returns a copy of a context with changes. Loaded data and redactions are not carried over.
 * @param changes with another transaction, its connection is used too
 */
export function deriveContext<C extends OperationContext, D extends Partial<OperationContext>>(
  ctx: C,
  changes: D,
): C & D {
  return {
    ...ctx,
    loaders: new Map(),
    redacted: new Set<string>(),
    ...(changes.tx && { db: changes.tx.db }),
    ...changes,
  };
}

/**
 * Reads in its own transaction, which ends with the read; for operations that wait for an external service (the
 * directive @waits). The request itself writes afterwards, so no transaction is open while it waits.
 */
export function inSeparateTransaction<C extends TenantOperationContext, T>(
  ctx: C,
  read: (ctx: C) => Promise<T>,
): Promise<T> {
  const { services, tenantId } = ctx;
  return services.database.read({ tenantId }, (tx) => read(deriveContext(ctx, { tx })));
}

/** Thrown to roll back a dry run. */
class RolledBack {}

/**
 * Runs work in its own transaction and rolls it back, to find out whether it would be refused.
 * @throws what the work throws
 */
export async function dryRun<C extends TenantOperationContext>(
  ctx: C,
  work: (ctx: C) => Promise<unknown>,
): Promise<void> {
  const { services, tenantId, principal } = ctx;
  try {
    await services.database.write({ tenantId, userId: principal.id }, async (tx) => {
      await work(deriveContext(ctx, { tx }));
      throw new RolledBack();
    });
  } catch (end) {
    if (!(end instanceof RolledBack)) throw end;
  }
}
