// Takes the step that is due for an enrolment, once: what it does and that it was taken commit together.
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { addActionItem } from '../activities/action-items.ts';
import { logInteraction } from '../activities/interactions.ts';
import { mailConnector } from '../api-keys/mail-connectors.ts';
import { contactById } from '../contacts/loaders.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { dayOf } from '../days.ts';
import { endEnrolments } from '../enrolments/endings.ts';
import { nextWithin } from '../enrolments/sending-window.ts';
import { isMember } from '../members/look-ups.ts';
import { type MergeValues, mergeValues } from '../merge-fields.ts';
import type { DueStep } from './due-step.ts';
import { queueStepMail } from './mail.ts';
import { OutreachEnrolment, OutreachSequence, type Step } from './model.ts';
import { nextStepAt } from './progress.ts';
import { fillTemplate } from './render.ts';

/** Takes the due step of an enrolment; does nothing if it is not due or another process takes it. */
export async function takeStep(ctx: TenantContext, enrolmentId: string): Promise<void> {
  const enrolment = (await OutreachEnrolment.of(ctx)
    .where({ id: enrolmentId, state: 'active' })
    .where('next_step_at', '<=', ctx.now)
    .forUpdate()
    .skipLocked()
    .first()) as OutreachEnrolment | undefined;
  if (!enrolment) return;
  const sequence = (await OutreachSequence.live(ctx)
    .where({ id: enrolment.sequenceId, status: 'active' })
    .first()) as OutreachSequence | undefined;
  const contact = await contactById(ctx, enrolment.contactId);
  if (!sequence || !contact) return;
  const step = sequence.steps[enrolment.currentStep!];
  const [tenant] = await ctx.tx.rows<{ timeZone: string }>(
    'select time_zone as "timeZone" from tenants where id = $1',
    [ctx.tenantId],
  );
  const timeZone = contact.timezone ?? tenant!.timeZone;
  if (!step || !(await isFirstTime(ctx, enrolment, step))) return advance(ctx, enrolment, sequence, timeZone);
  const zoned = { ...ctx, principal: { ...ctx.principal, timeZone: tenant!.timeZone } };
  const ownerId = (await isMember(ctx, sequence.ownerUserId)) ? sequence.ownerUserId : null;
  const isTaken = await perform(zoned, { enrolment, sequence, contact, step, timeZone, ownerId });
  if (isTaken) await advance(ctx, enrolment, sequence, timeZone);
}

/** @returns false if the enrolment waits, pauses or has ended instead; then nothing was sent or added */
async function perform(ctx: TenantContext, due: DueStep): Promise<boolean> {
  const { enrolment, sequence, contact, step } = due;
  const { contactId, dealId } = enrolment;
  const { values } = await mergeValues(ctx, { contactId, dealId, userId: due.ownerId });
  if (step.kind !== 'email') return addTask(ctx, due, values);
  const { sendingWindow } = sequence;
  const opens = nextWithin(sendingWindow, ctx.now, sendingWindow.timeZone ?? due.timeZone);
  if (opens > ctx.now) return wait(ctx, enrolment, opens);
  if (!contact.email) return stop(ctx, enrolment, 'stopped', 'no_email');
  const recipient = { role: 'to' as const, address: contact.email, contactId };
  const [suppressed] = await suppressedRecipients(ctx, 'email', [recipient]);
  if (suppressed?.reason === 'opted_out') return stop(ctx, enrolment, 'opted_out', 'opted_out');
  if (suppressed) return stop(ctx, enrolment, 'stopped', suppressed.reason);
  const connector = await mailConnector(ctx, sequence.connectorId).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
  if (!connector) return pause(ctx, enrolment, 'connector_not_configured');
  const { texts, unresolved } = fillTemplate(step.template, values);
  if (unresolved.length) return pause(ctx, enrolment, 'unresolved_fields');
  const { id, threadId } = await queueStepMail(ctx, due, texts, connector);
  await OutreachEnrolment.of(ctx).where({ id: enrolment.id }).patch({ threadId });
  await markTaken(ctx, enrolment, step, id);
  return true;
}

/** Adds an open action item for the owner of the sequence. */
async function addTask(ctx: TenantContext, due: DueStep, values: MergeValues): Promise<boolean> {
  const { enrolment, contact, step, ownerId } = due;
  const { texts, unresolved } = fillTemplate(step.template, values);
  if (unresolved.length) return pause(ctx, enrolment, 'unresolved_fields');
  const title = texts.title!.slice(0, 500);
  const activityId = await logInteraction(
    ctx,
    {
      type: 'task',
      subject: title,
      body: texts.body,
      occurredAt: ctx.now,
      ...{ channel: null, direction: null, status: null },
    },
    [
      { entity: 'contact', id: contact.id },
      ...(enrolment.dealId ? [{ entity: 'deal', id: enrolment.dealId }] : []),
    ],
  );
  const dueOn = dayOf(ctx.now, ctx.principal.timeZone);
  await addActionItem(ctx, activityId, { title, dueOn, assigneeUserId: ownerId });
  await markTaken(ctx, enrolment, step, null);
  return true;
}

/** Moves an enrolment to its next step, or completes it. */
async function advance(
  ctx: TenantContext,
  { id, currentStep }: OutreachEnrolment,
  sequence: OutreachSequence,
  timeZone: string,
): Promise<void> {
  const before = await OutreachEnrolment.lock<OutreachEnrolment>(ctx, id);
  const next = currentStep! + 1;
  if (next < sequence.steps.length) {
    const nextAt = nextStepAt(sequence, next, ctx.now, timeZone);
    await before.change(ctx, { currentStep: next, lastStepAt: ctx.now, nextStepAt: nextAt });
    return;
  }
  const after = await before.change(ctx, {
    state: 'completed',
    ...{ currentStep: null, nextStepAt: null, lastStepAt: ctx.now, endedAt: ctx.now },
  });
  await emit(ctx, 'outreach.completed', {
    object: after,
    label: sequence.name,
    links: [{ entity: 'contact', id: after.contactId }],
  });
}

async function wait(ctx: TenantContext, enrolment: OutreachEnrolment, until: Date): Promise<false> {
  await enrolment.change(ctx, { nextStepAt: until });
  return false;
}

async function pause(ctx: TenantContext, enrolment: OutreachEnrolment, reason: string): Promise<false> {
  await enrolment.change(ctx, { state: 'paused', reason });
  return false;
}

async function stop(
  ctx: TenantContext,
  { id }: OutreachEnrolment,
  state: 'opted_out' | 'stopped',
  reason: string,
): Promise<false> {
  await endEnrolments(ctx, { state, reason, enrolmentId: id });
  return false;
}

/** Returns whether a step was not taken before, such as before the steps were put into another order. */
async function isFirstTime(ctx: TenantContext, { id }: OutreachEnrolment, step: Step): Promise<boolean> {
  const taken = await ctx.tx.rows(
    'select from outreach_steps_taken where tenant_id = $1 and enrolment_id = $2 and step_id = $3',
    [ctx.tenantId, id, step.id],
  );
  return taken.length === 0;
}

async function markTaken(
  ctx: TenantContext,
  { id }: OutreachEnrolment,
  step: Step,
  communicationId: string | null,
): Promise<void> {
  await ctx.tx.rows(
    `insert into outreach_steps_taken (tenant_id, enrolment_id, step_id, communication_id, created_at)
     values ($1, $2, $3, $4, $5)`,
    [ctx.tenantId, id, step.id, communicationId, ctx.now],
  );
}
