// What access checks need of a request, and of the services that requests share.
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { DatabaseContext } from '../db/context.ts';
import type { Database } from '../db/knex.ts';
import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import type { FieldGovernance } from './governance.ts';
import type { Keys } from './keys.ts';
import type { Principal, PrincipalCache } from './principal.ts';

export type Surface = 'rest' | 'graphql' | 'mcp' | 'job' | 'ingress';

/** A root field or operation that was called. */
export interface CalledField {
  name: string;
  kind: 'query' | 'mutation';
  access: Access;
}

/** Where access checks report what they refused and what governed values were read. */
export interface AccessAudit {
  /** A root field of ad-hoc GraphQL was refused. */
  refusedField(ctx: AccessContext, field: CalledField, args: Record<string, unknown>, error: unknown): void;
  /** Somebody read a governed value of a record. */
  restrictedRead(ctx: AccessContext, type: string, id: string): void;
}

export interface AccessServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly keys: Keys;
  readonly principals: PrincipalCache;
  /** Every permission that a role can hold, with its module. */
  readonly permissions: ReadonlyMap<string, string>;
  /** The governed fields by name, whatever their type: never in audit, events or logs. */
  readonly governed: ReadonlyMap<string, FieldGovernance>;
  /** The operations by name, with what it takes to call each. */
  readonly catalogue: { readonly byName: ReadonlyMap<string, { readonly access: Access }> };
  readonly deferredAudit: AccessAudit;
}

/** A request before its workspace is known, and for operations that need none. */
export interface AccessContext extends Omit<DatabaseContext, 'tenantId' | 'principal'> {
  readonly requestId: string;
  readonly surface: Surface;
  readonly log: Log;
  readonly services: AccessServices;
  readonly principal: Principal;
  /** The workspace; absent on operations of a person or of nobody. */
  readonly tenantId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  /** Name of the persisted operation, or of the root field on ad-hoc GraphQL; for audit and logs. */
  operation?: string;
  /** The permission that `@access` asks for on the mutation that runs; record scope is checked by it. */
  permission?: string;
  /** Paths that redaction emptied. */
  readonly redacted: Set<string>;
  /** Set where REST or MCP have validated the input against the operation's schema. */
  readonly inputChecked: boolean;
}

/** The same inside a workspace. */
export interface TenantAccessContext extends AccessContext {
  readonly tenantId: string;
}
