// A context for what the service does by itself in a workspace: fanning out, delivering, recovering.
import { systemPrincipal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';

/** What such work is known by in the audit. */
export interface Origin {
  services: Services;
  log: Log;
  tenantId: string;
  requestId: string;
}

/** Runs work of the service itself in one transaction of a workspace. */
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
