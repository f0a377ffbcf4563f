// What a request carries from the pipeline down to the services: who, where, when, and the transaction.
import type { Knex } from 'knex';
import type { Principal } from './access/principal.ts';
import type { Transaction } from './db/transaction.ts';
import type { QueuedCall } from './operations/approval.ts';
import type { Services } from './services.ts';

export type Surface = 'rest' | 'graphql' | 'mcp' | 'job' | 'ingress';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A request before its workspace is known, and for operations that need none. */
export interface Context {
  readonly requestId: string;
  readonly surface: Surface;
  readonly now: Date;
  readonly log: Log;
  readonly services: Services;
  readonly principal: Principal;
  readonly ip?: string;
  readonly userAgent?: string;
  /** Name of the persisted operation, or of the root field on ad-hoc GraphQL; for audit and logs. */
  operation?: string;
  /** The permission that `@access` asks for on the mutation that runs; record scope is checked by it. */
  permission?: string;
  /** The unit of work. Reads run in a read-only transaction, mutations in one that commits once the answer is made. */
  readonly tx: Transaction;
  /** Runs every statement in `tx`. */
  readonly db: Knex;
  /** The workspace; absent on operations of a person or of nobody. */
  readonly tenantId?: string;
  /** Loaders of this request, made at first use. */
  readonly loaders: Map<string, unknown>;
  /** Paths that redaction emptied. */
  readonly redacted: Set<string>;
  /** Secrets that this answer shows for the only time; none of them is kept with an idempotency key. */
  readonly shownOnce: Set<string>;
  /** Reads of single records find deleted ones too: an event shows what was deleted. */
  readonly includeDeleted?: boolean;
  /** Set where REST or MCP have validated the input against the operation's schema. */
  readonly inputChecked: boolean;
  /** What became of a mutation by GraphQL that waits for a person; its field reads null. */
  queued?: QueuedCall & { path: string[] };
  /** An agent's mutation came by GraphQL without an Idempotency-Key; each root field refuses it in its turn. */
  readonly keyMissing?: boolean;
}

/** A request inside a workspace; services that touch tenant data ask for this. */
export interface TenantContext extends Context {
  readonly tenantId: string;
}
