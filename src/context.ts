// What a request carries down to the services of domains: who, where, when, and the transaction.
import type { OperationContext } from './operations/context.ts';
import type { Services } from './services.ts';

/** A request before its workspace is known, and for operations that need none. */
export interface Context extends OperationContext {
  readonly services: Services;
}

/** A request inside a workspace; services that touch tenant data ask for this. */
export interface TenantContext extends Context {
  readonly tenantId: string;
}
