// The service level of a workspace: targets by priority and business hours (delivery.md section 7).

import type { ActorRecord } from '../../access/principal.ts';
import { actorOf } from '../../access/principal.ts';
import { isDay } from '../../clock.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion } from '../../db/record-model.ts';
import { type FieldFault, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { BusinessClock, type BusinessHours, DEFAULT_HOURS, minutesOf } from './business-hours.ts';
import { DEFAULT_TARGETS, type SlaTarget, type TicketPriority } from './sla-rules.ts';

/** The least business time of a week, so that every target ends within some years. */
const MIN_WEEK_MINUTES = 240;

export interface SlaPolicies {
  /** The workspace that they are of. */
  id: string;
  version: number;
  targets: SlaTarget[];
  businessHours: BusinessHours | null;
  timeZone: string;
  updatedAt: Date | null;
  updatedBy: ActorRecord | null;
}

export interface SlaPoliciesInput {
  targets: SlaTarget[];
  businessHours?: BusinessHours | null;
}

/** Returns the policies of the workspace; the defaults until it has set its own. */
export async function getPolicies(ctx: TenantContext): Promise<SlaPolicies> {
  const [row] = await ctx.tx.rows<Partial<SlaPolicies> & { timeZone: string; isSet: boolean }>(
    `select t.time_zone as "timeZone", p.tenant_id is not null as "isSet", p.version, p.targets,
       p.business_hours as "businessHours", p.updated_at as "updatedAt", p.updated_by as "updatedBy"
     from tenants t left join sla_policies p on p.tenant_id = $1 where t.id = $1`,
    [ctx.tenantId],
    'generic',
  );
  const { isSet, timeZone, version, targets, businessHours, updatedAt, updatedBy } = row!;
  return {
    id: ctx.tenantId,
    timeZone,
    version: isSet ? version! : 1,
    targets: (isSet ? targets! : DEFAULT_TARGETS).map(plainTarget),
    businessHours: isSet ? (businessHours ? plainHours(businessHours) : null) : DEFAULT_HOURS,
    updatedAt: isSet ? new Date(updatedAt!) : null,
    updatedBy: isSet ? updatedBy! : null,
  };
}

/** What computes the clocks of tickets. */
export interface Pace {
  version: number;
  clock: BusinessClock;
  targetOf: (priority: TicketPriority) => SlaTarget;
}

/** Returns what computes the clocks of tickets by the policies of the workspace. */
export async function readPace(ctx: TenantContext): Promise<Pace> {
  const { version, targets, businessHours, timeZone } = await getPolicies(ctx);
  return {
    version,
    clock: new BusinessClock(businessHours, timeZone),
    targetOf: (priority) => targets.find((one) => one.priority === priority)!,
  };
}

/**
 * Replaces the policies. Setting what stands changes nothing.
 * @returns the policies, and whether they changed
 * @throws VALIDATION_ERROR, PRECONDITION_FAILED
 */
export async function replacePolicies(
  ctx: TenantContext,
  input: SlaPoliciesInput,
  expectedVersion?: number | null,
): Promise<{ policies: SlaPolicies; isChanged: boolean }> {
  await ctx.tx.rows('select id from tenants where id = $1 for no key update', [ctx.tenantId]);
  const before = await getPolicies(ctx);
  assertVersion(before, expectedVersion);
  const hours = input.businessHours === undefined ? DEFAULT_HOURS : input.businessHours;
  const faults = [...targetFaults(input.targets), ...(hours ? hoursFaults(hours) : [])];
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  const businessHours = hours && plainHours(hours);
  const targets = DEFAULT_TARGETS.map(
    (target) => input.targets.find(({ priority }) => priority === target.priority) ?? target,
  );
  const after = { targets: targets.map(plainTarget), businessHours };
  if (
    JSON.stringify(after) === JSON.stringify({ targets: before.targets, businessHours: before.businessHours })
  )
    return { policies: before, isChanged: false };
  const actor = actorOf(ctx.principal);
  const version = before.version + 1;
  await ctx.tx.rows(
    `insert into sla_policies (tenant_id, version, targets, business_hours, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $5, $6)
     on conflict (tenant_id) do update set version = excluded.version, targets = excluded.targets,
       business_hours = excluded.business_hours, updated_at = excluded.updated_at, updated_by = excluded.updated_by
     returning version`,
    [
      ctx.tenantId,
      version,
      JSON.stringify(after.targets),
      businessHours && JSON.stringify(businessHours),
      ctx.now,
      JSON.stringify(actor),
    ],
  );
  await emit(ctx, 'sla_policy.updated', {
    object: { id: ctx.tenantId, version },
    before: { targets: before.targets, businessHours: before.businessHours },
    after,
    links: [],
  });
  return { policies: await getPolicies(ctx), isChanged: true };
}

function plainTarget({
  priority,
  firstResponseMinutes,
  nextResponseMinutes,
  resolutionMinutes,
}: SlaTarget): SlaTarget {
  return {
    priority,
    firstResponseMinutes,
    nextResponseMinutes: nextResponseMinutes ?? firstResponseMinutes,
    resolutionMinutes,
  };
}

function plainHours({ periods, holidays }: BusinessHours): BusinessHours {
  return {
    periods: periods.map(({ weekday, from, until }) => ({ weekday, from, until })),
    holidays: [...new Set(holidays ?? [])].sort(),
  };
}

function targetFaults(targets: readonly SlaTarget[]): FieldFault[] {
  return targets.flatMap(({ priority }, at) =>
    targets.findIndex((one) => one.priority === priority) === at
      ? []
      : [{ path: `targets[${at}].priority`, rule: 'unique', message: 'Give each priority once.' }],
  );
}

function hoursFaults({ periods, holidays }: BusinessHours): FieldFault[] {
  const faults: FieldFault[] = [];
  let minutes = 0;
  for (const [at, { weekday, from, until }] of periods.entries()) {
    minutes += minutesOf(until) - minutesOf(from);
    const path = `business_hours.periods[${at}]`;
    if (from >= until)
      faults.push({ path: `${path}.until`, rule: 'range', message: 'Hours end after they begin.' });
    const overlaps = periods.some(
      (other, index) => index < at && other.weekday === weekday && other.from < until && from < other.until,
    );
    if (overlaps) faults.push({ path, rule: 'overlap', message: 'The hours of a day must not overlap.' });
  }
  if (minutes < MIN_WEEK_MINUTES && faults.length === 0)
    faults.push({
      path: 'business_hours.periods',
      rule: 'min_week',
      message: 'A week needs at least four business hours; send null for clocks that never stop.',
    });
  for (const [at, day] of (holidays ?? []).entries())
    if (!isDay(day))
      faults.push({
        path: `business_hours.holidays[${at}]`,
        rule: 'format',
        message: 'Give a day as YYYY-MM-DD.',
      });
  return faults;
}
