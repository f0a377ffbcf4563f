// What can be done to a deal (service.md 2.9, 4.5; crm.md section 6).
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import { type ListArguments, listPage, type PageOf } from '../../db/page.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { liveCompanyId } from '../companies/loaders.ts';
import { writerOf } from '../contacts/associations.ts';
import { completeCustomFields } from '../custom-fields/write.ts';
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
import { assertContacts } from './contacts.ts';
import { assertStructure, CONTRACT_FIELDS, type ContractStructure } from './contract-rules.ts';
import {
  assertNoMove,
  type DealInput,
  lockChains,
  ownProbability,
  readFields,
  readProbability,
} from './input.ts';
import { dealKind } from './kind.ts';
import { contactsOfDeal, dealListing, stageEntriesOfDeal } from './loaders.ts';
import { Deal, DealContact } from './model.ts';
import { findStage } from './pipelines.ts';
import { assertMove, fieldsIn, isClosing, moveOf, type StageFacts } from './rules.ts';
import { assertMayClose, linksOf, writeEntry } from './stages.ts';

/** A deal as the record that notes stand on. */
export function noteSubject(id: string): Subject {
  return { model: Deal, column: 'dealId', id };
}

/** One live deal. @throws NOT_FOUND */
export function getDeal(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Deal> {
  return Deal.read(ctx, id, lookahead);
}

/** Refuses a deal that is not there. @throws VALIDATION_ERROR exists */
export async function assertDeal(ctx: TenantContext, id: string, path: string): Promise<void> {
  const deal = await Deal.live(ctx).where({ id }).first();
  if (!deal) throw invalid(path, 'exists', 'There is no such deal.');
}

/** A page of deals. */
export function listDeals(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Deal>> {
  return listPage<Deal>(ctx, dealListing, args, lookahead);
}

/** A page of deals for an export. */
export function exportDeals(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Deal>> {
  return exportPage<Deal>(ctx, 'deal', dealListing, args, lookahead);
}

/**
 * Creates a deal in an open stage; in a closed one only where it was closed elsewhere before and is imported.
 * @throws VALIDATION_ERROR, DEAL_NOT_CLOSABLE for an imported deal that was won without company or value
 */
export async function createDeal(ctx: TenantContext, input: DealInput): Promise<Deal> {
  if (input.status !== undefined) {
    throw invalid('status', 'read_only', 'The status follows from the stage; give the stage.');
  }
  const fields = await readFields(ctx, input);
  const stage = await findStage(ctx, input.pipelineId, input.stage);
  const at = entryTime(ctx, input, stage);
  const own = ownProbability(input.probability, input.probabilityOverride);
  const record = {
    id: uuid(),
    source: input.imported ? 'import' : writerOf(ctx),
    companyId: null,
    ...fields,
    customFields: completeCustomFields(ctx, 'deals', fields.customFields),
    ...fieldsIn(stage, at, input, own),
  };
  assertImport(record as unknown as Deal, stage, input);
  const contacts = await assertContacts(ctx, input.contacts ?? []);
  const links = contacts.map(({ contactId, role }) => ({ dealId: record.id, contactId, role }));
  // Nothing of this waits for the answer to anything else, so it is sent at once.
  const [deal, entries, owned] = await settleAll([
    insertRecord(ctx, dealKind, record, {
      links: [
        { entity: 'deal', id: record.id },
        ...(record.companyId ? [{ entity: 'company' as const, id: record.companyId as string }] : []),
        ...contacts.map(({ contactId }) => ({ entity: 'contact' as const, id: contactId })),
      ],
      data: { stage: stage.key, pipeline_id: stage.pipelineId },
    }),
    writeEntry(ctx, record.id, stage, at, input),
    DealContact.insertAll(ctx, links),
  ]);
  stageEntriesOfDeal.prime(ctx, record.id, entries);
  contactsOfDeal.prime(ctx, record.id, owned);
  if (deal.companyId) liveCompanyId.prime(ctx, deal.companyId);
  return deal;
}

/**
 * Changes the fields that are given. Stage, status and contacts have routes of their own.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updateDeal(
  ctx: TenantContext,
  id: string,
  input: DealInput,
  expectedVersion?: number | null,
): Promise<Deal> {
  if (input.predecessorDealId) await lockChains(ctx);
  const before = await lockRecord(ctx, dealKind, id, { expectedVersion });
  assertNoMove(input);
  const patch = {
    ...(await readFields(ctx, input, before)),
    ...(await readProbability(ctx, input, before)),
  };
  return write(ctx, before, patch);
}

/**
 * Replaces the contract structure as one; a field that is not given is empty then.
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
  return write(
    ctx,
    before,
    Object.fromEntries(CONTRACT_FIELDS.map((field) => [field, input[field] ?? null])),
  );
}

/** Deletes a deal so that it can be restored. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteDeal(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion });
  const links = await linksOf(ctx, deal);
  await DealContact.of(ctx).where({ dealId: id }).patch({ deletedAt: ctx.now });
  return deleteRecord(ctx, dealKind, deal, { links });
}

/** Undoes a deletion; of a live deal it changes nothing. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function restoreDeal(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deal> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion, deleted: true });
  if (!deal.deletedAt) return deal;
  await DealContact.of(ctx).where({ dealId: id }).patch({ deletedAt: null });
  return restoreRecord(ctx, dealKind, deal, { links: await linksOf(ctx, deal) });
}

/**
 * Hands a won deal over to delivery, as a project.
 * @throws NOT_FOUND, PRECONDITION_FAILED; FEATURE_DISABLED as long as the platform has no delivery module to hand it to
 */
export async function handOffDeal(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deal> {
  await lockRecord(ctx, dealKind, id, { expectedVersion });
  throw new ServiceError('FEATURE_DISABLED', 'There is no delivery module to hand the deal to.', {
    details: { module: 'delivery', flag: 'modules.delivery', level: 'platform' },
  });
}

/**
 * Says which competitors were met in a deal.
 * @throws NOT_FOUND, VALIDATION_ERROR exists for each competitor: the workspace cannot know any yet
 */
export async function setCompetitors(
  ctx: TenantContext,
  id: string,
  competitors: { competitorId: string }[],
  expectedVersion?: number | null,
): Promise<Deal> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion });
  if (competitors.length === 0) return deal;
  const message = 'There is no such competitor.';
  throw new ServiceError('VALIDATION_ERROR', message, {
    fields: competitors.map((_, index) => ({
      path: `competitors[${index}].competitor_id`,
      rule: 'exists',
      message,
    })),
  });
}

/** Whether what was agreed when a deal was closed changes: its value, currency or close date. */
function changesTerms(before: Deal, patch: Partial<Deal>): boolean {
  const after = { ...before, ...patch };
  const money = ({ value, currency }: Pick<Deal, 'value' | 'currency'>) =>
    value === null ? currency : `${formatMoney(value, currency)} ${currency}`;
  return money(after) !== money(before) || after.expectedCloseOn !== before.expectedCloseOn;
}

/** @throws ApprovalRequired to an agent that would change the terms of a closed deal */
async function write(
  ctx: TenantContext,
  before: Locked<Deal>,
  patch: Record<string, unknown>,
): Promise<Deal> {
  // For an agent a matter of money, as closing it is.
  if (isClosing(before.stage) && changesTerms(before, patch)) raiseRisk(ctx, 'financial');
  const { id, companyId } = before;
  const links = await linksOf(ctx, { id, companyId, ...patch }, companyId);
  return changeRecord(ctx, dealKind, before, patch, { links });
}

/** When a new deal enters its stage: now, or when an imported one was closed. @throws VALIDATION_ERROR */
function entryTime(ctx: TenantContext, { imported, closedAt }: DealInput, stage: StageFacts): Date {
  if (!isClosing(stage.key)) {
    if (closedAt != null) throw invalid('closed_at', 'unexpected', 'An open deal has not been closed.');
    return ctx.now;
  }
  assertMayClose(ctx, stage.key);
  if (!imported) {
    throw invalid(
      'stage',
      'open',
      'A deal begins in an open stage; a closed one is only for imported: true.',
    );
  }
  if (closedAt == null) throw invalid('closed_at', 'required', 'Say when the imported deal was closed.');
  if (closedAt > ctx.now) throw invalid('closed_at', 'future', 'A deal was closed in the past.');
  return closedAt;
}

/** Holds a new deal to the conditions of the stage that it begins in. */
function assertImport(deal: Deal, stage: StageFacts, input: DealInput): void {
  const start = { pipelineId: stage.pipelineId, stage: '', status: 'open' as const };
  assertMove(moveOf(start, stage), { ...deal, projectId: null }, input);
}
