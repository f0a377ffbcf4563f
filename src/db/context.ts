// What the database layer needs of a request.
import type { Knex } from 'knex';
import type { Author } from './actor.ts';
import type { Transaction } from './transaction.ts';

/** A request inside a workspace, as tables are read and written for it. */
export interface DatabaseContext {
  /** The workspace; every statement is bound to it. */
  readonly tenantId: string;
  /** The time of the request: business times come from it, never from SQL `now()`. */
  readonly now: Date;
  /** The unit of work. Reads run in a read-only transaction, mutations in one that commits once the answer is made. */
  readonly tx: Transaction;
  /** Runs every statement in `tx`. */
  readonly db: Knex;
  /** Who is stored as author of what is written. */
  readonly principal: Author;
  /** Loaders of this request, made at first use. */
  readonly loaders: Map<string, unknown>;
  /** Reads of single records find deleted ones too: an event shows what was deleted. */
  readonly includeDeleted?: boolean;
}
