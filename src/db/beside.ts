// Work beside the transaction of a request, for operations that wait for somebody outside (the directive @waits).
import type { TenantContext } from '../context.ts';

/**
 * Reads in a transaction of its own, which ends with the read. What the request itself writes it writes afterwards, so
 * that nothing is open while it waits.
 */
export function beside<T>(ctx: TenantContext, read: (ctx: TenantContext) => Promise<T>): Promise<T> {
  const { services, tenantId } = ctx;
  return services.database.read({ tenantId }, (tx) =>
    read({ ...ctx, tx, db: tx.db, loaders: new Map(), redacted: new Set() }),
  );
}

/** Thrown to end a transaction without its writes. */
class TakenBack {}

/**
 * Tries work out in a transaction of its own and takes all of it back: what could not be done is known by its refusal.
 * @throws what the work throws
 */
export async function takenBack(
  ctx: TenantContext,
  work: (ctx: TenantContext) => Promise<unknown>,
): Promise<void> {
  const { services, tenantId, principal } = ctx;
  try {
    await services.database.write({ tenantId, userId: principal.id }, async (tx) => {
      await work({ ...ctx, tx, db: tx.db, loaders: new Map(), redacted: new Set() });
      throw new TakenBack();
    });
  } catch (end) {
    if (!(end instanceof TakenBack)) throw end;
  }
}
