// Opens and migrates the database of the settings, and explains each failed start in one line for the operator.
import { createServer as createProbe } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './config.ts';

/** Prints a line of progress while the service starts. */
export type PrintProgress = (line: string) => void;

export interface OpenDatabase {
  url: string;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

/** A reason why the service cannot start; its message says what to do. */
export class StartError extends Error {}

const MIN_POSTGRES_VERSION = 15;

/**
 * Returns the port to listen on, after checking that it is free; runs before anything is started.
 * @throws StartError when the address is in use, or this process may not listen on it
 */
export async function findPort({ host, port }: Config): Promise<number> {
  const probe = createProbe();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve));
    return (probe.address() as { port: number }).port;
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port);
  } finally {
    probe.close();
  }
}

/** Returns the StartError that explains why an address cannot be listened on; other errors unchanged. */
export function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (error.code === 'EADDRINUSE')
    return new StartError(`${where} is in use by another process; stop it, or set PORT to a free port`);
  if (error.code === 'EACCES')
    return new StartError(`this user may not listen on ${where}; set PORT to 1024 or higher`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(
      `HOST ${host} is not an address of this machine; use 127.0.0.1 for this machine alone, 0.0.0.0 for every network`,
    );
  }
  return error;
}

/**
 * Opens the database of the settings and migrates it to the newest schema.
 * @throws StartError, or the error of the embedded server
 */
export async function openDatabase(
  config: Config,
  printProgress: PrintProgress,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  const database = await (config.databaseUrl
    ? checkServer(config.databaseUrl)
    : startEmbeddedServer(config.dataDir, printProgress));
  try {
    signal?.throwIfAborted();
    const { migrate } = await import('./db/migrate.ts');
    await migrate(database.url, (name) => printProgress(`migration ${name}`));
    await checkRole(database.url);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startEmbeddedServer(dataDir: string, printProgress: PrintProgress): Promise<OpenDatabase> {
  const { existsSync } = await import('node:fs');
  const isFirst = !existsSync(`${dataDir}/postgres`);
  printProgress(
    isFirst
      ? `creating a PostgreSQL in ${dataDir} (the first time takes a few seconds)`
      : 'starting PostgreSQL',
  );
  const { startEmbedded } = await import('./db/embedded.ts');
  // Lines of PostgreSQL's own log begin with a time and are dropped; the others come from our code.
  return startEmbedded({
    dataDir,
    log: (line) => /^(\d{4}-\d\d-\d\d |\s)/.test(line) || printProgress(line),
  });
}

/** Selects the rights of the DATABASE_URL user, checked before migrating so that it does not fail half-way. */
const SELECT_RIGHTS = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as version_text,
    current_user as "user", current_database() as "database",
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
    (select pg_has_role(oid, 'member') from pg_roles where rolname = 'platform_app') as is_member`;

/** @throws StartError if the server is too old, or the user lacks the rights that migrations need */
async function checkServer(url: string): Promise<OpenDatabase> {
  const {
    version,
    version_text: text,
    user,
    database,
    may_create,
    may_create_roles,
    is_member,
  } = await queryOne(url, SELECT_RIGHTS);
  if (version < MIN_POSTGRES_VERSION) {
    throw new StartError(
      `DATABASE_URL points to PostgreSQL ${text}; version ${MIN_POSTGRES_VERSION} or newer is required`,
    );
  }
  if (!may_create) {
    throw new StartError(
      `the user ${user} of DATABASE_URL may not create tables; let an administrator run: ` +
        `grant create on database ${quote(database)} to ${quote(user)}; grant create on schema public to ${quote(user)};`,
    );
  }
  if (is_member === null && !may_create_roles) throw roleError(user, 'create role platform_app nologin; ');
  if (is_member === false && !may_create_roles) throw roleError(user);
  return { url, stop: async () => undefined };
}

/** @throws StartError when requests could not act as the role that row-level security applies to */
async function checkRole(url: string): Promise<void> {
  const { user } = await queryOne(url, 'select current_user as "user"');
  const setRole = () => queryOne(url, 'set role platform_app');
  try {
    // Since PostgreSQL 16 the creator of a role may grant it, but must do so before acting as it.
    await setRole().catch(() => queryOne(url, 'grant platform_app to current_user').then(setRole));
  } catch {
    throw roleError(user);
  }
}

function roleError(user: string, statements = ''): StartError {
  return new StartError(
    `the user ${user} of DATABASE_URL may not act as the role platform_app, which binds every request to its workspace; ` +
      `let an administrator run: ${statements}grant platform_app to ${quote(user)};`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are those of the statement
async function queryOne(url: string, statement: string): Promise<any> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    // The code is loaded at the same time; on a busy machine that blocks this process for seconds.
    connectionTimeoutMillis: 30_000,
    application_name: 'platform-start',
  });
  // If the server goes away, the statement fails too; without a listener the event would end the process.
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

/** Explains a failed start in one line; returns a stack only if the error is a fault of this code. */
export function explain(error: unknown, databaseUrl: string | undefined): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message, stack } = cause as { code?: string; message?: string; stack?: string };
  if (!code && (cause instanceof TypeError || cause instanceof ReferenceError)) return stack!;
  if (cause instanceof StartError || cause instanceof ConfigError) return cause.message;
  const [, missing] = /migration directory is corrupt.*missing: (.*)/.exec(message ?? '') ?? [];
  if (missing) return `the database was migrated by a newer version (${missing}); start that version`;
  const reason = databaseUrl && databaseErrorText(code, message);
  if (reason) return `DATABASE_URL${hostAndDatabase(databaseUrl)}: ${reason}`;
  return causeLine(String(message ?? cause));
}

/** Returns the line of a message that names the cause: PostgreSQL begins with its version and ends with the cause. */
function causeLine(message: string): string {
  const lines = message.split('\n');
  const cause = lines.find((line) => /FATAL: |could not /.test(line));
  return cause && cause !== lines[0]
    ? `${lines[0]!.split(':')[0]}: ${cause.replace(/^.*?(FATAL|LOG|WARNING): +/, '')}`
    : lines[0]!;
}

function databaseErrorText(code: string | undefined, message = ''): string | undefined {
  if (code === 'ERR_INVALID_URL') return 'not a URL such as postgres://user:password@host:5432/database';
  if (code === 'ECONNREFUSED' || message.startsWith('connect ENOENT'))
    return 'nothing listens there; is PostgreSQL running?';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name cannot be resolved';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/i.test(message))
    return 'the host does not answer';
  if (code === '28P01' || code === '28000' || /password|SASL/.test(message))
    return `signing in failed (${message})`;
  if (code === '3D000') return `${message}; create it first`;
  if (code === '42501') return `the user lacks a right (${message})`;
  if (code?.startsWith('57P') || code?.startsWith('08') || code === '53300') return message;
  return undefined;
}

/** Returns host, port and database, without user and password. */
function hostAndDatabase(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return '';
  const { host, pathname } = new URL(databaseUrl);
  return ` ${host}${pathname}`;
}
