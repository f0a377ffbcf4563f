// Notifies every process of access changes: NOTIFY in the transaction of the change, LISTEN in each process.
import type { Knex } from 'knex';
import pg from 'pg';
import type { Transaction } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import type { PrincipalCache } from './principal.ts';

const CHANNEL = 'access_changed';
const FIRST_RETRY = 200;
const LONGEST_RETRY = 15_000;

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
  principals.purge(tag);
}

/**
 * Announces a change of access: in this process at the commit, in the others a moment later.
 * @param on a context, or an object with the transaction and the services
 * @param tag id of the session, user, API token or workspace
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

export interface PurgeListener {
  stop(): Promise<void>;
}

/**
 * Listens for changes on a separate connection. A lost connection is reopened with increasing delays. Changes missed
 * meanwhile are unknown, so the whole cache is then cleared; until then entries live at most 30 s.
 */
export function startPurgeListener(databaseUrl: string, principals: PrincipalCache, log: Log): PurgeListener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryDelay = FIRST_RETRY;
  let stopped = false;

  const reconnect = (error: Error): void => {
    client?.removeAllListeners();
    // The closing connection may still emit errors; without a listener they would end the process.
    client?.on('error', () => undefined);
    client?.end().catch(() => undefined);
    client = undefined;
    if (stopped) return;
    log.warn({ err: error, retryInMs: retryDelay }, 'the listener for access changes lost its connection');
    timer = setTimeout(connect, retryDelay);
    retryDelay = Math.min(retryDelay * 2, LONGEST_RETRY);
  };

  const connect = (): void => {
    const current = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'platform-access',
      keepAlive: true,
    });
    client = current;
    const onLost = (error?: Error): void => {
      if (client === current) reconnect(error ?? new Error('the connection ended'));
    };
    current.on('error', onLost);
    current.on('end', () => onLost());
    current.on('notification', ({ payload }) => payload && purge(principals, payload));
    current
      .connect()
      .then(() => current.query(`listen ${CHANNEL}`))
      .then(() => {
        retryDelay = FIRST_RETRY;
        changes += 1;
        principals.clear();
      })
      .catch(onLost);
  };

  connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
