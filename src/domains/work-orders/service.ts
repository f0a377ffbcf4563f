// Work orders: drafts, lines that can be changed until completion, and deletion (delivery.md section 4.4).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { releaseConversions } from '../documents/conversions.ts';
import type { DocumentLine } from '../documents/document.ts';
import { type DocumentInput, type DocumentRules, readDraft } from '../documents/draft.ts';
import { plainDecimal, scaled } from '../documents/exact.ts';
import {
  assertOnlyInternal,
  changeDocument,
  dryDocument,
  insertLines,
  linesOf,
  storedLines,
} from '../documents/store.ts';
import { assertMember } from '../members/look-ups.ts';
import { takeNumber } from '../numbering/service.ts';
import { type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import type { PostalAddress } from '../tenants/commercial.ts';
import { workOrderKind } from './kind.ts';
import { WorkOrder } from './model.ts';

export interface WorkOrderInput extends DocumentInput {
  scheduledStart?: Date | null;
  scheduledEnd?: Date | null;
  assigneeIds?: string[] | null;
  siteAddress?: PostalAddress | null;
  signOffRequired?: boolean | null;
}

/** What a document was made of. */
export interface Source {
  sourceType: string;
  sourceId: string;
}

const RULES: DocumentRules = {
  entity: 'work_orders',
  allowsNegative: false,
  allowsOptions: false,
  allowsBilling: false,
};
const CLOSED = ['completed', 'cancelled'];

/** Returns a live work order. @throws NOT_FOUND */
export function getWorkOrder(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<WorkOrder> {
  return WorkOrder.read(ctx, id, lookahead);
}

/** Returns a page of work orders. */
export function listWorkOrders(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<WorkOrder>> {
  return listPage<WorkOrder>(ctx, workOrderKind.listing, args, lookahead);
}

/**
 * Creates a draft work order with its number; a dry run only computes it.
 * @throws VALIDATION_ERROR, COMPANY_MISMATCH, TOTAL_MISMATCH
 */
export async function createWorkOrder(
  ctx: TenantContext,
  input: WorkOrderInput,
  dryRun = false,
  source?: Source,
): Promise<WorkOrder> {
  const draft = await readDraft(ctx, RULES, input);
  const issueDate = input.issueDate ?? draft.profile.today;
  const fields = {
    assigneeIds: [],
    signOffRequired: draft.profile.commercial.requireSignOff,
    ...draft.fields,
    ...(await readSchedule(ctx, input)),
    ...source,
    status: 'draft',
    issueDate,
    billingStatus: draft.lines.some(({ kind }) => kind === 'item') ? 'unbilled' : 'not_billable',
  };
  if (dryRun) return dryDocument(ctx, workOrderKind, 'workOrderId', fields, draft.lines);
  const id = uuid();
  const { clientNumber } = draft.party;
  const number = await takeNumber(ctx, 'work_order', {
    type: 'work_order',
    id,
    day: issueDate,
    clientNumber,
  });
  const order = await insertRecord(ctx, workOrderKind, { ...fields, id, number } as never);
  linesOf.workOrderId.prime(ctx, id, await insertLines(ctx, 'workOrderId', id, draft.lines));
  return order;
}

async function readSchedule(
  ctx: TenantContext,
  input: WorkOrderInput,
  before?: WorkOrder,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const name of ['scheduledStart', 'scheduledEnd', 'siteAddress'] as const)
    if (input[name] !== undefined) fields[name] = input[name];
  if (input.signOffRequired != null) fields.signOffRequired = input.signOffRequired;
  assertSchedule({ ...before, ...fields });
  if (input.assigneeIds !== undefined) {
    fields.assigneeIds = [...new Set((input.assigneeIds ?? []).map((id) => id.toLowerCase()))];
    for (const [index, id] of (fields.assigneeIds as string[]).entries())
      if (!before?.assigneeIds.includes(id)) await assertMember(ctx, id, `assignee_ids[${index}]`);
  }
  return fields;
}

/** @throws VALIDATION_ERROR range for an end before the start */
export function assertSchedule({ scheduledStart, scheduledEnd }: Partial<WorkOrder>): void {
  if (scheduledEnd && (!scheduledStart || scheduledEnd < scheduledStart))
    throw invalid('scheduled_end', 'range', 'The end must not be before the start.');
}

/**
 * Changes a work order; a closed one only in what is internal.
 * @throws NOT_FOUND, PRECONDITION_FAILED, DOCUMENT_IMMUTABLE, RESOURCE_IN_USE, VALIDATION_ERROR
 */
export async function updateWorkOrder(
  ctx: TenantContext,
  id: string,
  input: WorkOrderInput,
  expectedVersion?: number | null,
): Promise<WorkOrder> {
  const before = await lockRecord(ctx, workOrderKind, id, { expectedVersion });
  const lines = await storedLines(ctx, 'workOrderId', id);
  if (CLOSED.includes(before.status)) assertOnlyInternal(before, lines, input);
  const draft = await readDraft(ctx, RULES, input, { document: before, lines });
  assertLinesInUse(lines, draft.lines as never);
  const fields = CLOSED.includes(before.status) ? internalOnly(draft.fields) : draft.fields;
  const patch = {
    ...fields,
    ...(CLOSED.includes(before.status) ? {} : await readSchedule(ctx, input, before)),
  };
  return changeDocument(ctx, workOrderKind, before, patch, {
    lines: {
      owner: 'workOrderId',
      before: lines,
      after: CLOSED.includes(before.status) ? lines : draft.lines,
    },
  });
}

function internalOnly({
  internalNotes,
  tags,
  customFields,
}: Record<string, unknown>): Record<string, unknown> {
  return { internalNotes, tags, customFields };
}

/** @throws RESOURCE_IN_USE for delivered or invoiced lines that go away or shrink below that */
function assertLinesInUse(before: readonly DocumentLine[], after: readonly DocumentLine[]): void {
  const quantity = (text: string | null) => scaled(plainDecimal(text ?? '0'), 4);
  for (const line of before) {
    const used = [line.quantityDelivered, line.quantityInvoiced]
      .map(quantity)
      .reduce((a, b) => (a > b ? a : b));
    const kept = after.find(({ id }) => id === line.id);
    if (used > 0n && (!kept || quantity(kept.quantity) < used))
      fail('RESOURCE_IN_USE', 'A line cannot have less than was delivered or invoiced of it.', {
        details: { references: { lines: 1 }, line_id: line.id },
      });
  }
}

/** Deletes a draft and gives back what it took of a quote. @throws NOT_FOUND, PRECONDITION_FAILED, DOCUMENT_IMMUTABLE */
export async function deleteWorkOrder(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const order = await lockRecord(ctx, workOrderKind, id, { expectedVersion });
  if (order.status !== 'draft')
    fail('DOCUMENT_IMMUTABLE', 'Only a draft can be deleted.', { details: { fields: [] } });
  await releaseConversions(ctx, id);
  return deleteRecord(ctx, workOrderKind, order);
}
