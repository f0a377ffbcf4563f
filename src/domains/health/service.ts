// Whether the process lives, and whether what it needs is there.
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { ServiceError } from '../../errors.ts';
import { queueLag } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { VERSION } from '../../version.ts';

/** A check that takes longer has failed: a probe does not wait. */
const PATIENCE = 3_000;
const MAX_LAG_SECONDS = 300;
/** Less would not hold the next log and temporary files. */
const MIN_FREE_BYTES = 256 * 2 ** 20;

interface Finding {
  ok: boolean;
  detail: string;
}

interface Check extends Omit<Finding, 'detail'> {
  name: string;
  detail: string | null;
}

/** That the process answers. */
export function health(): { status: string; version: string; uptimeSeconds: number } {
  return { status: 'ok', version: VERSION, uptimeSeconds: Math.floor(process.uptime()) };
}

/**
 * Looks at everything that a request needs. Findings are told to operators only.
 * @throws ServiceError SERVICE_UNAVAILABLE with all checks when one fails
 */
export async function readiness(ctx: Context): Promise<{ status: string; checks: Check[] }> {
  const found = await Promise.all(Object.entries(CHECKS).map(([name, check]) => look(name, check, ctx)));
  const checks = found.map((one) => ({ ...one, detail: ctx.principal.isOperator ? one.detail : null }));
  const failed = found.filter(({ ok }) => !ok).map(({ name }) => name);
  if (failed.length === 0) return { status: 'ready', checks };
  throw new ServiceError('SERVICE_UNAVAILABLE', `Not ready: ${failed.join(', ')}.`, {
    details: { checks },
    headers: { 'retry-after': '5' },
  });
}

async function look(
  name: string,
  check: (services: Services) => Promise<Finding>,
  ctx: Context,
): Promise<Check> {
  const waited = new AbortController();
  const late = sleep(
    PATIENCE,
    { ok: false, detail: `no answer in ${PATIENCE} ms` },
    { signal: waited.signal },
  );
  try {
    return { name, ...(await Promise.race([check(ctx.services), late])) };
  } catch (error) {
    ctx.log.warn({ err: error, check: name }, 'a readiness check failed');
    return { name, ok: false, detail: (error as Error).message };
  } finally {
    late.catch(() => undefined);
    waited.abort();
  }
}

/** Each in a transaction of its own: the failure of one would end that of the others. */
const CHECKS: Record<string, (services: Services) => Promise<Finding>> = {
  async database({ database }) {
    await database.read({}, ({ db }) => db.raw('select 1'));
    return { ok: true, detail: 'answers' };
  },
  async migrations({ database }) {
    const pending = await database.read({}, ({ db }) => pendingMigrations(db));
    return {
      ok: pending.length === 0,
      detail: pending.length ? `missing: ${pending.join(', ')}` : 'up to date',
    };
  },
  async queue_lag_seconds({ database }) {
    const lag = await database.read({}, ({ db }) => queueLag(db));
    return { ok: lag < MAX_LAG_SECONDS, detail: String(Math.round(lag)) };
  },
  async signing_keys({ database }) {
    const { rows } = await database.read({}, ({ db }) =>
      db.raw('select count(*) as active from signing_keys where retired_at is null'),
    );
    return { ok: rows[0].active > 0, detail: `${rows[0].active} active` };
  },
  async disk({ config }) {
    const { bavail, bsize } = await statfs(config.dataDir);
    const free = bavail * bsize;
    return { ok: free >= MIN_FREE_BYTES, detail: `${(free / 2 ** 30).toFixed(1)} GiB free` };
  },
};
