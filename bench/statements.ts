// The SQL statements of a request: counted in the server's log while one peer answers and nobody else is there.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { RUN } from './dataset/make.ts';

/** What PostgreSQL logs when it runs a statement, named or not. */
const STATEMENT = /LOG:\s+(?:statement|execute [^:]*): (.*)/;

/** Sessions that begin from now on have their statements logged. */
export async function logStatements(cluster: Cluster, on: boolean): Promise<void> {
  await cluster.query(
    'postgres',
    `alter database ${RUN} ${on ? "set log_statement = 'all'" : 'reset log_statement'}`,
  );
}

/** Statements that ran during `work`, each by its beginning. */
export async function statementsDuring(cluster: Cluster, work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  let isOpen = false;
  const stop = cluster.listen((line) => {
    const statement = STATEMENT.exec(line)?.[1];
    if (statement !== undefined) found.push(statement);
    // A statement of several lines goes on behind a tab.
    else if (isOpen && line.startsWith('\t')) found[found.length - 1] += ` ${line.trim()}`;
    if (!line.startsWith('\t')) isOpen = statement !== undefined;
  });
  try {
    await work();
    // The log is written by other processes.
    await sleep(250);
  } finally {
    stop();
  }
  return found;
}
