// Starts each peer as a separate process and exchanges messages with it.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller, ProcessName } from '../workloads/workload.ts';

export interface RunningPeer {
  peer: ProcessName;
  pid: number;
  url: string;
  port: number;
  /** Milliseconds from the start of the process until it serves. */
  startMs: number;
  /** Facts that ours reports about itself. */
  about: { mcp?: boolean; missing?: Record<string, string[]> };
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

export type Credentials = Record<Caller, string>;

/** The package that a peer needs; without it the peer is left out. */
const PACKAGES: Partial<Record<ProcessName, string>> = {
  postgraphile: 'postgraphile',
  'postgraphile-traces': 'postgraphile',
};

/** The file that a process runs, if it differs from the process name. */
const FILES: Partial<Record<ProcessName, string>> = { 'postgraphile-traces': 'postgraphile' };

/** The root of the source tree of this bench. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const PEERS: ProcessName[] = ['ours', 'postgraphile', 'postgraphile-traces', 'dataloader', 'floor'];

export function isInstalled(peer: ProcessName): boolean {
  const name = PACKAGES[peer];
  if (!name) return true;
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The compile cache of our service, as `npm start` has one. */
export const ENVIRONMENT = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };

/** Returns the flags of `npm start` in a source tree, so that the bench runs the service in the same way. */
export function engineFlags(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return scripts.start.match(/--\S+/g);
}

export interface StartOptions {
  /** The source tree to run; by default that of the bench. */
  folder?: string;
  /** Further flags of the engine. */
  flags?: string[];
}

/** Starts a peer on a database and waits until it serves. */
export async function startPeer(
  peer: ProcessName,
  databaseUrl: string,
  { folder = ROOT, flags = [] }: StartOptions = {},
): Promise<RunningPeer> {
  const start = performance.now();
  const isOurs = peer === 'ours';
  const child = fork(join(folder, 'bench/peers', `${FILES[peer] ?? peer}.ts`), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      TZ: 'UTC',
      BENCH_DATABASE_URL: databaseUrl,
      ...(isOurs && ENVIRONMENT),
    },
    execArgv: [...(isOurs ? engineFlags(folder) : ['--disable-warning=ExperimentalWarning']), ...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port, about } = await waitUntilReady(peer, child);
  const startMs = performance.now() - start;
  let lastId = 0;
  return {
    peer,
    pid: child.pid!,
    port,
    url: `http://127.0.0.1:${port}`,
    startMs,
    about,
    ask: <T>(message: object) =>
      new Promise<T>((done, fail) => {
        lastId += 1;
        const id = lastId;
        const listen = (reply: { id: number; answer: T; error?: string }): void => {
          if (reply.id !== id) return;
          child.off('message', listen);
          if (reply.error) fail(new Error(reply.error));
          else done(reply.answer);
        };
        child.on('message', listen);
        child.send({ ...message, id });
      }),
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => done());
        // On disconnect the process exits by itself, and so writes its CPU profile if it was started with one.
        child.disconnect();
      }),
  };
}

/** Waits for the peer's message that it is ready. */
function waitUntilReady(
  peer: ProcessName,
  child: ChildProcess,
): Promise<{ port: number; about: RunningPeer['about'] }> {
  return new Promise((done, fail) => {
    child.on('message', (message: { ready?: boolean; port: number; about: RunningPeer['about'] }) => {
      if (message.ready) done(message);
    });
    child.once('exit', (code, signal) => fail(new Error(`${peer} did not start (${signal ?? code})`)));
  });
}
