// Moves work orders through their states and records what was delivered (delivery.md section 4.4).
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { plainDecimal, power10, scaled, unscaled } from '../documents/exact.ts';
import { profileOf } from '../documents/profile.ts';
import { changeDocument, linesOf, storedLines } from '../documents/store.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { workOrderKind } from './kind.ts';
import { type WorkOrder, WorkOrderDelivery } from './model.ts';
import { assertSchedule } from './service.ts';

export type Action = 'schedule' | 'start' | 'hold' | 'resume' | 'complete' | 'cancel';

export interface StatusInput {
  action: Action;
  reason?: string | null;
  scheduledStart?: Date | null;
  scheduledEnd?: Date | null;
  shortClose?: boolean | null;
  signOff?: { name: string; at?: Date | null } | null;
}

const SCALE = 4;
const TO: Record<Action, string> = {
  schedule: 'scheduled',
  start: 'in_progress',
  hold: 'on_hold',
  resume: 'in_progress',
  complete: 'completed',
  cancel: 'cancelled',
};
const FROM: Record<Action, readonly string[]> = {
  schedule: ['draft'],
  start: ['draft', 'scheduled', 'completed'],
  hold: ['in_progress'],
  resume: ['on_hold'],
  complete: ['in_progress'],
  cancel: ['draft', 'scheduled', 'in_progress', 'on_hold'],
};
const NEEDS_REASON: readonly Action[] = ['hold', 'cancel'];
const EVENTS: Partial<Record<Action, EventType>> = {
  complete: 'work_order.completed',
  cancel: 'work_order.cancelled',
};

/**
 * Carries out an action on a work order.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, UNDELIVERED_LINES, RESOURCE_IN_USE, VALIDATION_ERROR
 */
export async function changeStatus(
  ctx: TenantContext,
  id: string,
  input: StatusInput,
  expectedVersion?: number | null,
): Promise<WorkOrder> {
  const { action } = input;
  const reason = input.reason?.trim() || null;
  if (NEEDS_REASON.includes(action) && !reason) throw invalid('reason', 'required', 'Say why.');
  const order = await lockRecord(ctx, workOrderKind, id, { expectedVersion });
  if (!FROM[action].includes(order.status)) failAction(order.status, action);
  const patch: Record<string, unknown> = { status: TO[action], statusReason: reason };
  if (action === 'schedule') Object.assign(patch, scheduleOf(order, input));
  if (action === 'start' && order.status === 'completed') assertReopenable(order, reason, patch);
  if (action === 'complete') Object.assign(patch, await completionOf(ctx, order, input));
  if (action === 'cancel') await assertNotInvoiced(ctx, id);
  return changeDocument(ctx, workOrderKind, order, patch, {
    event: EVENTS[action] ?? 'work_order.status_changed',
    data: { action, status: TO[action] },
  });
}

/** Signs a work order off whose PDF was signed, unless it is cancelled or was signed off. @returns whether it was */
export async function signOffByEnvelope(
  ctx: TenantContext,
  id: string,
  signOff: { name: string; at: string; envelopeId: string },
): Promise<boolean> {
  const order = await lockRecord(ctx, workOrderKind, id);
  if (order.status === 'cancelled' || order.signOff) return false;
  await changeDocument(ctx, workOrderKind, order, { signOff }, { event: 'work_order.updated' });
  return true;
}

/** Returns the states that a work order can reach from where it is. */
export function reachableFrom(status: string): string[] {
  const actions = Object.keys(FROM) as Action[];
  return [...new Set(actions.filter((one) => FROM[one].includes(status)).map((one) => TO[one]))];
}

function failAction(status: string, action: Action): never {
  return fail('INVALID_STATE_TRANSITION', `The work order is ${status}, so it cannot become ${TO[action]}.`, {
    details: { from: status, to: TO[action], allowed: reachableFrom(status) },
  });
}

function scheduleOf(order: WorkOrder, { scheduledStart, scheduledEnd }: StatusInput): object {
  const dates = {
    scheduledStart: scheduledStart ?? order.scheduledStart,
    scheduledEnd: scheduledEnd ?? order.scheduledEnd,
  };
  if (!dates.scheduledStart) throw invalid('scheduled_start', 'required', 'Give the start.');
  assertSchedule(dates);
  return dates;
}

function assertReopenable(order: WorkOrder, reason: string | null, patch: Record<string, unknown>): void {
  if (order.billingStatus === 'billed') failAction(order.status, 'start');
  if (!reason) throw invalid('reason', 'required', 'Say why the completed work order is taken up again.');
  patch.completedAt = null;
}

async function completionOf(
  ctx: TenantContext,
  order: WorkOrder,
  { shortClose, signOff }: StatusInput,
): Promise<object> {
  const lines = await storedLines(ctx, 'workOrderId', order.id);
  const open = lines.filter(
    (line) =>
      line.kind === 'item' &&
      scaled(plainDecimal(line.quantityDelivered), SCALE) < scaled(plainDecimal(line.quantity!), SCALE),
  );
  if (open.length && !shortClose)
    fail('UNDELIVERED_LINES', undefined, { details: { ids: open.map(({ id }) => id) } });
  if (order.signOffRequired && !signOff && !order.signOff)
    throw invalid('sign_off', 'required', 'This work order needs the name of the person who signs it off.');
  const signed = signOff && {
    name: signOff.name.trim(),
    at: (signOff.at ?? ctx.now).toISOString(),
    envelopeId: null,
  };
  return { completedAt: ctx.now, ...(signed && { signOff: signed }) };
}

