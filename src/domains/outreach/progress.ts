// Where the enrolments of a sequence stand when it is paused, resumed or gets other steps, and which steps are due.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { nextWithin } from '../enrolments/sending-window.ts';
import type { OutreachSequence } from './model.ts';
import { dueAfter } from './rules.ts';

/** Enrolments whose steps one job takes one after another. */
const JOB_SIZE = 50;

/** Steps that are due in the active sequences of a workspace that has the module. */
const DUE = `
  select e.id from outreach_enrolments e
  join outreach_sequences s on s.tenant_id = $1 and s.id = e.sequence_id
  join tenants t on t.id = $1
  where e.tenant_id = $1 and e.state = 'active' and e.next_step_at <= $2 and s.status = 'active'
    and t.status = 'active' and coalesce((t.modules ->> 'communications')::boolean, true)
  order by e.next_step_at limit 1000`;

/** Queues the steps that are due in a workspace. */
export async function queueDueSteps(ctx: TenantContext): Promise<void> {
  const due = await ctx.tx.rows<{ id: string }>(DUE, [ctx.tenantId, ctx.now]);
  for (let start = 0; start < due.length; start += JOB_SIZE) {
    const ids = due.slice(start, start + JOB_SIZE).map(({ id }) => id);
    await enqueue(ctx, 'take_outreach_steps', { ids }, { key: ids[0]! });
  }
}

/** Holds the enrolments of a sequence that are running. */
export async function pauseEnrolments(ctx: TenantContext, sequenceId: string): Promise<void> {
  await ctx.tx.rows(
    `update outreach_enrolments set state = 'paused', reason = 'sequence_paused', version = version + 1, updated_at = $3,
       updated_by = $4
     where tenant_id = $1 and sequence_id = $2 and state = 'active'`,
    [ctx.tenantId, sequenceId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
}

/** Lets the held enrolments of a sequence go on, and gives each the time of its next step. */
export async function resumeEnrolments(ctx: TenantContext, sequence: OutreachSequence): Promise<void> {
  const rows = await ctx.tx.rows<{ id: string; step: number; lastStepAt: Date | null; timeZone: string }>(
    `select e.id, e.current_step as step, e.last_step_at as "lastStepAt", coalesce(c.timezone, t.time_zone) as "timeZone"
     from outreach_enrolments e
     join contacts c on c.tenant_id = $1 and c.id = e.contact_id
     join tenants t on t.id = $1
     where e.tenant_id = $1 and e.sequence_id = $2 and e.state in ('active', 'paused') order by e.id for update of e`,
    [ctx.tenantId, sequence.id],
  );
  const times = rows.map(({ step, lastStepAt, timeZone }) =>
    nextStepAt(sequence, step, lastStepAt ?? ctx.now, timeZone),
  );
  await ctx.tx.rows(
    `update outreach_enrolments e set state = 'active', reason = null, next_step_at = r.at, version = e.version + 1,
       updated_at = $4, updated_by = $5
     from unnest($2::uuid[], $3::timestamptz[]) as r(id, at)
     where e.tenant_id = $1 and e.id = r.id`,
    [ctx.tenantId, rows.map(({ id }) => id), times, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  await queueDueSteps(ctx);
}

/** Returns when a step of a sequence is due after the one before it; one that is no longer there is due at once. */
export function nextStepAt(
  { steps, sendingWindow }: Pick<OutreachSequence, 'steps' | 'sendingWindow'>,
  index: number,
  from: Date,
  timeZone: string,
): Date {
  const step = steps[index];
  if (!step) return from;
  const due = dueAfter(from, step);
  return step.kind === 'email' ? nextWithin(sendingWindow, due, sendingWindow.timeZone ?? timeZone) : due;
}

/** Points the enrolments of a sequence behind the last of its present steps that they have taken. */
export async function renumberEnrolments(ctx: TenantContext, { id, steps }: OutreachSequence): Promise<void> {
  await ctx.tx.rows(
    `update outreach_enrolments e set current_step = coalesce((
       select max(s.place) from outreach_steps_taken k
       join unnest($3::uuid[]) with ordinality as s(id, place) on s.id = k.step_id
       where k.tenant_id = $1 and k.enrolment_id = e.id), 0)
     where e.tenant_id = $1 and e.sequence_id = $2 and e.state in ('active', 'paused')`,
    [ctx.tenantId, id, steps.map((step) => step.id)],
  );
}
