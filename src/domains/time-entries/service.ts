// Operations on time entries (delivery.md section 2.3).
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { dayOf } from '../days.ts';
import { assertMember } from '../members/look-ups.ts';
import { liveProject } from '../projects/look-ups.ts';
import type { Project } from '../projects/model.ts';
import { assertMayWriteRates, readAmount } from '../projects/rates.ts';
import { type DeliveryWarning, withWarnings } from '../projects/warnings.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, type Deletion, insertRecord, type Locked } from '../records/verbs.ts';
import { taskById } from '../tasks/loaders.ts';
import { TimeEntry, type TimeEntryStatus } from './model.ts';
import { type RateSource, readRateSource, settingsOf } from './rates.ts';
import { assertStep, isDecision, MAX_DAY_MINUTES } from './rules.ts';

export const timeEntryKind = partKind<TimeEntry>({
  model: TimeEntry,
  title: 'workDate',
  withheld: ['note', 'rate', 'decisionNote'],
});
export const timeEntryListing: Listing = { model: TimeEntry };

const APPROVE = 'time_entries.approve';

/** The writable fields of a time entry; an absent field is left unchanged, null clears it. */
export interface TimeEntryInput {
  userId?: string | null;
  workDate?: string | null;
  minutes?: number | null;
  note?: string | null;
  billable?: boolean | null;
  rate?: string | null;
  status?: TimeEntryStatus | null;
  reason?: string | null;
}

/** A page of time entries, with the arguments that its totals are of. */
export type TimeEntryPage = PageOf<TimeEntry> & { args: ListArguments };

/** Returns a page of time entries, the latest first. */
export async function listTimeEntries(
  ctx: TenantContext,
  { userId, ...args }: ListArguments & { userId?: string | null },
  lookahead: Lookahead,
): Promise<TimeEntryPage> {
  const user = userId === 'me' ? ctx.principal.id : userId;
  const filter = user ? { ...args.filter, userId: { eq: user } } : args.filter;
  const given = { ...args, filter: filter ?? null, sort: args.sort ?? ['-work_date', '-created_at'] };
  return { ...(await listPage<TimeEntry>(ctx, timeEntryListing, given, lookahead)), args: given };
}

/** The task of new time, with its project. */
interface TimePlace {
  taskId: string;
  project: Project | null;
  companyId: string | null;
  title: string;
}

/** Returns the task on which time is logged. @throws NOT_FOUND; INVALID_STATE_TRANSITION in a cancelled project */
export async function placeOf(ctx: TenantContext, taskId: string): Promise<TimePlace> {
  const task = await taskById(ctx, taskId);
  if (!task) fail('NOT_FOUND');
  const project = await liveProject(ctx, task.projectId);
  if (project?.status === 'cancelled')
    fail('INVALID_STATE_TRANSITION', 'The project is cancelled; reopen it before adding time.', {
      details: { from: 'cancelled', to: 'active', allowed: ['active'] },
    });
  return { taskId, project, companyId: task.companyId, title: task.title };
}

/**
 * Logs minutes on a task.
 * @throws NOT_FOUND, VALIDATION_ERROR range, day_total, exists, required; PERMISSION_DENIED for the time of others
 */
export async function createTimeEntry(
  ctx: TenantContext,
  taskId: string,
  input: TimeEntryInput,
): Promise<TimeEntry> {
  const place = await placeOf(ctx, taskId);
  const userId = await readUser(ctx, input.userId ?? null);
  if (input.status && input.status !== 'draft')
    throw invalid('status', 'open', 'A new entry is a draft; submit or approve it by PATCH.');
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  const workDate = input.workDate ?? today;
  assertNotFuture(workDate, today);
  const source = await readRateSource(ctx, userId, place.project);
  const rate = readRate(ctx, input.rate, source);
  await assertDayTotal(ctx, userId, workDate, input.minutes!);
  const { project, companyId } = place;
  const entry = await insertRecord(
    ctx,
    timeEntryKind,
    {
      id: uuid(),
      userId,
      taskId,
      projectId: project?.id ?? null,
      companyId,
      workDate,
      minutes: input.minutes!,
      note: input.note?.trim() || null,
      billable: input.billable ?? source.billable,
      rate,
      currency: source.currency,
    },
    { links: [] },
  );
  return withWarnings(entry, await budgetWarnings(ctx, project));
}