async function assertNotInvoiced(ctx: TenantContext, id: string): Promise<void> {
  const [row] = await ctx.tx.rows<{ n: number }>(
    'select count(*) as n from document_conversions where tenant_id = $1 and work_order_id = $2 and released_at is null',
    [ctx.tenantId, id],
  );
  if (row!.n)
    fail('RESOURCE_IN_USE', 'Something of the work order is invoiced.', {
      details: { references: { invoices: row!.n } },
    });
}

export interface DeliveryInput {
  deliveredOn?: string | null;
  note?: string | null;
  lines: { lineId: string; quantity: string }[];
}

/**
 * Records delivered quantities, all of them or none; negative ones correct.
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION, OVER_DELIVERY, RESOURCE_IN_USE, VALIDATION_ERROR
 */
export async function recordDelivery(
  ctx: TenantContext,
  id: string,
  input: DeliveryInput,
  expectedVersion?: number | null,
): Promise<WorkOrder> {
  const order = await lockRecord(ctx, workOrderKind, id, { expectedVersion });
  if (order.status !== 'in_progress')
    fail('INVALID_STATE_TRANSITION', 'Deliveries are recorded while the work order is in progress.', {
      details: { from: order.status, to: 'delivered', allowed: reachableFrom(order.status) },
    });
  const profile = await profileOf(ctx);
  const deliveredOn = input.deliveredOn ?? profile.today;
  if (deliveredOn > profile.today)
    throw invalid('delivered_on', 'range', 'A delivery cannot be in the future.');
  const lines = await storedLines(ctx, 'workOrderId', id);
  const delivered = readDelivered(input, lines, scaled(profile.commercial.deliveryTolerancePercent, SCALE));
  for (const [lineId, quantity] of delivered)
    await ctx.tx.rows(
      'update document_lines set quantity_delivered = $3, updated_at = $4 where tenant_id = $1 and id = $2',
      [ctx.tenantId, lineId, unscaled(quantity, SCALE), ctx.now],
    );
  await WorkOrderDelivery.insert(ctx, {
    workOrderId: id,
    deliveredOn,
    note: input.note?.trim() || null,
    lines: input.lines.map(({ lineId, quantity }) => ({
      lineId: lineId.toLowerCase(),
      quantity: plainDecimal(quantity),
    })),
    createdBy: actorOf(ctx.principal),
  });
  linesOf.workOrderId.prime(ctx, id, await storedLines(ctx, 'workOrderId', id));
  return noteDelivery(ctx, order);
}

async function noteDelivery(ctx: TenantContext, order: Locked<WorkOrder>): Promise<WorkOrder> {
  const after = await order.changeVersion(ctx);
  await emit(ctx, 'work_order.delivered', {
    object: after,
    label: after.title,
    links: workOrderKind.links(after),
  });
  return after;
}

/** Returns the delivered quantity of each line after the delivery. */
function readDelivered(
  { lines: input }: DeliveryInput,
  lines: Awaited<ReturnType<typeof storedLines>>,
  tolerance: bigint,
): Map<string, bigint> {
  const after = new Map<string, bigint>();
  const over: object[] = [];
  for (const [index, { lineId, quantity }] of input.entries()) {
    const line = lines.find((one) => one.id === lineId.toLowerCase() && one.kind === 'item');
    if (!line) throw invalid(`lines[${index}].line_id`, 'exists', 'The work order has no item with this id.');
    if (after.has(line.id)) throw invalid(`lines[${index}].line_id`, 'unique', 'Give each line once.');
    if ((plainDecimal(quantity).split('.')[1]?.length ?? 0) > SCALE)
      throw invalid(`lines[${index}].quantity`, 'decimal_format', 'Give at most 4 digits behind the point.');
    const amount = scaled(plainDecimal(quantity), SCALE);
    if (amount === 0n) throw invalid(`lines[${index}].quantity`, 'range', 'A delivered quantity is not 0.');
    const total = scaled(plainDecimal(line.quantityDelivered), SCALE) + amount;
    const ordered = scaled(plainDecimal(line.quantity!), SCALE);
    const most = ordered + (ordered * tolerance) / (100n * power10(SCALE));
    const text = (value: bigint) => plainDecimal(unscaled(value, SCALE));
    if (total > most) over.push({ line_id: line.id, ordered: text(ordered), delivered: text(total) });
    if (total < 0n)
      throw invalid(`lines[${index}].quantity`, 'range', 'No more can be taken back than was delivered.');
    if (amount < 0n && total < scaled(plainDecimal(line.quantityInvoiced), SCALE))
      fail('RESOURCE_IN_USE', 'No less can be delivered than was invoiced.', {
        details: { references: { lines: 1 }, line_id: line.id },
      });
    after.set(line.id, total);
  }
  if (over.length) fail('OVER_DELIVERY', undefined, { details: { lines: over } });
  return after;
}
