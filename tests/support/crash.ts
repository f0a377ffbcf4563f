// A process of the service that is killed at a known place, and another one that goes on with its work.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Inspector } from './inspector.ts';
import { endProcesses, freePort, newFolder, type Process, start, stop } from './process.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

/** Longer than a killed process keeps its lease of a job. */
const LEASE_SECONDS = 120;

export class Crash {
  /** What the service in the test and the processes share, to accept the same tokens and read the same time. */
  readonly shared: Record<string, string>;
  readonly #folder: string;
  #databaseUrl = '';
  #inspector: Inspector | undefined;
  /** How many leases have expired. */
  #leases = 0;

  constructor() {
    this.#folder = newFolder();
    this.shared = {
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'https://api.example.com',
      CLOCK_OFFSET_FILE: join(this.#folder, 'clock'),
    };
  }

  async open({ databaseUrl }: TestService): Promise<void> {
    this.#databaseUrl = databaseUrl;
    this.#inspector = await Inspector.open(databaseUrl);
  }

  get inspector(): Inspector {
    return this.#inspector!;
  }

  /** Starts another process on the same database. @returns it with its address */
  async start(settings: Record<string, string> = {}): Promise<Process & { url: string }> {
    const port = String(await freePort());
    const own = { DATABASE_URL: this.#databaseUrl, DATA_DIR: this.#folder, PORT: port, DEMO: '0' };
    const process = await start({ ...this.shared, ...own, ...settings });
    return { ...process, url: `http://127.0.0.1:${port}` };
  }

  /**
   * Kills a process in the middle of a transaction: as soon as it waits for a lock that this takes.
   * @param lock the statement that takes it
   * @param begin starts the process or its work after that
   */
  async killAt(lock: string, begin: () => Promise<Process>): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    let waiting: number[] = [];
    try {
      await client.query('begin');
      await client.query(lock);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const process = await begin();
      waiting = await until(async () => {
        const pids = await this.#waitingFor(rows[0]!.pid);
        return pids.length > 0 && pids;
      });
      await stop(process, 'SIGKILL');
    } finally {
      await client.query('rollback');
      await client.end();
    }
    // The database ends the transaction of the killed process once it has what it waited for.
    const ACTIVE = 'select pid from pg_stat_activity where pid = any($1::int[])';
    await until(async () => (await this.inspector.query(ACTIVE, [waiting])).length === 0);
  }

  async #waitingFor(holder: number): Promise<number[]> {
    const rows = await this.inspector.query<{ pid: number }>(
      'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) and datname = current_database()',
      [holder],
    );
    return rows.map(({ pid }) => pid);
  }

  /** Lets the lease of the killed process expire, and its jobs run again. */
  async expireLease(): Promise<void> {
    this.#leases += 1;
    writeFileSync(this.shared.CLOCK_OFFSET_FILE!, String(this.#leases * LEASE_SECONDS));
    // The queue reads the clock of the database, which cannot be advanced.
    for (const table of ['jobs', 'job_queues'])
      await this.inspector.query(
        `update graphile_worker._private_${table} set locked_at = locked_at - make_interval(secs => ${LEASE_SECONDS})`,
      );
    await this.inspector.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), run_at := now())',
    );
  }

  async stop(): Promise<void> {
    await endProcesses();
    await this.#inspector?.close();
  }
}
