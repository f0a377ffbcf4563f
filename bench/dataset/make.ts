// Creates the database of each size once, and copies it for each run, so that every run starts with the same rows.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { Database } from '../../src/db/knex.ts';
import { migrate } from '../../src/db/migrate.ts';
import { addMember, createTenant, enableAutomation } from '../../src/domains/tenants/service.ts';
import type { Cluster } from '../cluster.ts';
import { print } from '../print.ts';
import { verifyDataset } from './prove.ts';
import { COMPANIES, ownerId, type Size, WORKSPACES, workspaceId } from './sizes.ts';

/** The database of a run. */
export const RUN = 'bench_run';
/** A copy of it whose triggers write the rows that the product writes with a change (workloads/traces.ts). */
export const RUN_WITH_TRACES = 'bench_run_traces';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const CREATED_AT = new Date('2025-01-01T00:00:00Z');

/** Creates the database of a size unless it exists and is current. @returns its name */
export async function ensureDatabase(cluster: Cluster, size: Size): Promise<string> {
  const name = `bench_${size}`;
  const current = fingerprint(size);
  const [existing] = await cluster.query(
    'postgres',
    'select shobj_description(oid, $2) as print from pg_database where datname = $1',
    [name, 'pg_database'],
  );
  if (existing?.print !== current) {
    await createDatabase(cluster, name, size);
    // Set last, so that a database that was not completed is created again.
    await cluster.query('postgres', `comment on database ${name} is '${current}'`);
  }
  return name;
}

/** Copies the database of a size for a run. */
export async function copyDatabase(cluster: Cluster, size: Size): Promise<void> {
  const name = await ensureDatabase(cluster, size);
  await dropDatabase(cluster, RUN);
  await cluster.query('postgres', `create database ${RUN} template ${name} strategy file_copy`);
}

/** Makes a second copy of the run's database in its current state; it must have no open connections. */
export async function copyRun(cluster: Cluster, name: string): Promise<void> {
  await dropDatabase(cluster, name);
  await cluster.query('postgres', `create database ${name} template ${RUN} strategy file_copy`);
}

/** Drops a database if it exists. */
export async function dropDatabase(cluster: Cluster, name: string): Promise<void> {
  await cluster.query('postgres', `drop database if exists ${name} with (force)`);
}

/** Returns a hash that changes with the rows or the tables. */
function fingerprint(size: Size): string {
  const hash = createHash('sha256').update(`${COMPANIES[size]}`);
  hash.update(readFileSync(new URL('rows.sql', import.meta.url)));
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  return hash.digest('hex').slice(0, 16);
}

async function createDatabase(cluster: Cluster, name: string, size: Size): Promise<void> {
  print(`creating ${name}: ${COMPANIES[size].toLocaleString('en')} companies and their related records`);
  await dropDatabase(cluster, name);
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
    // Freeze rows and build the visibility map, as autovacuum does for rows that do not change.
    await timed('vacuum and analyze', () => client.query('vacuum (freeze, analyze)'));
    await client.query('set session_replication_role = origin');
    await timed('verify the invariants', () => verifyDataset(client, steps('invariants.sql', 'rule')));
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
          now: CREATED_AT,
        });
        const times = { created_at: CREATED_AT, updated_at: CREATED_AT };
        await db('users').insert({
          id: ownerId(number),
          email: `owner@workspace-${number}.example`,
          name: `Owner of workspace ${number}`,
          ...times,
        });
        await addMember(db, { tenantId: id, userId: ownerId(number), roleKey: 'owner', now: CREATED_AT });
        await enableAutomation(db, { tenantId: id, now: CREATED_AT });
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
