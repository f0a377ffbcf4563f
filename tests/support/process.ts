// Runs the service and its commands as separate processes, for tests of starting and stopping.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The output of `npm run demo -- --json`. */
export interface Demo {
  base_url: string;
  graphql_url: string;
  tenants: { id: string; slug: string; tokens: Record<string, string> }[];
  operator: string;
}

export interface Process {
  child: ChildProcessWithoutNullStreams;
  /** Returns what the process has written to stderr so far. */
  stderr: () => string;
  exited: Promise<number | null>;
}

const folders: string[] = [];
const running = new Set<ChildProcessWithoutNullStreams>();

/** Creates a data folder that is removed after the tests. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
  folders.push(folder);
  return folder;
}

/** Runs a program of the project. */
export function launch(
  script: string,
  settings: Record<string, string>,
  ...args: string[]
): Process & { stdout: () => string } {
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], settings);
}

function run(
  command: string,
  args: string[],
  settings: Record<string, string>,
): Process & { stdout: () => string } {
  // The process gets only the environment of a plain shell and not that of the tests.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const child = spawn(command, args, { cwd: ROOT, env });
  running.add(child);
  const [out, err]: string[][] = [[], []];
  child.stdout.on('data', (chunk) => out!.push(String(chunk)));
  child.stderr.on('data', (chunk) => err!.push(String(chunk)));
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, exited, stderr: () => err!.join(''), stdout: () => out!.join('') };
}

/** Starts the service and waits until it is ready. */
export function start(settings: Record<string, string>): Promise<Process> {
  return untilReady(launch('src/main.ts', { LOG_LEVEL: 'error', ...settings }));
}

/** Starts the service with the command line of `npm start` and its memory limits. */
export function startAsNpmDoes(settings: Record<string, string>): Promise<Process> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  return untilReady(run('sh', ['-c', scripts.start], { LOG_LEVEL: 'error', PATH, ...settings }));
}

async function untilReady(service: Process): Promise<Process> {
  const ended = service.exited.then((code) => {
    throw new Error(`the process ended with ${code}: ${service.stderr()}`);
  });
  ended.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    service.child.stderr.on('data', () => /Ctrl-C stops/.test(service.stderr()) && resolve());
  });
  await Promise.race([ready, ended]);
  return service;
}

/** Stops a process with a signal and returns its exit code. */
export async function stop(
  { child, exited }: Process,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal);
  return exited;
}

/** Returns the tokens that the demo command prints. @throws Error with its output when it fails */
export async function demo(settings: Record<string, string>): Promise<Demo> {
  const command = launch('src/cli/demo.ts', settings, '--json');
  const code = await command.exited;
  if (code !== 0) throw new Error(command.stderr());
  return JSON.parse(command.stdout());
}

/** Returns a free port. */
export function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  return once(probe, 'listening').then(() => {
    const { port: free } = probe.address() as { port: number };
    return new Promise((done) => probe.close(() => done(free)));
  });
}

/** Ends all remaining processes and removes the data folders; for afterAll. */
export async function endProcesses(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
