// The context of a request in domain services: principal, workspace, time and transaction.
import type { OperationContext } from './operations/context.ts';
import type { Services } from './services.ts';

/** The context of a request without a workspace, or before it is known. */
export interface Context extends OperationContext {
  readonly services: Services;
}

/** The context of a request inside a workspace; services that use tenant data require it. */
export interface TenantContext extends Context {
  readonly tenantId: string;
}
