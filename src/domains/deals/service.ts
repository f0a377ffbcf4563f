// Operations on deals (service.md 2.9, 4.5; crm.md section 6).
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { liveCompanyId } from '../companies/loaders.ts';
import { defaultSource } from '../contacts/associations.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import { exportPage } from '../exports.ts';
import { formatMoney } from '../money.ts';
import type { Subject } from '../notes/service.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  type Locked,
  lockRecord,
  restoreRecord,
} from '../records/verbs.ts';
import { resolveCompetitors, writeCompetitors } from './competitors.ts';
import { resolveContacts } from './contacts.ts';
import { assertStructure, CONTRACT_FIELDS, type ContractStructure } from './contract-rules.ts';
import {
  assertUpdatableFields,
  type DealInput,
  lockPredecessorLinks,
  overrideFrom,
  readFields,
  readProbability,
} from './input.ts';
import { dealKind } from './kind.ts';
import { contactsOfDeal, stageEntriesOfDeal } from './loaders.ts';
import { Deal, DealContact } from './model.ts';
import { findStage } from './pipelines.ts';
import { assertMove, classifyMove, isClosedStage, type StageDefinition, stageFields } from './rules.ts';
import { assertMayClose, insertStageEntry, timelineLinks } from './stages.ts';

/** Returns the deal as the subject of notes. */
export function noteSubject(id: string): Subject {
  return { model: Deal, column: 'dealId', id };
}

