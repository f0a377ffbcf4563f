// Counts the SQL statements of a request in the server's log, while only one peer runs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { RUN } from './dataset/make.ts';

/** Matches the log line of a statement, prepared or not. */
const STATEMENT = /LOG:\s+(?:statement|execute [^:]*): (.*)/;

/** Turns the log of statements on or off for new sessions. */
export async function logStatements(cluster: Cluster, on: boolean): Promise<void> {
  await cluster.query(
    'postgres',
    `alter database ${RUN} ${on ? "set log_statement = 'all'" : 'reset log_statement'}`,
  );
}

/** Returns the beginning of each statement that ran during `work`. */
export async function statementsDuring(cluster: Cluster, work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  let isOpen = false;
  const stop = cluster.listen((line) => {
    const statement = STATEMENT.exec(line)?.[1];
    if (statement !== undefined) found.push(statement);
    // Further lines of a statement begin with a tab.
    else if (isOpen && line.startsWith('\t')) found[found.length - 1] += ` ${line.trim()}`;
    if (!line.startsWith('\t')) isOpen = statement !== undefined;
  });
  try {
    await work();
    // The log is written by other processes, so give it time to arrive.
    await sleep(250);
  } finally {
    stop();
  }
  return found;
}
