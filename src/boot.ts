// From settings to a migrated database, and every reason why that fails as the one line that an operator reads.
import { createServer as createProbe } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './config.ts';

/** Told what goes on while people wait. */
export type Say = (line: string) => void;

export interface OpenDatabase {
  url: string;
  /** Stops the embedded server; of a server of somebody else's it does nothing. */
  stop(): Promise<void>;
}

/** Why the service cannot start, in words that say what to do. */
export class StartError extends Error {}

const OLDEST_VERSION = 15;

/**
 * The free port to listen on, looked at before anything is started.
 * @throws StartError when the address is taken, or not ours to take
 */
export async function findPort({ host, port }: Config): Promise<number> {
  const probe = createProbe();
  try {
    await new Promise<void>((done, fail) => probe.once('error', fail).listen(port, host, done));
    return (probe.address() as { port: number }).port;
  } catch (error) {
    throw listenFault(error as NodeJS.ErrnoException, host, port);
  } finally {
    probe.close();
  }
}

/** Why an address cannot be listened on. */
export function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (error.code === 'EADDRINUSE')
    return new StartError(`${where} is in use by another process; stop it, or set PORT to a free port`);
  if (error.code === 'EACCES')
    return new StartError(`${where} may not be listened on by this user; set PORT to 1024 or higher`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(
      `HOST ${host} is no address of this machine; 127.0.0.1 serves this machine, 0.0.0.0 every network`,
    );
  }
  return error;
}

/**
 * Opens the database of the settings and brings it to the newest schema.
 * @throws StartError, or what the embedded server says
 */
export async function openDatabase(config: Config, say: Say, signal?: AbortSignal): Promise<OpenDatabase> {
  const database = await (config.databaseUrl
    ? checkServer(config.databaseUrl)
    : startEmbeddedServer(config.dataDir, say));
  try {
    signal?.throwIfAborted();
    const { migrate } = await import('./db/migrate.ts');
    await migrate(database.url, (name) => say(`migration ${name}`));
    await checkRole(database.url);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startEmbeddedServer(dataDir: string, say: Say): Promise<OpenDatabase> {
  const { existsSync } = await import('node:fs');
  const isFirst = !existsSync(`${dataDir}/postgres`);
  say(
    isFirst
      ? `making a PostgreSQL in ${dataDir} (the first time takes a few seconds)`
      : 'starting PostgreSQL',
  );
  const { startEmbedded } = await import('./db/embedded.ts');
  // The server's own log begins each line with a time; what is left is told by us, and worth reading.
  return startEmbedded({ dataDir, log: (line) => /^(\d{4}-\d\d-\d\d |\s)/.test(line) || say(line) });
}

/** What the user of DATABASE_URL may do, asked at once rather than found out half-way. */
const RIGHTS = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as version_text,
    current_user as "user", current_database() as "database",
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
    (select pg_has_role(oid, 'member') from pg_roles where rolname = 'platform_app') as is_member`;

/** @throws StartError for a server that is too old, or a user that may not do what migrations do */
async function checkServer(url: string): Promise<OpenDatabase> {
  const {
    version,
    version_text: text,
    user,
    database,
    may_create,
    may_create_roles,
    is_member,
  } = await ask(url, RIGHTS);
  if (version < OLDEST_VERSION) {
    throw new StartError(
      `DATABASE_URL leads to PostgreSQL ${text}; version ${OLDEST_VERSION} or newer is needed`,
    );
  }
  if (!may_create) {
    throw new StartError(
      `the user ${user} of DATABASE_URL may not create tables; let an administrator run: ` +
        `grant create on database ${quote(database)} to ${quote(user)}; grant create on schema public to ${quote(user)};`,
    );
  }
  if (is_member === null && !may_create_roles) throw roleFault(user, 'create role platform_app nologin; ');
  if (is_member === false && !may_create_roles) throw roleFault(user);
  return { url, stop: async () => undefined };
}

/** @throws StartError when requests could not act as the role that row-level security binds */
async function checkRole(url: string): Promise<void> {
  const { user } = await ask(url, 'select current_user as "user"');
  const actAs = () => ask(url, 'set role platform_app');
  try {
    // From PostgreSQL 16 on, who creates a role may grant it, but not act as it before that is done.
    await actAs().catch(() => ask(url, 'grant platform_app to current_user').then(actAs));
  } catch {
    throw roleFault(user);
  }
}

function roleFault(user: string, before = ''): StartError {
  return new StartError(
    `the user ${user} of DATABASE_URL may not act as the role platform_app, which binds every request to its workspace; ` +
      `let an administrator run: ${before}grant platform_app to ${quote(user)};`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are those of the statement
async function ask(url: string, statement: string): Promise<any> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    // The code is loaded beside this, and on a busy machine that takes seconds in which no answer is heard.
    connectionTimeoutMillis: 30_000,
    application_name: 'platform-start',
  });
  // A server that goes away in between fails the statement too; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rows[0] ?? {};
  } finally {
    await client.end().catch(() => undefined);
  }
}

function quote(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** What to say about a start that failed: one line, and a stack only where the fault is in this code. */
export function explain(error: unknown, databaseUrl: string | undefined): string {
  const fault = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message, stack } = fault as { code?: string; message?: string; stack?: string };
  if (!code && (fault instanceof TypeError || fault instanceof ReferenceError)) return stack!;
  if (fault instanceof StartError || fault instanceof ConfigError) return fault.message;
  const [, unknown] = /migration directory is corrupt.*missing: (.*)/.exec(message ?? '') ?? [];
  if (unknown) return `the database was migrated by a newer version (${unknown}); start that version`;
  const reason = databaseUrl && databaseReason(code, message);
  if (reason) return `DATABASE_URL${placeOf(databaseUrl)}: ${reason}`;
  return telling(String(message ?? fault));
}

/** The line of a longer message that names the cause: PostgreSQL ends with it, and begins with its version. */
function telling(message: string): string {
  const lines = message.split('\n');
  const cause = lines.find((line) => /FATAL: |could not /.test(line));
  return cause && cause !== lines[0]
    ? `${lines[0]!.split(':')[0]}: ${cause.replace(/^.*?(FATAL|LOG|WARNING): +/, '')}`
    : lines[0]!;
}

function databaseReason(code: string | undefined, message = ''): string | undefined {
  if (code === 'ERR_INVALID_URL') return 'is not a URL such as postgres://user:password@host:5432/database';
  if (code === 'ECONNREFUSED' || message.startsWith('connect ENOENT'))
    return 'nothing listens there; is PostgreSQL running?';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host is not known';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/i.test(message))
    return 'the host does not answer';
  if (code === '28P01' || code === '28000' || /password|SASL/.test(message))
    return `signing in failed (${message})`;
  if (code === '3D000') return `${message}; create it first`;
  if (code === '42501') return `the user lacks a right (${message})`;
  if (code?.startsWith('57P') || code?.startsWith('08') || code === '53300') return message;
  return undefined;
}

/** Host, port and database, without user and password. */
function placeOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return '';
  const { host, pathname } = new URL(databaseUrl);
  return ` ${host}${pathname}`;
}