/** Returns a live deal. @throws NOT_FOUND */
export function getDeal(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Deal> {
  return Deal.read(ctx, id, lookahead);
}

/** Throws unless the deal exists. @throws VALIDATION_ERROR exists */
export async function assertDeal(ctx: TenantContext, id: string, path: string): Promise<void> {
  const deal = await Deal.live(ctx).where({ id }).first();
  if (!deal) throw invalid(path, 'exists', 'There is no such deal.');
}

/** Returns a page of deals. */
export function listDeals(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Deal>> {
  return listPage<Deal>(ctx, dealKind.listing, args, lookahead);
}

/** Returns a page of deals for an export. */
export function exportDeals(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Deal>> {
  return exportPage<Deal>(ctx, 'deal', dealKind.listing, args, lookahead);
}

/**
 * Creates a deal in an open stage. Only an imported deal may start in a closed stage.
 * @throws VALIDATION_ERROR, DEAL_NOT_CLOSABLE for an imported deal that was won without company or value
 */
export async function createDeal(ctx: TenantContext, input: DealInput): Promise<Deal> {
  if (input.status !== undefined) {
    throw invalid('status', 'read_only', 'The status follows from the stage; give stage instead.');
  }
  const fields = await readFields(ctx, input);
  const stage = await findStage(ctx, input.pipelineId, input.stage);
  const enteredAt = entryTime(ctx, input, stage);
  const override = overrideFrom(input.probability, input.probabilityOverride);
  const record = {
    id: uuid(),
    source: input.imported ? 'import' : defaultSource(ctx),
    companyId: null,
    ...fields,
    customFields: completeCustomFields(ctx, 'deals', fields.customFields),
    ...stageFields(stage, enteredAt, input, override),
  };
  assertInitialStage(record as unknown as Deal, stage, input);
  const contacts = await resolveContacts(ctx, input.contacts ?? []);
  const links = contacts.map(({ contactId, role }) => ({ dealId: record.id, contactId, role }));
  const competitors = await resolveCompetitors(ctx, input.competitors ?? []);
  // These statements are independent of each other, so they share a round trip.
  const [deal, entries, insertedContacts] = await settleAll([
    insertRecord(ctx, dealKind, record, {
      links: [
        { entity: 'deal', id: record.id },
        ...(record.companyId ? [{ entity: 'company' as const, id: record.companyId as string }] : []),
        ...contacts.map(({ contactId }) => ({ entity: 'contact' as const, id: contactId })),
        ...competitors.map(({ competitorId }) => ({ entity: 'competitor' as const, id: competitorId })),
      ],
      data: { stage: stage.key, pipeline_id: stage.pipelineId },
    }),
    insertStageEntry(ctx, record.id, stage, enteredAt, input),
    DealContact.insertAll(ctx, links),
    ...(competitors.length ? [writeCompetitors(ctx, record.id, competitors)] : []),
  ]);
  stageEntriesOfDeal.prime(ctx, record.id, entries);
  contactsOfDeal.prime(ctx, record.id, insertedContacts);
  if (deal.companyId) liveCompanyId.prime(ctx, deal.companyId);
  return deal;
}

/**
 * Updates the given fields. Stage, status and contacts have operations of their own.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updateDeal(
  ctx: TenantContext,
  id: string,
  input: DealInput,
  expectedVersion?: number | null,
): Promise<Deal> {
  if (input.predecessorDealId) await lockPredecessorLinks(ctx);
  const before = await lockRecord(ctx, dealKind, id, { expectedVersion });
  assertUpdatableFields(input);
  const patch = {
    ...(await readFields(ctx, input, before)),
    ...(await readProbability(ctx, input, before)),
  };
  return applyChange(ctx, before, patch);
}

/**
 * Replaces the whole contract structure; fields that are not given become null.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function setContractStructure(
  ctx: TenantContext,
  id: string,
  input: Partial<ContractStructure>,
  expectedVersion?: number | null,
): Promise<Deal> {
  const before = await lockRecord(ctx, dealKind, id, { expectedVersion });
  assertStructure(input);
  return applyChange(
    ctx,
    before,
    Object.fromEntries(CONTRACT_FIELDS.map((field) => [field, input[field] ?? null])),
  );
}

/** Deletes a deal; it can be restored. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteDeal(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion });
  const links = await timelineLinks(ctx, deal);
  await DealContact.of(ctx).where({ dealId: id }).patch({ deletedAt: ctx.now });
  return deleteRecord(ctx, dealKind, deal, { links });
}

/** Restores a deleted deal; a live one is left unchanged. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function restoreDeal(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deal> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion, deleted: true });
  if (!deal.deletedAt) return deal;
  await DealContact.of(ctx).where({ dealId: id }).patch({ deletedAt: null });
  return restoreRecord(ctx, dealKind, deal, { links: await timelineLinks(ctx, deal) });
}

/** Returns whether the terms agreed at closing change: value, currency or close date. */
function changesAgreedTerms(before: Deal, patch: Partial<Deal>): boolean {
  const after = { ...before, ...patch };
  const money = ({ value, currency }: Pick<Deal, 'value' | 'currency'>) =>
    value === null ? currency : `${formatMoney(value, currency)} ${currency}`;
  return money(after) !== money(before) || after.expectedCloseOn !== before.expectedCloseOn;
}

/** Applies an update. @throws ApprovalRequired to an agent that would change the terms of a closed deal */
async function applyChange(
  ctx: TenantContext,
  before: Locked<Deal>,
  patch: Record<string, unknown>,
): Promise<Deal> {
  // A financial risk for agents, like closing the deal.
  if (isClosedStage(before.stage) && changesAgreedTerms(before, patch)) raiseRisk(ctx, 'financial');
  const { id, companyId } = before;
  const links = await timelineLinks(ctx, { id, companyId, ...patch }, companyId);
  return changeRecord(ctx, dealKind, before, patch, { links });
}

/**
 * Returns when a new deal enters its stage: now, or at the closing time of an imported deal.
 * @throws VALIDATION_ERROR
 */
function entryTime(ctx: TenantContext, { imported, closedAt }: DealInput, stage: StageDefinition): Date {
  if (!isClosedStage(stage.key)) {
    if (closedAt != null)
      throw invalid('closed_at', 'unexpected', 'Only an imported deal in a closed stage has a closing time.');
    return ctx.now;
  }
  assertMayClose(ctx, stage.key);
  if (!imported) {
    throw invalid(
      'stage',
      'open',
      'A new deal starts in an open stage; only a deal with imported: true may start in a closed one.',
    );
  }
  if (closedAt == null)
    throw invalid('closed_at', 'required', 'Give the time at which the imported deal was closed.');
  if (closedAt > ctx.now) throw invalid('closed_at', 'future', 'The closing time must not be in the future.');
  return closedAt;
}

/** Throws if a new deal does not meet the conditions of its first stage. */
function assertInitialStage(deal: Deal, stage: StageDefinition, input: DealInput): void {
  const start = { pipelineId: stage.pipelineId, stage: '', status: 'open' as const };
  assertMove(classifyMove(start, stage), { ...deal, projectId: null }, input);
}
