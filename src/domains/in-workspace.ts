// The context for work of the service itself in a workspace: jobs, webhook delivery, scheduled checks.
import { systemPrincipal } from '../access/principal.ts';
import type { TenantContext } from '../context.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import { contextOf } from '../operations/call.ts';
import type { Services } from '../services.ts';

/** What background work runs with: services, log, workspace, and the request id that the audit records. */
export interface BackgroundOrigin {
  services: Services;
  log: Log;
  tenantId: string;
  requestId: string;
}

/** Runs work as the system principal in one transaction of a workspace. */
export function inWorkspace<T>(
  origin: BackgroundOrigin,
  work: (ctx: TenantContext) => Promise<T>,
): Promise<T> {
  const { services, tenantId } = origin;
  return services.database.write({ tenantId }, (tx) => work(backgroundContext(origin, tx)));
}

/** Creates the context of the system principal in a transaction of a workspace. */
export function backgroundContext(
  { services, log, tenantId, requestId }: BackgroundOrigin,
  tx: Transaction,
): TenantContext {
  const origin = { surface: 'job' as const, requestId, principal: systemPrincipal(tenantId), log };
  return { ...contextOf(services, origin, tx, true), tenantId };
}
