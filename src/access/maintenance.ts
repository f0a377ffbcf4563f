// The times of maintenance as this process knows them: kept in memory, because every request asks (platform.md §1 step 6).
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import type { Principal } from './principal.ts';

/** Told to every process when maintenance was set. */
export const MAINTENANCE_CHANNEL = 'maintenance_changed';

/** How long callers wait who do not know the end. */
const RETRY_SECONDS = 300;

export interface MaintenanceWindow {
  id: string;
  /** Null for the whole platform. */
  workspaceId: string | null;
  mode: 'read_only' | 'full';
  message: string | null;
  startsAt: Date;
  endsAt: Date | null;
}

export const WINDOWS_SQL = `select id, workspace_id as "workspaceId", mode, message, starts_at as "startsAt", ends_at as "endsAt"
  from maintenance_windows where ends_at is null or ends_at > $1 order by starts_at, id`;

export class MaintenanceTimes {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  #windows: readonly MaintenanceWindow[] = [];

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Reads what operators have set, and applies it to the next request. */
  async reload(): Promise<void> {
    const { rows } = await this.#pool.query<MaintenanceWindow>(WINDOWS_SQL, [this.#clock.now()]);
    this.#windows = rows;
  }

  /** Refuses a call during maintenance; operators pass. @throws MAINTENANCE with Retry-After */
  assertOpen(
    { tenantId, operatorRole }: Pick<Principal, 'tenantId' | 'operatorRole'>,
    isWrite: boolean,
  ): void {
    if (this.#windows.length === 0 || operatorRole) return;
    const now = this.#clock.now();
    const closed = this.#windows.find(
      ({ workspaceId, mode, startsAt, endsAt }) =>
        (workspaceId === null || workspaceId === tenantId) &&
        (mode === 'full' || isWrite) &&
        startsAt <= now &&
        (endsAt === null || endsAt > now),
    );
    if (!closed) return;
    const { mode, message, endsAt } = closed;
    const seconds = endsAt ? Math.ceil((endsAt.getTime() - now.getTime()) / 1000) : RETRY_SECONDS;
    throw new ServiceError('MAINTENANCE', message ?? undefined, {
      details: { mode, ends_at: endsAt?.toISOString() ?? null },
      headers: { 'retry-after': String(seconds) },
    });
  }
}
