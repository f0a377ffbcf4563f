// Notifies every process of access changes: NOTIFY in the transaction of the change, LISTEN in each process.
import type { Knex } from 'knex';
import type { Subscription } from '../db/listener.ts';
import type { Transaction } from '../db/transaction.ts';
import type { PrincipalCache } from './principal.ts';

const CHANNEL = 'access_changed';

/** The tag of a change that concerns every workspace. */
export const EVERY_WORKSPACE = '*';

/** The number of changes that this process has received. */
let changes = 0;

/**
 * Returns the number of changes so far. A principal during whose loading it changed may be stale and must not be
 * cached: its rows may have been read before the change and would be stored after the purge.
 */
export function accessChanges(): number {
  return changes;
}

function purge(principals: PrincipalCache, tag: string): void {
  changes += 1;
  if (tag === EVERY_WORKSPACE) principals.clear();
  else principals.purge(tag);
}

/**
 * Announces a change of access: in this process at the commit, in the others a moment later.
 * @param on a context, or an object with the transaction and the services
 * @param tag id of the session, user, API token or workspace, or `EVERY_WORKSPACE`
 */
export async function announceChange(
  on: { tx: Transaction; services: { principals: PrincipalCache } },
  tag: string,
): Promise<void> {
  on.tx.afterCommit(() => purge(on.services.principals, tag));
  await notifyChange(on.tx.db, tag);
}

/** Announces a change without a context; every process, including this one, receives it through its listener. */
export async function notifyChange(db: Knex, tag: string): Promise<void> {
  await db.raw('select pg_notify(?, ?)', [CHANNEL, tag]);
}

/**
 * Subscribes cached principals to the changes of other processes. Changes that were missed are unknown, so the whole cache
 * is cleared once notifications arrive again; until then entries live at most 30 s.
 */
export function purgeOnChanges(principals: PrincipalCache): Record<string, Subscription> {
  return {
    [CHANNEL]: {
      received: (tag) => purge(principals, tag),
      connected() {
        changes += 1;
        principals.clear();
      },
    },
  };
}
