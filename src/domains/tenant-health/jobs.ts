// The daily snapshot of the health of every workspace.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { dayOf } from '../days.ts';
import { inWorkspace } from '../in-workspace.ts';
import { readFigures } from './figures.ts';

/** The time of day of the snapshot, in the time zone of the workspace. */
const TAKEN_AT = '02:00';

/**
 * Takes the snapshot of the day in every workspace where it is 02:00 or later and none was taken; runs every minute.
 * Days on which no service ran have none.
 */
export async function takeHealthSnapshots(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) =>
    db('tenants').whereNot({ status: 'platform' }).select('id', 'time_zone').orderBy('id'),
  );
  const now = services.clock.now();
  for (const { id: tenantId, time_zone: timeZone } of tenants) {
    if (signal?.aborted) return;
    const time = now.toLocaleTimeString('sv', { timeZone, hour: '2-digit', minute: '2-digit' });
    if (time < TAKEN_AT) continue;
    const origin = { services, log, tenantId, requestId: 'take_health_snapshots' };
    await inWorkspace(origin, (ctx) => takeSnapshot(ctx, timeZone));
  }
}

async function takeSnapshot(ctx: TenantContext, timeZone: string): Promise<void> {
  const day = dayOf(ctx.now, timeZone);
  const taken = await ctx.tx.rows(
    'select from tenant_health_snapshots where tenant_id = $1 and date = $2::date',
    [ctx.tenantId, day],
  );
  if (taken.length) return;
  const figures = await readFigures(ctx, timeZone);
  await ctx.tx.rows(
    `insert into tenant_health_snapshots (tenant_id, id, date, figures, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) on conflict (tenant_id, date) do nothing`,
    [ctx.tenantId, uuid(), day, JSON.stringify(figures), ctx.now],
  );
}
