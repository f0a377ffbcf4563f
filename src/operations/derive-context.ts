// Contexts made from that of a request: for another transaction, principal or visibility.
import type { OperationContext, TenantOperationContext } from './context.ts';

/**
 * The context of a request with changes. Nothing that was loaded or redacted for the request is carried over.
 * @param changes another transaction brings its connection along
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
 * Reads in a transaction of its own, which ends with the read: for operations that wait for somebody outside (the
 * directive @waits). What the request itself writes it writes afterwards, so that nothing is open while it waits.
 */
export function inSeparateTransaction<C extends TenantOperationContext, T>(
  ctx: C,
  read: (ctx: C) => Promise<T>,
): Promise<T> {
  const { services, tenantId } = ctx;
  return services.database.read({ tenantId }, (tx) => read(deriveContext(ctx, { tx })));
}

/** Thrown to end a transaction without its writes. */
class RolledBack {}

/**
 * Tries work out in a transaction of its own and rolls it back: whether it could be done is known by its refusal.
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
