// Maintenance and banners as this process knows them: kept in memory, because every request asks (platform.md §1 step 6).
import type { Clock } from '../clock.ts';
import type { Database } from '../db/knex.ts';
import { ServiceError } from '../errors.ts';
import { PLATFORM_WORKSPACE } from './operators.ts';
import type { Principal } from './principal.ts';

/** Told to every process when operators have set maintenance or a banner. */
export const NOTICES_CHANNEL = 'platform_notices_changed';

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

/** What the people of a workspace see. */
export interface Banner {
  title: string;
  body: string;
  severity: 'info' | 'degraded' | 'outage' | 'maintenance';
  startsAt: Date;
  endsAt: Date | null;
}

const BANNERS_SQL = `select title, body, severity, workspace_ids as "workspaceIds", starts_at as "startsAt", ends_at as "endsAt"
  from incident_banners where tenant_id = $1 and deleted_at is null and (ends_at is null or ends_at > $2)
  order by array_position(array['outage', 'degraded', 'maintenance', 'info'], severity), starts_at desc limit 1000`;

/** The most banners that a workspace sees. */
const MAX_BANNERS = 20;

export class PlatformNotices {
  readonly #database: Pick<Database, 'read'>;
  readonly #clock: Clock;
  #windows: readonly MaintenanceWindow[] = [];
  #banners: readonly (Banner & { workspaceIds: string[] | null })[] = [];

  constructor(database: Pick<Database, 'read'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Reads what operators have set, and applies it to the next request. */
  async reload(): Promise<void> {
    const now = this.#clock.now();
    await this.#database.read({ tenantId: PLATFORM_WORKSPACE }, async (tx) => {
      this.#windows = await tx.rows<MaintenanceWindow>(WINDOWS_SQL, [now]);
      this.#banners = await tx.rows<Banner & { workspaceIds: string[] | null }>(BANNERS_SQL, [
        PLATFORM_WORKSPACE,
        now,
      ]);
    });
  }

  /** Returns the banners that a workspace sees now, the gravest first. */
  bannersOf(tenantId: string): Banner[] {
    const now = this.#clock.now();
    return this.#banners
      .filter(
        ({ workspaceIds, startsAt, endsAt }) =>
          startsAt <= now &&
          (endsAt === null || endsAt > now) &&
          (workspaceIds === null || workspaceIds.includes(tenantId)),
      )
      .slice(0, MAX_BANNERS);
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
