// What operators have set for the queues, as a process applies it, and the counts of its ended jobs.
import type { Database } from '../db/knex.ts';
import type { Log } from '../log.ts';

/** How long the settings are used before they are read again. */
const REREAD_MS = 2_000;
/** Counts of the same seconds are written together. */
const FLUSH_MS = 5_000;
const HOUR_MS = 3_600_000;

interface QueueSetting {
  name: string;
  paused: boolean;
  concurrency: number | null;
}

interface Ended {
  succeeded: number;
  failed: number;
}

/** Decides which queues a process may take jobs of. A queue is all jobs of one handler and has its name. */
export class QueueControl {
  readonly #database: Database;
  readonly #log: Log;
  #settings = new Map<string, QueueSetting>();
  #readAt = Number.NEGATIVE_INFINITY;
  /** The last reading; those who ask meanwhile wait for it. */
  #reading = Promise.resolve();
  readonly #running = new Map<string, number>();
  /** Jobs that were taken while their queue was full; each looks again when a job has ended. */
  readonly #waiting: (() => void)[] = [];
  #ended = new Map<string, Ended>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Returns the queues from which no job may be taken now: paused ones, and those at their concurrency. */
  async blocked(): Promise<string[] | null> {
    await this.#refresh();
    const blocked = [...this.#settings.values()].filter(({ name, paused }) => paused || this.#isFull(name));
    return blocked.length ? blocked.map(({ name }) => name) : null;
  }

  /**
   * Runs a job of a queue and counts its end. A scheduled task of a paused queue does nothing: it has no flag by which it
   * would be skipped, and its next time comes soon.
   */
  async run(name: string, isScheduled: boolean, work: () => Promise<unknown>): Promise<void> {
    if (isScheduled) {
      await this.#refresh();
      if (this.#settings.get(name)?.paused) return;
    }
    // Several workers may have taken a job each before the first of them was counted.
    while (this.#isFull(name)) await new Promise<void>((resume) => this.#waiting.push(resume));
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
    try {
      await work();
      this.#count(name, 'succeeded');
    } catch (error) {
      this.#count(name, 'failed');
      throw error;
    } finally {
      this.#running.set(name, this.#running.get(name)! - 1);
      for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  #isFull(name: string): boolean {
    const limit = this.#settings.get(name)?.concurrency ?? null;
    return limit !== null && (this.#running.get(name) ?? 0) >= limit;
  }

  #refresh(): Promise<void> {
    const now = performance.now();
    if (now - this.#readAt >= REREAD_MS) {
      this.#readAt = now;
      this.#reading = this.#read();
    }
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const { rows } = await this.#database.auxiliaryPool.query<QueueSetting>(
        'select name, paused, concurrency from queue_settings where paused or concurrency is not null',
      );
      this.#settings = new Map(rows.map((row) => [row.name, row]));
    } catch (error) {
      this.#log.warn({ err: error }, 'the settings of the queues could not be read; the last ones are used');
    }
  }

  #count(name: string, outcome: keyof Ended): void {
    const ended = this.#ended.get(name) ?? { succeeded: 0, failed: 0 };
    ended[outcome] += 1;
    this.#ended.set(name, ended);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the counts; they may be lost with the process. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ended = [...this.#ended];
    this.#ended = new Map();
    if (ended.length === 0) return;
    const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
    try {
      await this.#database.auxiliaryPool.query(
        `insert into queue_counts as c (name, hour, succeeded, failed)
         select name, $1, succeeded, failed from unnest($2::text[], $3::bigint[], $4::bigint[]) as n(name, succeeded, failed)
         order by name
         on conflict (name, hour) do update set succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed`,
        [
          hour,
          ended.map(([name]) => name),
          ended.map(([, { succeeded }]) => succeeded),
          ended.map(([, { failed }]) => failed),
        ],
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'the counts of ended jobs could not be written');
    }
  }
}
