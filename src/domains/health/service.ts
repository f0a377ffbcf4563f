// Liveness of the process and readiness of everything it depends on.
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { ServiceError } from '../../errors.ts';
import { queueLag } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { VERSION } from '../../version.ts';

/** A check that takes longer than this fails, because probes time out. */
const TIMEOUT_MS = 3_000;
const MAX_LAG_SECONDS = 300;
/** Minimum free disk space for logs and temporary files. */
const MIN_FREE_BYTES = 256 * 2 ** 20;

interface CheckResult {
  ok: boolean;
  detail: string;
}

interface Check extends Omit<CheckResult, 'detail'> {
  name: string;
  detail: string | null;
}

/** Returns that the process is alive, with its version and uptime. */
export function health(): { status: string; version: string; uptimeSeconds: number } {
  return { status: 'ok', version: VERSION, uptimeSeconds: Math.floor(process.uptime()) };
}

/**
 * Checks everything that a request depends on. Only operators see the details.
 * @throws ServiceError SERVICE_UNAVAILABLE with all checks if any fails
 */
export async function readiness(ctx: Context): Promise<{ status: string; checks: Check[] }> {
  const results = await Promise.all(
    Object.entries(CHECKS).map(([name, check]) => runCheck(name, check, ctx)),
  );
  const checks = results.map((result) => ({
    ...result,
    detail: ctx.principal.operatorRole ? result.detail : null,
  }));
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  if (failed.length === 0) return { status: 'ready', checks };
  throw new ServiceError('SERVICE_UNAVAILABLE', `Not ready: ${failed.join(', ')}.`, {
    details: { checks },
    headers: { 'retry-after': '5' },
  });
}

async function runCheck(
  name: string,
  check: (services: Services) => Promise<CheckResult>,
  ctx: Context,
): Promise<Check> {
  const timer = new AbortController();
  const timeout = sleep(
    TIMEOUT_MS,
    { ok: false, detail: `no answer in ${TIMEOUT_MS} ms` },
    { signal: timer.signal },
  );
  try {
    return { name, ...(await Promise.race([check(ctx.services), timeout])) };
  } catch (error) {
    ctx.log.warn({ err: error, check: name }, 'a readiness check failed');
    return { name, ok: false, detail: (error as Error).message };
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
}

/** The checks. They use the auxiliary pool, so that they answer while requests wait for a connection. */
const CHECKS: Record<string, (services: Services) => Promise<CheckResult>> = {
  async database({ database }) {
    await database.auxiliaryPool.query('select 1');
    return { ok: true, detail: 'answers' };
  },
  async migrations({ database }) {
    const pending = await pendingMigrations(database.auxiliaryPool);
    return {
      ok: pending.length === 0,
      detail: pending.length ? `missing: ${pending.join(', ')}` : 'up to date',
    };
  },
  async queue_lag_seconds({ database }) {
    const lag = await queueLag(database.auxiliaryPool);
    return { ok: lag < MAX_LAG_SECONDS, detail: String(Math.round(lag)) };
  },
  async signing_keys({ database }) {
    const { rows } = await database.auxiliaryPool.query<{ active: number }>(
      "select count(*)::int as active from signing_keys where purpose = 'access' and retired_at is null",
    );
    return { ok: rows[0]!.active > 0, detail: `${rows[0]!.active} active` };
  },
  async disk({ config }) {
    const { bavail, bsize } = await statfs(config.dataDir);
    const free = bavail * bsize;
    return { ok: free >= MIN_FREE_BYTES, detail: `${(free / 2 ** 30).toFixed(1)} GiB free` };
  },
};
