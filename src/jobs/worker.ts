// Runs jobs: the handlers of the domains, the schedule, and the worker of this process.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { watchTokens } from '../domains/api-access/jobs.ts';
import { purgeConversations } from '../domains/assistant/jobs.ts';
import { audit } from '../domains/audit/jobs.ts';
import { sealAllWorkspaces } from '../domains/audit/seal.ts';
import { sendPasswordReset } from '../domains/auth/password-reset.ts';
import { batchJobs } from '../domains/batches/run.ts';
import { billing, watchSubscriptions } from '../domains/billing/jobs.ts';
import { callRecordings, eraseExpiredRecordings } from '../domains/call-recordings/jobs.ts';
import { campaigns, watchCampaigns } from '../domains/campaigns/jobs.ts';
import { clients } from '../domains/clients/jobs.ts';
import { communications, sendDueCommunications } from '../domains/communications/jobs.ts';
import { eraseArchivedFields } from '../domains/custom-fields/jobs.ts';
import { sweepDueDates } from '../domains/due-dates/jobs.ts';
import { scanForDuplicates } from '../domains/duplicates/jobs.ts';
import { reportEndedImpersonations } from '../domains/impersonations/jobs.ts';
import { sweepImports } from '../domains/imports/expiry.ts';
import { imports } from '../domains/imports/jobs.ts';
import { sendNotificationMails } from '../domains/notifications/jobs.ts';
import { outreach, queueOutreachSteps } from '../domains/outreach/jobs.ts';
import { eraseDeletedTenants } from '../domains/platform-tenants/erasure.ts';
import { exportJobs } from '../domains/platform-tenants/export.ts';
import { privacyJobs } from '../domains/privacy-requests/jobs.ts';
import { proposals } from '../domains/proposals/jobs.ts';
import { renderings } from '../domains/renderings/jobs.ts';
import { signing, watchEnvelopes } from '../domains/signing/jobs.ts';
import { sweepTickets } from '../domains/support/jobs.ts';
import { takeHealthSnapshots } from '../domains/tenant-health/jobs.ts';
import { tenants } from '../domains/tenants/jobs.ts';
import { startWebhookDispatcher } from '../domains/webhooks/dispatcher.ts';
import { webhooks } from '../domains/webhooks/jobs.ts';
import { moveFile, sweepFiles } from '../files/sweep.ts';
import type { Log } from '../log.ts';
import { sendQueuedMail } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { watchAbandonedJobs } from './abandoned-jobs.ts';
import type { JobHandler } from './job.ts';
import { purgeExpired } from './purge.ts';
import type { StoredJob } from './queue.ts';
import { QueueControl } from './queue-control.ts';

/** The handlers by name; each domain exports its own from its `jobs.ts`. */
const HANDLERS: Record<string, JobHandler> = {
  ...audit,
  ...batchJobs,
  ...billing,
  ...callRecordings,
  ...campaigns,
  ...clients,
  ...communications,
  ...imports,
  ...outreach,
  ...exportJobs,
  ...privacyJobs,
  ...proposals,
  ...renderings,
  ...signing,
  ...tenants,
  ...webhooks,
  move_file: moveFile,
};

/** Scheduled tasks, with cron expressions in UTC; each runs once for all processes. */
const SCHEDULE = [
  { task: 'erase_archived_fields', match: '41 * * * *', options: { maxAttempts: 3 } },
  { task: 'erase_deleted_tenants', match: '*/10 * * * *', options: { maxAttempts: 1, queueName: 'tenants' } },
  { task: 'purge_expired', match: '17 * * * *', options: { maxAttempts: 3 } },
  { task: 'watch_campaigns', match: '* * * * *', options: { maxAttempts: 1, queueName: 'campaigns' } },
  { task: 'watch_envelopes', match: '* * * * *', options: { maxAttempts: 1, queueName: 'signing' } },
  { task: 'watch_subscriptions', match: '* * * * *', options: { maxAttempts: 1, queueName: 'billing' } },
  { task: 'watch_tokens', match: '7 * * * *', options: { maxAttempts: 3 } },
  { task: 'sweep_files', match: '* * * * *', options: { maxAttempts: 1, queueName: 'files' } },
  {
    task: 'send_due_communications',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'communications' },
  },
  {
    task: 'queue_outreach_steps',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'outreach' },
  },
  {
    task: 'report_ended_impersonations',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'impersonations' },
  },
  { task: 'sweep_imports', match: '* * * * *', options: { maxAttempts: 1, queueName: 'imports' } },
  { task: 'sweep_due_dates', match: '* * * * *', options: { maxAttempts: 1, queueName: 'due-dates' } },
  { task: 'sweep_tickets', match: '* * * * *', options: { maxAttempts: 1, queueName: 'support' } },
  {
    task: 'erase_expired_recordings',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'recordings' },
  },
  {
    task: 'take_health_snapshots',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'tenant-health' },
  },
  { task: 'seal_audit', match: '* * * * *', options: { maxAttempts: 1, queueName: 'audit' } },
  {
    task: 'send_notification_mails',
    match: '* * * * *',
    options: { maxAttempts: 1, queueName: 'notifications' },
  },
  { task: 'purge_conversations', match: '47 * * * *', options: { maxAttempts: 3 } },
  { task: 'scan_for_duplicates', match: '*/5 * * * *', options: { maxAttempts: 1, queueName: 'duplicates' } },
];

