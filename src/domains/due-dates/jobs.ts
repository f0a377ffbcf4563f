// What happens when a day is over or a timer has run too long: overdue tasks and invoices, expired quotes, stopped timers.
// Reads judge lateness by the clock and do not depend on this; it writes the events, once for each record.
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { dayOf } from '../days.ts';
import { inWorkspace } from '../in-workspace.ts';
import { invoiceKind } from '../invoices/kind.ts';
import { quoteKind } from '../quotes/kind.ts';
import type { WritableKind } from '../records/kind.ts';
import { taskKind } from '../tasks/kind.ts';
import { stopLongTimers } from '../time-entries/timer.ts';

/** Records in one transaction; small, so that no lock is held for long. */
const BATCH = 200;

/** A day that passes, and the event of it. */
interface DueDate {
  kind: WritableKind;
  event: EventType;
  /** The column with the time of the event, which makes it happen once. */
  mark: string;
  /** A condition on the row `d`; `$2` is today in the workspace. */
  where: string;
}

const DUE_DATES = [
  {
    kind: taskKind,
    event: 'task.overdue',
    mark: 'overdue_at',
    where: `d.status not in ('done', 'cancelled') and d.due_date < $2::date`,
  },
  {
    kind: quoteKind,
    event: 'quote.expired',
    mark: 'expired_at',
    where: `d.status = 'sent' and d.valid_until < $2::date`,
  },
  {
    kind: invoiceKind,
    event: 'invoice.overdue',
    mark: 'overdue_at',
    where: `d.document_type = 'invoice' and d.status in ('issued', 'partially_paid') and d.due_date < $2::date`,
  },
] as unknown as readonly DueDate[];

/** Writes the events of days that are over and stops timers in every workspace; runs every minute. */
export async function sweepDueDates(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) =>
    db('tenants').select('id', 'time_zone').orderBy('id'),
  );
  for (const { id: tenantId, time_zone: timeZone } of tenants) {
    if (signal?.aborted) return;
    const origin = { services, log, tenantId, requestId: 'sweep_due_dates' };
    await inWorkspace(origin, stopLongTimers);
    for (const dueDate of DUE_DATES)
      while (!signal?.aborted) {
        const count = await inWorkspace(origin, (ctx) => emitPassed(ctx, dueDate, dayOf(ctx.now, timeZone)));
        if (count < BATCH) break;
      }
  }
}

/** Marks records whose day is over and writes their events. Another process skips the records that this one has locked. */
async function emitPassed(
  ctx: TenantContext,
  { kind, event, mark, where }: DueDate,
  today: string,
): Promise<number> {
  const table = kind.model.tableName;
  const rows = await ctx.tx.rows<object>(
    `update ${table} t set ${mark} = $3 where t.tenant_id = $1 and t.${mark} is null and t.id = any(array(
       select d.id from ${table} d where d.tenant_id = $1 and d.deleted_at is null and d.${mark} is null and ${where}
       order by d.id limit ${BATCH} for update skip locked))
     returning t.*`,
    [ctx.tenantId, today, ctx.now],
  );
  const records = rows.map((row) => kind.model.fromDatabaseJson(row) as InstanceType<typeof kind.model>);
  await settleAll(
    records.map((record) =>
      emit(ctx, event, {
        object: record,
        label: record[kind.title as keyof typeof record] as string,
        links: kind.links(record),
      }),
    ),
  );
  return records.length;
}
