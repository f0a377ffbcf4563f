// How a change of somebody's access reaches every process: NOTIFY in the transaction of the change, LISTEN in each.
import type { Knex } from 'knex';
import pg from 'pg';
import type { Transaction } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import type { PrincipalCache } from './principal.ts';

const CHANNEL = 'access_changed';
const FIRST_RETRY = 200;
const LONGEST_RETRY = 15_000;

/** Counts the changes that this process has heard of. */
let changes = 0;

/**
 * A principal that was loaded while this number moved may already be stale and must not be cached: its rows can have
 * been read before the change and stored after the purge.
 */
export function accessChanges(): number {
  return changes;
}

function purge(principals: PrincipalCache, tag: string): void {
  changes += 1;
  principals.purge(tag);
}

/**
 * Announces that what `tag` may do has changed: here with the commit, in the other processes a moment later.
 * @param on a context, or the transaction and the services around it
 * @param tag id of the session, user, API token or workspace
 */
export async function announceChange(
  on: { tx: Transaction; services: { principals: PrincipalCache } },
  tag: string,
): Promise<void> {
  on.tx.afterCommit(() => purge(on.services.principals, tag));
  await notifyChange(on.tx.db, tag);
}

/** The same where there is only a connection: every process, this one too, hears it through its listener. */
export async function notifyChange(db: Knex, tag: string): Promise<void> {
  await db.raw('select pg_notify(?, ?)', [CHANNEL, tag]);
}

export interface PurgeListener {
  stop(): Promise<void>;
}

/**
 * Hears changes on a connection of its own. A lost connection is made again with growing pauses; what was missed
 * meanwhile is unknown, so the whole cache goes then. Until then entries live 30 s at most.
 */
export function startPurgeListener(databaseUrl: string, principals: PrincipalCache, log: Log): PurgeListener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryDelay = FIRST_RETRY;
  let stopped = false;

  const reconnect = (error: Error): void => {
    client?.removeAllListeners();
    // The dying connection may still report faults; unheard, they would end the process.
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