const CONCURRENCY = 4;
/** One connection for each running job, and one each for the listener, the schedule and the pool's advisory lock. */
const CONNECTIONS = CONCURRENCY + 3;
const RESTART_AFTER_MS = 1_000;
/** Running jobs get this long to finish when the worker stops; the connections get as long to close. */
const STOP_WITHIN_MS = 20_000;

export interface Worker {
  /** Takes no more jobs, finishes the running ones, and closes the database connections. */
  stop(): Promise<void>;
}

/** A worker that runs until it fails or loses a connection. */
interface WorkerRun extends Worker {
  ended: Promise<unknown>;
}

/**
 * Starts the worker of this process.
 * @param databaseUrl URL of the owner of the tables, including those of the queue
 * @param handlers added to those of the domains; for tests
 */
export async function startWorker(
  services: Services,
  databaseUrl: string,
  log: Log,
  handlers: Record<string, JobHandler> = {},
): Promise<Worker> {
  const control = new QueueControl(services.database, log);
  const tasks = controlled(tasksOf(services, log, { ...HANDLERS, ...handlers }), control);
  const jobs = await supervise(() => startRun(databaseUrl, tasks, control, log), log);
  const dispatcher = startWebhookDispatcher(services, log);
  return {
    async stop() {
      await Promise.all([jobs.stop(), dispatcher.stop()]);
      await control.flush();
    },
  };
}

async function startRun(
  connectionString: string,
  taskList: TaskList,
  control: QueueControl,
  log: Log,
): Promise<WorkerRun> {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'platform-jobs',
    connectionTimeoutMillis: 5_000,
  });
  const connectionLost = new Promise<void>((resolve) => {
    pool.on('error', () => resolve());
    pool.on('connect', (client) => client.on('error', () => resolve()));
  });
  const events: WorkerEvents = new EventEmitter();
  let workerPoolId = '';
  events.once('pool:create', ({ workerPool }) => {
    workerPoolId = workerPool.id;
  });
  // If it cannot mark two ended jobs at once, the library begins a shutdown that never finishes.
  const shutdownBegun = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => resolve());
  });
  const runner = await run({
    pgPool: pool,
    events,
    taskList,
    parsedCronItems: parseCronItems(SCHEDULE),
    concurrency: CONCURRENCY,
    forbiddenFlags: () => control.blocked(),
    noHandleSignals: true,
    // Without batching the library does not wait until an ended job is marked: stopping could leave the job locked for
    // four hours, and a failure to mark it would be an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerOf(log),
  }).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const abandonedJobs = await watchAbandonedJobs(pool, workerPoolId, log).catch(async (error) => {
    await waitAtMost(STOP_WITHIN_MS, runner.stop());
    await waitAtMost(STOP_WITHIN_MS, pool.end());
    throw error;
  });
  return {
    ended: Promise.race([runner.promise.catch(() => undefined), connectionLost, shutdownBegun]),
    async stop() {
      // A runner that has already ended rejects, which is ignored.
      await waitAtMost(STOP_WITHIN_MS, runner.stop());
      abandonedJobs.stop();
      await waitAtMost(STOP_WITHIN_MS, pool.end());
    },
  };
}

/** Waits for work that may fail or hang, as after a lost connection; errors are ignored. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  await Promise.race([
    work.catch(() => undefined),
    sleep(milliseconds, undefined, { signal: done.signal }).catch(() => undefined),
  ]);
  done.abort();
}

/**
 * Restarts the worker when it ends. The library stops when it cannot mark a job as done or failed, and can hang when it
 * loses a connection; in both cases a new worker starts, with new connections.
 */