/** Returns the person whose time it is. @throws VALIDATION_ERROR required, exists; PERMISSION_DENIED */
async function readUser(ctx: TenantContext, userId: string | null): Promise<string> {
  const { principal } = ctx;
  if (!userId && principal.kind !== 'user')
    throw invalid('user_id', 'required', 'A token has no time of its own; name the user.');
  if (!userId || userId === principal.id) return principal.id;
  if (!principal.permissions.has(APPROVE)) throw permissionDenied(APPROVE);
  await assertMember(ctx, userId, 'user_id');
  return userId;
}

function assertNotFuture(workDate: string, today: string): void {
  if (workDate > today) throw invalid('work_date', 'range', 'The work date must not be in the future.');
}

function readRate(
  ctx: TenantContext,
  rate: string | null | undefined,
  { rate: usual, currency }: RateSource,
): string | null {
  if (rate === undefined) return usual;
  assertMayWriteRates(ctx);
  return readAmount(rate, currency, 'rate') ?? usual;
}

/** Throws if a person would have more than 24 hours on a day. Locks the day of the person. @throws day_total */
export async function assertDayTotal(
  ctx: TenantContext,
  userId: string,
  workDate: string,
  minutes: number,
  exceptId?: string,
): Promise<void> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [
    `time:${ctx.tenantId}:${userId}:${workDate}`,
  ]);
  const [row] = await ctx.tx.rows<{ sum: number }>(
    `select coalesce(sum(minutes), 0)::int as sum from time_entries where tenant_id = $1 and user_id = $2 and work_date = $3
       and deleted_at is null and id is distinct from $4::uuid`,
    [ctx.tenantId, userId, workDate, exceptId ?? null],
  );
  if (row!.sum + minutes > MAX_DAY_MINUTES)
    throw invalid(
      'minutes',
      'day_total',
      `The day already has ${row!.sum} minutes; a day has ${MAX_DAY_MINUTES}.`,
    );
}

/** Warns if the tracked time of a project is over its budget. */
async function budgetWarnings(ctx: TenantContext, project: Project | null): Promise<DeliveryWarning[]> {
  if (!project?.budgetMinutes) return [];
  const [row] = await ctx.tx.rows<{ sum: number }>(
    `select coalesce(sum(minutes), 0)::int as sum from time_entries where tenant_id = $1 and project_id = $2
       and deleted_at is null and status <> 'rejected'`,
    [ctx.tenantId, project.id],
  );
  if (row!.sum <= project.budgetMinutes) return [];
  return [{ code: 'BUDGET_EXCEEDED', message: 'The tracked time is over the budget.', ids: [project.id] }];
}

/**
 * Locks a time entry that the caller may change: its own, or with time_entries.approve any.
 * @throws NOT_FOUND, PERMISSION_DENIED with `record_scope`, PRECONDITION_FAILED
 */
