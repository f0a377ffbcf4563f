// The process: starts the service, says where it is, and stops it when it is told to.
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain, findPort, listenFault, openDatabase } from './boot.ts';
import { type Config, DEFAULT_DATA_DIR, readConfig } from './config.ts';
import { PASSWORD, ROLES, WORKSPACES } from './demo/workspaces.ts';
import type { Server } from './server.ts';
import { removeServiceFile, writeServiceFile } from './service-file.ts';
import { terminalLog } from './terminal-log.ts';

/** Requests under way get this long; then their connections are cut. */
const DRAIN_MS = 10_000;
const TIDY_MS = 50;
/** Nothing that stops takes longer than this, unless it hangs. */
const STOP_MS = 45_000;
/** npm passes Ctrl-C on to a process that the terminal has told already: within this time it is the same one. */
const SAME_SIGNAL_MS = 500;
/** What PostgreSQL takes to be on its way before this process is busy with itself. */
const HEAD_START_MS = 150;

const started = performance.now();
const stopping = new AbortController();
/** What has been opened, to be closed in reverse. */
const opened: (() => Promise<void> | void)[] = [];

listenForSignals();
await run();

async function run(): Promise<never> {
  let databaseUrl: string | undefined;
  let exitCode = 0;
  try {
    const config = readConfig();
    databaseUrl = config.databaseUrl;
    await start(config);
    if (!stopping.signal.aborted)
      await new Promise((told) => stopping.signal.addEventListener('abort', told));
  } catch (error) {
    if (!stopping.signal.aborted) {
      process.stderr.write(`cannot start: ${explain(error, databaseUrl)}\n`);
      exitCode = 1;
    }
  }
  await closeAll();
  process.exit(exitCode);
}

async function start(settings: Config): Promise<void> {
  const { signal } = stopping;
  const port = await findPort(settings);
  const config =
    settings.port === port
      ? settings
      : { ...settings, port, publicUrl: settings.publicUrl.replace(/:0$/, `:${port}`) };
  // Compiled code is kept from start to start, written at the exit: a third off the time that loading takes.
  enableCompileCache(join(config.dataDir, 'compile-cache'));
  const opening = openDatabase(config, say, signal);
  // Loading the code takes as long as starting PostgreSQL, which does it in a process of its own once it is spawned.
  const loading = sleep(HEAD_START_MS).then(() => import('./server.ts'));
  loading.catch(() => undefined);
  const database = await opening;
  opened.push(database.stop);
  signal.throwIfAborted();
  const { createServer, startWorker } = await loading;
  const server = await createServer(config, database.url, logTo(config));
  const { app, services } = server;
  opened.push(() => drain(server));
  signal.throwIfAborted();
  if (config.demo) await prepareDemo(server);
  signal.throwIfAborted();
  try {
    await app.listen({ host: config.host, port });
  } catch (error) {
    throw listenFault(error as NodeJS.ErrnoException, config.host, port);
  }
  const worker = await startWorker(services, database.url, app.log);
  opened.push(() => worker.stop());
  const url = localUrl(config);
  writeServiceFile(config.dataDir, url);
  opened.push(() => removeServiceFile(config.dataDir));
  announce(config, url);
}

async function prepareDemo({ services }: Server): Promise<void> {
  const { loadDemo } = await import('./demo/load.ts');
  const { ensureAgentTokens } = await import('./demo/tokens.ts');
  const { companies, contacts, notes } = await loadDemo(services);
  if (companies) say(`loaded the demo: ${companies} companies, ${contacts} contacts, ${notes} notes`);
  await ensureAgentTokens(services, services.config.dataDir);
}

async function drain({ app, close }: Server): Promise<void> {
  // A connection that was busy when the closing began would stay open for the next request of its client.
  const tidy = setInterval(() => app.server.closeIdleConnections(), TIDY_MS);
  const hurry = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await close();
  clearInterval(tidy);
  clearTimeout(hurry);
}

async function closeAll(): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS).unref();
  for (const close of opened.reverse()) {
    try {
      await close();
    } catch (error) {
      process.stderr.write(`while stopping: ${explain(error, undefined)}\n`);
    }
  }
}

function listenForSignals(): void {
  let first: number | undefined;
  const heard = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (first === undefined) {
      first = performance.now();
      say('stopping: requests under way are finished; once more to stop at once');
      stopping.abort();
    } else if (performance.now() - first > SAME_SIGNAL_MS) {
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
}

/** For people on a terminal, for machines anywhere else. */
function logTo({ logLevel: level }: Config): { level: string; stream?: typeof terminalLog } {
  return process.stdout.isTTY ? { level, stream: terminalLog } : { level };
}

/** Lines for people go to stderr; stdout carries the structured log and nothing else. */
function say(line: string): void {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}\n`);
}

/** How this machine reaches the service, whatever networks it listens on. */
function localUrl({ host, port }: Config): string {
  const reachable =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}`;
}

function announce({ demo, production, publicUrl, dataDir }: Config, url: string): void {
  say(`ready at ${url}`);
  const lines = [
    `  REST      ${url}/api            reference: ${url}/docs`,
    `  GraphQL   ${url}/graphql        to try out: ${url}/graphiql`,
    `  MCP       ${url}/api/agent/mcp`,
  ];
  if (publicUrl !== url) lines.push(`  Public    ${publicUrl}`);
  lines.push('');
  if (demo) {
    // The command looks for the address of the service and for the agents' tokens in the data folder.
    const whereabouts = dataDir === resolve(DEFAULT_DATA_DIR) ? '' : `DATA_DIR='${dataDir}' `;
    const roles = ROLES.map((role) => `${role}@`).join(', ');
    for (const { slug, name } of WORKSPACES) lines.push(`  ${name}: ${roles} ${slug}.example`);
    lines.push(`  Password: ${PASSWORD}`, `  Tokens:   ${whereabouts}npm run demo`, '');
  }
  if (demo && production)
    lines.push('  This is production with the demo in it: everybody knows its passwords.', '');
  lines.push('  Ctrl-C stops.', '');
  process.stderr.write(`\n${lines.join('\n')}\n`);
}
