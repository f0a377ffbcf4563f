// The part of a request context, and of the shared services, that access checks use.
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

/** A called root field or operation. */
export interface CalledField {
  name: string;
  kind: 'query' | 'mutation';
  access: Access;
}

/** Receives refused calls and reads of governed values, for the audit. */
export interface AccessAudit {
  /** Reports a refused root field of ad-hoc GraphQL. */
  refusedField(ctx: AccessContext, field: CalledField, args: Record<string, unknown>, error: unknown): void;
  /** Reports that a governed value of a record was read. */
  restrictedRead(ctx: AccessContext, type: string, id: string): void;
  /** Reports that an agent learned how the relationship with a contact stands. */
  relationshipRead(ctx: AccessContext, contactId: string): void;
}

export interface AccessServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly keys: Keys;
  readonly principals: PrincipalCache;
  /** Every permission that a role can have, with its module. */
  readonly permissions: ReadonlyMap<string, string>;
  /** The governed fields by name, whatever their type; their values never appear in audit, events or logs. */
  readonly governed: ReadonlyMap<string, FieldGovernance>;
  /** The operations by name, with the access that each requires. */
  readonly catalogue: { readonly byName: ReadonlyMap<string, { readonly access: Access }> };
  readonly deferredAudit: AccessAudit;
}

/** The context of a request without a workspace, or before it is known. */
export interface AccessContext extends Omit<DatabaseContext, 'tenantId' | 'principal'> {
  readonly requestId: string;
  readonly surface: Surface;
  readonly log: Log;
  readonly services: AccessServices;
  readonly principal: Principal;
  /** The workspace; absent on operations of a person and on public ones. */
  readonly tenantId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  /** Why an operator makes the call. */
  readonly operatorReason?: string;
  /** The name of the persisted operation, or of the root field in ad-hoc GraphQL; for audit and logs. */
  operation?: string;
  /** The permission that the running mutation requires by `@access`; record scope is checked against it. */
  permission?: string;
  /** Paths of the fields that redaction set to null. */
  readonly redacted: Set<string>;
  /** True if REST or MCP has validated the input against the operation's schema. */
  readonly inputChecked: boolean;
}

/** The context of a request inside a workspace. */
export interface TenantAccessContext extends AccessContext {
  readonly tenantId: string;
}