async function lockEntry(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<TimeEntry>> {
  const entry = await TimeEntry.lock<TimeEntry>(ctx, id);
  assertOwn(ctx, { ownerUserId: entry.userId });
  assertVersion(entry, expectedVersion);
  return entry as Locked<TimeEntry>;
}

/**
 * Changes a time entry, or takes a step of its approval.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, TIME_ENTRY_LOCKED, INVALID_STATE_TRANSITION, PERMISSION_DENIED
 */
export async function updateTimeEntry(
  ctx: TenantContext,
  id: string,
  input: TimeEntryInput,
  expectedVersion?: number | null,
): Promise<TimeEntry> {
  const before = await lockEntry(ctx, id, expectedVersion);
  const { status, reason, userId, ...changes } = input;
  if (userId && userId !== before.userId)
    throw invalid('user_id', 'fixed', 'The person of a time entry cannot change; log the time again.');
  const isStep = !!status && status !== before.status;
  if (isStep && before.invoiceId)
    fail('TIME_ENTRY_LOCKED', 'An invoice bills the time entry; take it off the invoice first.', {
      details: { invoice_id: before.invoiceId },
    });
  const decisionNote = isStep ? assertStep(before.status, status, reason) : null;
  if (isStep && isDecision(before.status, status)) await assertMayDecide(ctx, before);
  const fields = await changedFields(ctx, changes, before);
  const isEdited = Object.keys(fields).length > 0;
  if (isEdited && (before.status === 'approved' || before.status === 'invoiced')) fail('TIME_ENTRY_LOCKED');
  if (before.running && isStep)
    fail('INVALID_STATE_TRANSITION', 'Stop the timer first.', {
      details: { from: 'draft', to: status, allowed: [] },
    });
  const step = isStep ? stepColumns(ctx, status, decisionNote) : {};
  const reset = isEdited && !isStep && before.status === 'submitted' ? { status: 'draft' as const } : {};
  const rate =
    isStep && status === 'approved' && before.rate === null && !('rate' in fields)
      ? await lateRate(ctx, before)
      : {};
  const patch = { ...fields, ...reset, ...rate, ...step };
  const approved = isStep && status === 'approved';
  const links = approved ? linksOf(before) : [];
  return changeRecord(ctx, timeEntryKind, before, patch, {
    links,
    ...(approved && {
      event: 'time_entry.approved',
      data: { task_id: before.taskId, project_id: before.projectId, minutes: before.minutes },
    }),
  });
}

function linksOf({ taskId, projectId, companyId }: TimeEntry): { entity: string; id: string }[] {
  return [
    { entity: 'task', id: taskId },
    ...(projectId ? [{ entity: 'project', id: projectId }] : []),
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
  ];
}

/** Returns the rate that was not known when the time was logged. */
async function lateRate(ctx: TenantContext, { userId, projectId }: TimeEntry): Promise<Partial<TimeEntry>> {
  const project = await liveProject(ctx, projectId);
  return { rate: (await readRateSource(ctx, userId, project)).rate };
}

function stepColumns(
  ctx: TenantContext,
  status: TimeEntryStatus,
  decisionNote: string | null,
): Partial<TimeEntry> {
  const approved = status === 'approved';
  return {
    status,
    decisionNote,
    approvedBy: approved ? ctx.principal.id : null,
    approvedAt: approved ? ctx.now : null,
  };
}

/** Throws unless the caller may approve and reject this entry. @throws PERMISSION_DENIED, also with reason four_eyes */
async function assertMayDecide(ctx: TenantContext, entry: TimeEntry): Promise<void> {
  if (!ctx.principal.permissions.has(APPROVE)) throw permissionDenied(APPROVE);
  if (entry.userId !== ctx.principal.id || !(await settingsOf(ctx)).timeFourEyes) return;
  throw new ServiceError('PERMISSION_DENIED', 'Somebody else must decide on your time.', {
    details: { required_permission: APPROVE, reason: 'four_eyes' },
  });
}

/** Returns the columns that a change of an entry sets. */
async function changedFields(
  ctx: TenantContext,
  input: TimeEntryInput,
  before: TimeEntry,
): Promise<Partial<TimeEntry>> {
  const fields: Partial<TimeEntry> = {};
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  if (input.workDate && input.workDate !== before.workDate) {
    assertNotFuture(input.workDate, today);
    fields.workDate = input.workDate;
  }
  if (input.minutes != null && input.minutes !== before.minutes) {
    if (before.running) throw invalid('minutes', 'running', 'The timer runs; stop it first.');
    fields.minutes = input.minutes;
  }
  const note = input.note === undefined ? before.note : input.note?.trim() || null;
  if (note !== before.note) fields.note = note;
  if (input.billable != null && input.billable !== before.billable) fields.billable = input.billable;
  if (input.rate !== undefined) {
    assertMayWriteRates(ctx);
    const rate = readAmount(input.rate, before.currency, 'rate') ?? null;
    if (Number(rate) !== Number(before.rate) || (rate === null) !== (before.rate === null))
      fields.rate = rate;
  }
  if (fields.workDate || fields.minutes)
    await assertDayTotal(
      ctx,
      before.userId,
      fields.workDate ?? before.workDate,
      fields.minutes ?? before.minutes,
      before.id,
    );
  return fields;
}

/** Deletes a time entry that is neither approved nor invoiced. @throws NOT_FOUND, PRECONDITION_FAILED, TIME_ENTRY_LOCKED */
export async function deleteTimeEntry(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const entry = await lockEntry(ctx, id, expectedVersion);
  if (entry.status === 'approved' || entry.status === 'invoiced') fail('TIME_ENTRY_LOCKED');
  await changeRecord(
    ctx,
    timeEntryKind,
    entry,
    { deletedAt: ctx.now },
    { event: 'time_entry.deleted', links: [] },
  );
  return { id, deletedAt: ctx.now };
}
