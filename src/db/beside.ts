// Reads beside the transaction of a request, for operations that wait for somebody outside (the directive @waits).
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
