// Changes of the status of a project, with their conditions and effects (delivery.md section 2.2).
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { activateClient } from '../clients/service.ts';
import { dayOf } from '../days.ts';
import { cancelOpenTasks, countOpenTasks, stopTimersOfProject, unbilledMinutes } from '../project-work.ts';
import { dayNumber, WorkingDays } from '../working-days.ts';
import type { ProjectInput } from './input.ts';
import type { Project } from './model.ts';
import { assertTransition, type ProjectStatus } from './rules.ts';
import { shiftOpenTasks } from './shift.ts';
import type { DeliveryWarning } from './warnings.ts';

/** What a change of status does beside the columns of the project. */
export interface StatusEffects {
  to: ProjectStatus;
  openTasks: 'cancel' | 'leave' | null;
  openCount: number;
  shiftDates: boolean;
}

/**
 * Returns the columns of a change of status; none if the status stays.
 * @throws VALIDATION_ERROR for a missing reason; INVALID_STATE_TRANSITION; OPEN_TASKS with the count
 */
export async function statusFields(
  ctx: TenantContext,
  before: Project,
  { status, reason, openTasks, shiftDates, startDate }: ProjectInput,
): Promise<{ patch: Partial<Project>; event?: 'project.status_changed'; effects?: StatusEffects }> {
  if (openTasks === 'cancel' || (status === 'cancelled' && status !== before.status))
    raiseRisk(ctx, 'destructive');
  if (!status || status === before.status) return { patch: {} };
  const statusReason = assertTransition(before.status, status, reason);
  const openCount = status === 'completed' ? await countOpenTasks(ctx, before.id) : 0;
  if (openCount && !openTasks) fail('OPEN_TASKS', undefined, { details: { count: openCount } });
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  const patch: Partial<Project> = {
    status,
    statusReason,
    completedAt: status === 'completed' ? ctx.now : null,
    heldSince: status === 'on_hold' ? ctx.now : null,
  };
  if (before.status === 'planned' && status === 'active' && !before.startDate && startDate === undefined)
    patch.startDate = before.dueDate && before.dueDate < today ? before.dueDate : today;
  return {
    patch,
    event: 'project.status_changed',
    effects: { to: status, openTasks: openTasks ?? null, openCount, shiftDates: shiftDates ?? false },
  };
}

/** Applies the effects of a change of status to tasks, timers and the client. @returns warnings for the answer */
export async function changeStatus(
  ctx: TenantContext,
  before: Project,
  after: Project,
  { to, openTasks, openCount, shiftDates }: StatusEffects,
): Promise<DeliveryWarning[]> {
  const warnings: DeliveryWarning[] = [];
  const { id } = after;
  if (to === 'active') {
    await activateClient(ctx, after.companyId);
    if (before.status === 'on_hold' && shiftDates)
      await shiftOpenTasks(ctx, after, pauseOf(ctx, before, after));
  }
  if (to === 'on_hold') await stopTimersOfProject(ctx, id);
  if (to === 'cancelled' || (to === 'completed' && openTasks === 'cancel')) await cancelOpenTasks(ctx, id);
  if (to === 'completed' && openTasks === 'leave' && openCount)
    warnings.push({ code: 'OPEN_TASKS', message: `${openCount} tasks stay open.`, ids: [] });
  if (to === 'completed') {
    const unbilled = await unbilledMinutes(ctx, id);
    if (unbilled.ids.length)
      warnings.push({
        code: 'UNBILLED_TIME',
        message: `${unbilled.minutes} billable minutes are on no document.`,
        ids: unbilled.ids,
      });
  }
  return warnings;
}

/** Returns the working days for which the project was on hold. */
function pauseOf(ctx: TenantContext, before: Project, { workingCalendar }: Project): number {
  if (!before.heldSince) return 0;
  const day = (instant: Date) => dayNumber(dayOf(instant, ctx.principal.timeZone));
  return new WorkingDays(workingCalendar).distance(day(before.heldSince), day(ctx.now));
}
