// The running timer of a person: a time entry whose minutes are counted when it stops.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { dayOf } from '../days.ts';
import { changeRecord, insertRecord, type Locked } from '../records/verbs.ts';
import { taskById } from '../tasks/loaders.ts';
import { TimeEntry } from './model.ts';
import { readRateSource } from './rates.ts';
import { MAX_TIMER_MINUTES, timerMinutes } from './rules.ts';
import { placeOf, timeEntryKind } from './service.ts';

export interface TimerInput {
  action: 'start' | 'stop' | 'discard';
  switch?: boolean | null;
  note?: string | null;
}

type TimerAnswer = TimeEntry & { outcome: 'created' | 'stopped' | 'discarded' };

const answer = (entry: TimeEntry, outcome: TimerAnswer['outcome']): TimerAnswer =>
  Object.assign(entry, { outcome }) as TimerAnswer;

/**
 * Starts, stops or discards the timer of the caller.
 * @throws NOT_FOUND; TIMER_RUNNING with the running one; CONFLICT no_timer
 */
export async function switchTimer(
  ctx: TenantContext,
  taskId: string,
  input: TimerInput,
): Promise<TimerAnswer> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [
    `timer:${ctx.tenantId}:${ctx.principal.id}`,
  ]);
  const running = await runningTimer(ctx);
  if (input.action === 'start') return startTimer(ctx, taskId, input, running);
  // In a cancelled project no timer starts, but one that runs can still be stopped.
  if (!(await taskById(ctx, taskId))) fail('NOT_FOUND');
  if (!running || running.taskId !== taskId)
    fail('CONFLICT', 'No timer of yours runs on this task.', { details: { reason: 'no_timer' } });
  if (input.action === 'stop') return answer(await stopTimer(ctx, running, input.note), 'stopped');
  const discarded = await changeRecord(
    ctx,
    timeEntryKind,
    running,
    { deletedAt: ctx.now, running: false, minutes: 1 },
    { event: 'time_entry.deleted', links: [] },
  );
  return answer(discarded, 'discarded');
}

async function runningTimer(ctx: TenantContext): Promise<Locked<TimeEntry> | undefined> {
  return (await TimeEntry.live(ctx).where({ userId: ctx.principal.id, running: true }).forUpdate().first()) as
    | Locked<TimeEntry>
    | undefined;
}

async function startTimer(
  ctx: TenantContext,
  taskId: string,
  input: TimerInput,
  running: Locked<TimeEntry> | undefined,
): Promise<TimerAnswer> {
  const { project, companyId } = await placeOf(ctx, taskId);
  if (running) {
    const overdue = timerMinutes(running.startedAt!, ctx.now).autoStopped;
    if (!input.switch && !overdue)
      fail('TIMER_RUNNING', undefined, { details: { time_entry_id: running.id, task_id: running.taskId } });
    await stopTimer(ctx, running, undefined);
  }
  const source = await readRateSource(ctx, ctx.principal.id, project);
  const entry = await insertRecord(
    ctx,
    timeEntryKind,
    {
      id: uuid(),
      userId: ctx.principal.id,
      taskId,
      projectId: project?.id ?? null,
      companyId,
      workDate: dayOf(ctx.now, ctx.principal.timeZone),
      minutes: 0,
      note: input.note?.trim() || null,
      ...source,
      running: true,
      startedAt: ctx.now,
    },
    { links: [] },
  );
  return answer(entry, 'created');
}

function stopTimer(
  ctx: TenantContext,
  timer: Locked<TimeEntry>,
  note: string | null | undefined,
): Promise<TimeEntry> {
  const counted = timerMinutes(timer.startedAt!, ctx.now);
  const patch = { running: false, ...counted, ...(note !== undefined && { note: note?.trim() || null }) };
  return changeRecord(ctx, timeEntryKind, timer, patch, { links: [] });
}

/** What a time entry says of its timer. */
export interface TimerState {
  running: boolean;
  minutes: number;
  autoStopped: boolean;
}

/** Returns an entry's timer as of now: one that has run too long counts as stopped before it has been stopped. */
export function timerAsOf(
  { running, minutes, autoStopped, startedAt }: TimerState & { startedAt: Date | string | null },
  now: Date,
): TimerState {
  const counted = running && startedAt ? timerMinutes(new Date(startedAt), now) : undefined;
  return counted?.autoStopped ? { running: false, ...counted } : { running, minutes, autoStopped };
}

/** Stops the timers of a workspace that have run as long as a timer may; their entries say so. */
export async function stopLongTimers(ctx: TenantContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - MAX_TIMER_MINUTES * 60_000);
  const timers = (await TimeEntry.live(ctx)
    .where({ running: true })
    .where('startedAt', '<=', before)
    .orderBy('id')
    .forUpdate()
    .skipLocked()) as Locked<TimeEntry>[];
  for (const timer of timers) await stopTimer(ctx, timer, undefined);
}
