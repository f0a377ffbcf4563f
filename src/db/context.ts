// The part of a request context that the database layer uses.
import type { Knex } from 'knex';
import type { Author } from './actor.ts';
import type { Transaction } from './transaction.ts';

/** The context with which tables of a workspace are read and written. */
export interface DatabaseContext {
  /** The workspace; every statement is bound to it. */
  readonly tenantId: string;
  /** The time of the request: business times come from it, never from SQL `now()`. */
  readonly now: Date;
  /** The transaction. Queries run in a read-only one; mutations in one that commits once the answer has been built. */
  readonly tx: Transaction;
  /** Runs every statement in `tx`. */
  readonly db: Knex;
  /** The author stored with what is written. */
  readonly principal: Author;
  /** The loaders of this request, created at first use. */
  readonly loaders: Map<string, unknown>;
  /** Whether reads of a single record also find deleted ones: an event shows the record that was deleted. */
  readonly includeDeleted?: boolean;
}
