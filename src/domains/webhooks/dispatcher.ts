// The webhook dispatcher: polls for new events and due deliveries, and sends many of them concurrently.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { sendRequest } from './attempt.ts';
import { fanOut } from './fan-out.ts';
import { type Claim, claimDue } from './queue.ts';
import { type ClaimedDelivery, loadClaimed, recordOutcome, returnClaim } from './record-outcome.ts';

/** Any process may queue deliveries, so the queue is polled. */
const POLL_INTERVAL_MS = 500;
const PAUSE_AFTER_ERROR_MS = 2_000;
/** Concurrent requests of one process. */
const MAX_IN_FLIGHT = 100;
/** Concurrent transactions that record outcomes: most connections are left to API requests. */
const MAX_TRANSACTIONS = 2;
/** When the process stops, attempts have this long to end; then they are aborted and their claims returned. */
const STOP_GRACE_MS = 5_000;

export interface WebhookDispatcher {
  /** Sends nothing more and waits for the requests in flight. */
  stop(): Promise<void>;
}

/** Starts delivering until it is stopped. Any number of processes may run a dispatcher. */
export function startWebhookDispatcher(services: Services, log: Log): WebhookDispatcher {
  const loop = new DispatchLoop(services, log);
  return { stop: () => loop.stop() };
}

class DispatchLoop {
  readonly #services: Services;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #abortRequests = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #transactionQueues: Promise<unknown>[] = Array.from({ length: MAX_TRANSACTIONS }, () =>
    Promise.resolve(),
  );
  readonly #loops: Promise<void>[];
  #nextQueue = 0;
  #wake = new AbortController();

  constructor(services: Services, log: Log) {
    this.#services = services;
    this.#log = log;
    this.#loops = [
      this.#poll(async () => {
        const eventCount = await fanOut(services, log);
        if (eventCount) this.#wake.abort();
        return eventCount > 0;
      }),
      this.#poll(
        () => this.#sendDue(),
        () => this.#wake.signal,
      ),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const allEnded = new AbortController();
    const deadline = sleep(STOP_GRACE_MS, undefined, { signal: allEnded.signal }).then(
      () => this.#abortRequests.abort(),
      () => undefined,
    );
    await Promise.all(this.#inFlight);
    allEnded.abort();
    await deadline;
  }

  /** Repeats a step at once while it finds work, else after the poll interval or when it is woken. */
  async #poll(step: () => Promise<boolean>, wakeSignal = () => this.#stopping.signal): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await step().then(
        (found) => (found ? 0 : POLL_INTERVAL_MS),
        (error) => {
          this.#log.error({ err: error }, 'polling for webhook deliveries failed');
          return PAUSE_AFTER_ERROR_MS;
        },
      );
      const wake = AbortSignal.any([signal, wakeSignal()]);
      if (pause) await sleep(pause, undefined, { signal: wake }).catch(() => undefined);
    }
  }

  async #sendDue(): Promise<boolean> {
    this.#wake = new AbortController();
    const capacity = MAX_IN_FLIGHT - this.#inFlight.size;
    if (capacity <= 0) return false;
    const { database, clock } = this.#services;
    const claims = await database.write({}, (tx) => claimDue(tx, clock.now(), capacity));
    for (const workspaceClaims of Map.groupBy(claims, ({ workspaceId }) => workspaceId).values()) {
      await this.#sendClaimed(workspaceClaims).catch((error) => {
        // Their leases expire and they are retried; the other workspaces continue.
        this.#log.error({ err: error }, 'the claimed deliveries of a workspace could not be loaded');
      });
    }
    return claims.length > 0;
  }

  async #sendClaimed(claims: Claim[]): Promise<void> {
    const { workspaceId: tenantId } = claims[0]!;
    const origin = { services: this.#services, log: this.#log, tenantId, requestId: uuid() };
    const deliveries = await inWorkspace(origin, (ctx) => loadClaimed(ctx, claims));
    for (const claimed of deliveries) {
      const request = this.#deliver(claimed, origin)
        .catch((error) => {
          // Its lease expires and it is retried.
          this.#log.error(
            { err: error, tenant_id: tenantId },
            'the outcome of a delivery could not be recorded',
          );
        })
        .finally(() => {
          this.#inFlight.delete(request);
          this.#wake.abort();
        });
      this.#inFlight.add(request);
    }
  }

  async #deliver(claimed: ClaimedDelivery, origin: Parameters<typeof inWorkspace>[0]): Promise<void> {
    const result = await sendRequest(
      this.#services,
      claimed.webhook,
      claimed.delivery,
      this.#abortRequests.signal,
    );
    const wasAborted = this.#abortRequests.signal.aborted && result.statusCode === null;
    await this.#limitTransactions(() =>
      inWorkspace(origin, (ctx) =>
        wasAborted ? returnClaim(ctx, claimed) : recordOutcome(ctx, claimed, result),
      ),
    );
  }

  #limitTransactions(work: () => Promise<void>): Promise<void> {
    this.#nextQueue = (this.#nextQueue + 1) % MAX_TRANSACTIONS;
    const done = this.#transactionQueues[this.#nextQueue]!.then(work);
    this.#transactionQueues[this.#nextQueue] = done.catch(() => undefined);
    return done;
  }
}