async function supervise(start: () => Promise<WorkerRun>, log: Log): Promise<Worker> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  let current: WorkerRun | undefined = await start();
  const watch = async (): Promise<void> => {
    for (;;) {
      await Promise.race([current?.ended, stopped]);
      if (signal.aborted) return;
      log.warn({ retryInMs: RESTART_AFTER_MS }, 'the job worker ended unexpectedly and is restarted');
      const former = current;
      current = undefined;
      // Give the library time to release its lost connections: if stopped meanwhile, it releases them twice and throws.
      await sleep(RESTART_AFTER_MS, undefined, { signal }).catch(() => undefined);
      // The former worker finishes its own jobs; this loop does not wait for them.
      void former?.stop();
      if (signal.aborted) return;
      current = await start().catch((error: Error) => {
        log.error({ error: error.message }, 'the job worker could not be started');
        return undefined;
      });
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      await current?.stop();
    },
  };
}

/** Lets operators pause the tasks and limit how many run. */
function controlled(tasks: TaskList, control: QueueControl): TaskList {
  const scheduled = new Set(SCHEDULE.map(({ task }) => task));
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown, helpers: JobHelpers) =>
      control.run(name, scheduled.has(name), async () => task!(payload as never, helpers as never)),
  ]);
  return Object.fromEntries(entries);
}

function tasksOf(services: Services, log: Log, handlers: Record<string, JobHandler>): TaskList {
  const tasks: TaskList = {
    purge_expired: (_payload, { withPgClient }) =>
      withPgClient((client) => purgeExpired(client, services.clock.now(), log)),
    send_due_communications: (_payload, { abortSignal }) => sendDueCommunications(services, log, abortSignal),
    queue_outreach_steps: (_payload, { abortSignal }) => queueOutreachSteps(services, log, abortSignal),
    erase_expired_recordings: (_payload, { abortSignal }) =>
      eraseExpiredRecordings(services, log, abortSignal),
    erase_deleted_tenants: (_payload, { abortSignal }) => eraseDeletedTenants(services, log, abortSignal),
    watch_subscriptions: (_payload, { abortSignal }) => watchSubscriptions(services, log, abortSignal),
    watch_tokens: (_payload, { abortSignal }) => watchTokens(services, log, abortSignal),
    erase_archived_fields: (_payload, { abortSignal }) => eraseArchivedFields(services, log, abortSignal),
    send_notification_mails: (_payload, { abortSignal }) => sendNotificationMails(services, log, abortSignal),
    purge_conversations: () => purgeConversations(services, log),
    scan_for_duplicates: (_payload, { abortSignal }) => scanForDuplicates(services, log, abortSignal),
    sweep_files: (_payload, { abortSignal }) => sweepFiles(services, log, abortSignal),
    report_ended_impersonations: (_payload, { abortSignal }) =>
      reportEndedImpersonations(services, log, abortSignal),
    sweep_imports: (_payload, { abortSignal }) => sweepImports(services, log, abortSignal),
    sweep_due_dates: (_payload, { abortSignal }) => sweepDueDates(services, log, abortSignal),
    sweep_tickets: (_payload, { abortSignal }) => sweepTickets(services, log, abortSignal),
    take_health_snapshots: (_payload, { abortSignal }) => takeHealthSnapshots(services, log, abortSignal),
    seal_audit: (_payload, { abortSignal }) => sealAllWorkspaces(services, log, abortSignal),
    watch_campaigns: (_payload, { abortSignal }) => watchCampaigns(services, log, abortSignal),
    watch_envelopes: (_payload, { abortSignal }) => watchEnvelopes(services, log, abortSignal),
    send_password_reset: (stored) => sendPasswordReset(services, stored as never, log),
    send_mail: (stored) => sendQueuedMail(services, stored as never, log),
  };
  for (const [name, handle] of Object.entries(handlers)) {
    tasks[name] = async (stored, { job, abortSignal }) => {
      const { tenantId, requestId, payload } = stored as StoredJob;
      const context = {
        services,
        log,
        tenantId,
        requestId,
        jobId: job.id,
        attempt: job.attempts,
        signal: abortSignal,
      };
      await handle(context, payload as never);
    };
  }
  return tasks;
}

/** Forwards the library's messages to our log; messages about single jobs have level debug. */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const logLine = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug;
    logLine.call(log, { job: scope.taskIdentifier, job_id: scope.jobId, err: meta?.error }, message);
  });
}
