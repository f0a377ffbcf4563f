// The process: starts the service, prints its addresses, and stops it on SIGINT or SIGTERM.
import { resolve as resolvePath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain, findPort, listenError, openDatabase } from './boot.ts';
import { type Config, DEFAULT_DATA_DIR, readConfig } from './config.ts';
import { PASSWORD, ROLES, WORKSPACES } from './demo/workspaces.ts';
import type { Server } from './server.ts';
import { removeServiceFile, writeServiceFile } from './service-file.ts';
import { terminalLog } from './terminal-log.ts';

/** Running requests get this long to finish; then their connections are cut. */
const DRAIN_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 50;
/** The process exits by force if stopping takes longer than this. */
const STOP_MS = 45_000;
/** The terminal and npm both send Ctrl-C to this process: two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;
/** Time for the PostgreSQL process to be spawned before loading code keeps this process busy. */
const SPAWN_MS = 150;

const startedAt = performance.now();
const stopping = new AbortController();
/** Functions that close what was opened; called in reverse order. */
const closers: (() => Promise<void> | void)[] = [];

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
      await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
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
      : {
          ...settings,
          port,
          publicUrl: settings.publicUrl.replace(/:0$/, `:${port}`),
          pagesUrl: settings.pagesUrl.replace(/:0$/, `:${port}`),
        };
  const opening = openDatabase(config, printProgress, signal);
  // Loading the code takes as long as starting PostgreSQL, which runs in its own process: do both at once.
  const loading = sleep(SPAWN_MS).then(() => import('./server.ts'));
  loading.catch(() => undefined);
  const database = await opening;
  closers.push(database.stop);
  signal.throwIfAborted();
  const { createServer, startWorker } = await loading;
  const server = await createServer(config, database.url, logOptions(config));
  const { app, services } = server;
  closers.push(() => drain(server));
  signal.throwIfAborted();
  if (config.demo) await prepareDemo(server);
  signal.throwIfAborted();
  try {
    await app.listen({ host: config.host, port });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, config.host, port);
  }
  const worker = await startWorker(services, database.url, app.log);
  closers.push(() => worker.stop());
  const url = localUrl(config);
  writeServiceFile(config.dataDir, url);
  closers.push(() => removeServiceFile(config.dataDir));
  printAddresses(config, url);
}

async function prepareDemo({ services }: Server): Promise<void> {
  const { loadDemo } = await import('./demo/load.ts');
  const { ensureAgentTokens } = await import('./demo/tokens.ts');
  const { companies, contacts, notes } = await loadDemo(services);
  if (companies)
    printProgress(`loaded the demo: ${companies} companies, ${contacts} contacts, ${notes} notes`);
  await ensureAgentTokens(services, services.config.dataDir);
}

async function drain({ app, close }: Server): Promise<void> {
  // A keep-alive connection that was busy when closing began would otherwise stay open for a next request.
  const idleTimer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const drainTimer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await close();
  clearInterval(idleTimer);
  clearTimeout(drainTimer);
}

async function closeAll(): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS).unref();
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      process.stderr.write(`while stopping: ${explain(error, undefined)}\n`);
    }
  }
}

function listenForSignals(): void {
  let firstAt: number | undefined;
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      printProgress('stopping: waiting for running requests; press Ctrl-C again to stop at once');
      stopping.abort();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

/** Logs readable lines to a terminal, JSON anywhere else. */
function logOptions({ logLevel: level }: Config): { level: string; stream?: typeof terminalLog } {
  return process.stdout.isTTY ? { level, stream: terminalLog } : { level };
}

/** Prints a line for people to stderr; stdout carries only the structured log. */
function printProgress(line: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}\n`);
}

/** Returns the URL by which this machine reaches the service, whatever networks it listens on. */
function localUrl({ host, port }: Config): string {
  const reachable =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}`;
}

function printAddresses({ demo, production, publicUrl, dataDir }: Config, url: string): void {
  printProgress(`ready at ${url}`);
  const lines = [
    `  REST      ${url}/api            reference: ${url}/docs`,
    `  GraphQL   ${url}/graphql        to try out: ${url}/graphiql`,
    `  MCP       ${url}/api/agent/mcp`,
  ];
  if (publicUrl !== url) lines.push(`  Public    ${publicUrl}`);
  lines.push('');
  if (demo) {
    // `npm run demo` reads the address of the service and the agents' tokens from the data folder.
    const dataDirPrefix = dataDir === resolvePath(DEFAULT_DATA_DIR) ? '' : `DATA_DIR='${dataDir}' `;
    const roles = ROLES.map((role) => `${role}@`).join(', ');
    for (const { slug, name } of WORKSPACES) lines.push(`  ${name}: ${roles} ${slug}.example`);
    lines.push(`  Password: ${PASSWORD}`, `  Tokens:   ${dataDirPrefix}npm run demo`, '');
  }
  if (demo && production)
    lines.push('  Warning: the demo is loaded in production, and its passwords are public.', '');
  lines.push('  Ctrl-C stops.', '');
  process.stderr.write(`\n${lines.join('\n')}\n`);
}
