// Receives notifications of PostgreSQL: one connection of the process listens to every channel that the process uses.
import pg from 'pg';
import type { Log } from '../log.ts';

const FIRST_RETRY = 200;
const LONGEST_RETRY = 15_000;

/** What a process does with the notifications of a channel. */
export interface Subscription {
  received(payload: string): void;
  /** Called whenever the connection has been opened: notifications may have been missed before. */
  connected(): void;
}

export interface Listener {
  stop(): Promise<void>;
}

/** Listens to channels on a separate connection. A lost connection is reopened with increasing delays. */
export function listenTo(
  databaseUrl: string,
  subscriptions: Readonly<Record<string, Subscription>>,
  log: Log,
): Listener {
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
    log.warn({ err: error, retryInMs: retryDelay }, 'the listener for notifications lost its connection');
    timer = setTimeout(connect, retryDelay);
    retryDelay = Math.min(retryDelay * 2, LONGEST_RETRY);
  };

  const connect = (): void => {
    const current = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'platform-listener',
      keepAlive: true,
    });
    client = current;
    const onLost = (error?: Error): void => {
      if (client === current) reconnect(error ?? new Error('the connection ended'));
    };
    current.on('error', onLost);
    current.on('end', () => onLost());
    current.on(
      'notification',
      ({ channel, payload }) => payload && subscriptions[channel]?.received(payload),
    );
    current
      .connect()
      .then(() =>
        current.query(
          Object.keys(subscriptions)
            .map((channel) => `listen ${channel}`)
            .join('; '),
        ),
      )
      .then(() => {
        retryDelay = FIRST_RETRY;
        for (const subscription of Object.values(subscriptions)) subscription.connected();
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
