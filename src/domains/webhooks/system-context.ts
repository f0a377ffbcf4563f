// The context for background work of the service in a workspace: fan-out, delivery, recovery.
import { systemPrincipal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';

/** What background work runs with: services, log, workspace, and the request id that the audit records. */
export interface Origin {
  services: Services;
  log: Log;
  tenantId: string;
  requestId: string;
}

/** Runs work as the system principal in one transaction of a workspace. */
export function inWorkspace<T>(origin: Origin, work: (ctx: TenantContext) => Promise<T>): Promise<T> {
  const { services, tenantId } = origin;
  return services.database.write({ tenantId }, (tx) => work(contextIn(origin, tx)));
}

function contextIn({ services, log, tenantId, requestId }: Origin, tx: Transaction): TenantContext {
  return {
    services,
    log,
    tenantId,
    requestId,
    tx,
    db: tx.db,
    surface: 'job',
    principal: systemPrincipal(tenantId),
    now: services.clock.now(),
    loaders: new Map(),
    redacted: new Set(),
    shownOnce: new Set(),
    inputChecked: true,
  };
}
