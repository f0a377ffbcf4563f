// The part of the worker that delivers: it looks for events and for deliveries that are due, and sends many at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { attempt } from './attempt.ts';
import { fanOut } from './fan-out.ts';
import { type Claim, claim } from './queue.ts';
import { type Load, putBack, settle, takeUp } from './settle.ts';
import { inWorkspace } from './unit.ts';

/** Somebody else may have written what is due, so it is looked for again and again. */
const LOOK_EVERY = 500;
const AFTER_A_FAULT = 2_000;
/** Requests under way in one process. */
const FLIGHTS = 100;
/** Transactions at once: the connections belong to the requests of the service. */
const TURNS = 2;
/** When the process stops, attempts get this long to end; then they are given back. */
const LANDING_MS = 5_000;

export interface Courier {
  /** Sends nothing more, and lets what is under way end. */
  stop(): Promise<void>;
}

/** Starts delivering, until it is stopped. Processes need not know of each other. */
export function startCourier(services: Services, log: Log): Courier {
  const courier = new Deliveries(services, log);
  return { stop: () => courier.stop() };
}

class Deliveries {
  readonly #services: Services;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #givingUp = new AbortController();
  readonly #flights = new Set<Promise<void>>();
  readonly #turns: Promise<unknown>[] = Array.from({ length: TURNS }, () => Promise.resolve());
  readonly #loops: Promise<void>[];
  #turn = 0;
  #wake = new AbortController();

  constructor(services: Services, log: Log) {
    this.#services = services;
    this.#log = log;
    this.#loops = [
      this.#repeat(async () => {
        const taken = await fanOut(services, log);
        if (taken) this.#wake.abort();
        return taken > 0;
      }),
      this.#repeat(
        () => this.#sendDue(),
        () => this.#wake.signal,
      ),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const landed = new AbortController();
    const hurry = sleep(LANDING_MS, undefined, { signal: landed.signal }).then(
      () => this.#givingUp.abort(),
      () => undefined,
    );
    await Promise.all(this.#flights);
    landed.abort();
    await hurry;
  }

  /** Looks again at once while there is something, else after a while or when it is woken. */
  async #repeat(look: () => Promise<boolean>, woken = () => this.#stopping.signal): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await look().then(
        (found) => (found ? 0 : LOOK_EVERY),
        (error) => {
          this.#log.error({ err: error }, 'webhooks could not be looked after');
          return AFTER_A_FAULT;
        },
      );
      const enough = AbortSignal.any([signal, woken()]);
      if (pause) await sleep(pause, undefined, { signal: enough }).catch(() => undefined);
    }
  }

  async #sendDue(): Promise<boolean> {
    this.#wake = new AbortController();
    const room = FLIGHTS - this.#flights.size;
    if (room <= 0) return false;
    const { database, clock } = this.#services;
    const claims = await database.write({}, (tx) => claim(tx, clock.now(), room));
    for (const own of Map.groupBy(claims, ({ workspaceId }) => workspaceId).values()) {
      await this.#launch(own).catch((error) => {
        // Their leases end, and they are tried again; the other workspaces go on.
        this.#log.error({ err: error }, 'the deliveries of a workspace were not taken up');
      });
    }
    return claims.length > 0;
  }

  async #launch(claims: Claim[]): Promise<void> {
    const { workspaceId: tenantId } = claims[0]!;
    const origin = { services: this.#services, log: this.#log, tenantId, requestId: uuid() };
    const loads = await inWorkspace(origin, (ctx) => takeUp(ctx, claims));
    for (const load of loads) {
      const flight = this.#fly(load, origin)
        .catch((error) => {
          // Its lease ends, and it is tried again.
          this.#log.error({ err: error, tenant_id: tenantId }, 'the outcome of a delivery was not written');
        })
        .finally(() => {
          this.#flights.delete(flight);
          this.#wake.abort();
        });
      this.#flights.add(flight);
    }
  }

  async #fly(load: Load, origin: Parameters<typeof inWorkspace>[0]): Promise<void> {
    const result = await attempt(this.#services, load.webhook, load.delivery, this.#givingUp.signal);
    const isGivenUp = this.#givingUp.signal.aborted && result.statusCode === null;
    await this.#inTurn(() =>
      inWorkspace(origin, (ctx) => (isGivenUp ? putBack(ctx, load) : settle(ctx, load, result))),
    );
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = (this.#turn + 1) % TURNS;
    const done = this.#turns[this.#turn]!.then(work);
    this.#turns[this.#turn] = done.catch(() => undefined);
    return done;
  }
}
