// Makes the database of a size once, and hands out copies of it: a run may write, the next one starts from the same rows.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { Database } from '../../src/db/knex.ts';
import { migrate } from '../../src/db/migrate.ts';
import { addMember, createTenant, enableAutomation } from '../../src/domains/tenants/service.ts';
import type { Cluster } from '../cluster.ts';
import { print } from '../print.ts';
import { prove } from './prove.ts';
import { COMPANIES, ownerId, type Size, WORKSPACES, workspaceId } from './sizes.ts';

/** The database that a run measures on. */
export const RUN = 'bench_run';
/** Its copy in which triggers write what the product writes beside a change. */
export const TRACES = 'bench_run_traces';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const STARTED = new Date('2025-01-01T00:00:00Z');

/** Makes the database of a size unless it stands already. @returns its name */
export async function provide(cluster: Cluster, size: Size): Promise<string> {
  const name = `bench_${size}`;
  const wanted = fingerprint(size);
  const [found] = await cluster.query(
    'postgres',
    'select shobj_description(oid, $2) as print from pg_database where datname = $1',
    [name, 'pg_database'],
  );
  if (found?.print !== wanted) {
    await make(cluster, name, size);
    // Last, so that what a killed run left is made again.
    await cluster.query('postgres', `comment on database ${name} is '${wanted}'`);
  }
  return name;
}

/** Gives a run its own copy of the database of a size. */
export async function copy(cluster: Cluster, size: Size): Promise<void> {
  const name = await provide(cluster, size);
  await drop(cluster, RUN);
  await cluster.query('postgres', `create database ${RUN} template ${name} strategy file_copy`);
}

/** A further copy of the database of a run, as it is now; nobody may be connected to that one. */
export async function copyRun(cluster: Cluster, name: string): Promise<void> {
  await drop(cluster, name);
  await cluster.query('postgres', `create database ${name} template ${RUN} strategy file_copy`);
}

export async function drop(cluster: Cluster, name: string): Promise<void> {
  await cluster.query('postgres', `drop database if exists ${name} with (force)`);
}

/** Changes when the rows or the tables would be others. */
function fingerprint(size: Size): string {
  const hash = createHash('sha256').update(`${COMPANIES[size]}`);
  hash.update(readFileSync(new URL('rows.sql', import.meta.url)));
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  return hash.digest('hex').slice(0, 16);
}

async function make(cluster: Cluster, name: string, size: Size): Promise<void> {
  print(`making ${name}: ${COMPANIES[size].toLocaleString('en')} companies and what belongs to them`);
  await drop(cluster, name);
  await cluster.query('postgres', `create database ${name}`);
  await migrate(cluster.url(name));
  await provisionWorkspaces(cluster.url(name));
  const client = new pg.Client({ connectionString: cluster.url(name) });
  await client.connect();
  try {
    await client.query(`set bench.companies = ${COMPANIES[size]}`);
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
    );
    await client.query('set synchronous_commit = off');
    for (const [title, sql] of steps('rows.sql', 'step')) await timed(title, () => client.query(sql));
    // Frozen and with its visibility map, as autovacuum leaves rows that nobody changes.
    await timed('vacuum and analyze', () => client.query('vacuum (freeze, analyze)'));
    await client.query('set session_replication_role = origin');
    await timed('proof of the invariants', () => prove(client, steps('invariants.sql', 'rule')));
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function provisionWorkspaces(url: string): Promise<void> {
  const database = new Database(url, 2, (error) => print(error.message));
  try {
    for (let number = 0; number < WORKSPACES; number += 1) {
      const id = workspaceId(number);
      await database.write({ tenantId: id }, async ({ db }) => {
        await createTenant(db, {
          id,
          name: `Workspace ${number}`,
          slug: `workspace-${number}`,
          now: STARTED,
        });
        const times = { created_at: STARTED, updated_at: STARTED };
        await db('users').insert({
          id: ownerId(number),
          email: `owner@workspace-${number}.example`,
          name: `Owner of workspace ${number}`,
          ...times,
        });
        await addMember(db, { tenantId: id, userId: ownerId(number), roleKey: 'owner', now: STARTED });
        await enableAutomation(db, { tenantId: id, now: STARTED });
      });
    }
  } finally {
    await database.close();
  }
}

function steps(file: string, word: string): [title: string, sql: string][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .split(`-- ${word}: `)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]);
}

async function timed(title: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  print(`  ${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
