// Relationship outcomes: list, record, confirm, correct (service.md 2.8; crm.md section 5, Outcomes).
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertCompany } from '../contacts/associations.ts';
import { getContact } from '../contacts/service.ts';
import { dayOf } from '../days.ts';
import { assertDeal } from '../deals/service.ts';
import { LATEST_FIRST, outcomeListing } from './loaders.ts';
import {
  type ConfirmationState,
  type Correction,
  type Evidence,
  type ProofAssetRef,
  RelationshipOutcome,
} from './model.ts';
import { assertNoContent, firstState, stateAfterConfirm, wireName } from './rules.ts';

/** The fields of an outcome that a caller can set; absent fields stay unchanged, null clears. */
export interface OutcomeInput {
  outcomeType?: string | null;
  direction?: RelationshipOutcome['direction'] | null;
  occurredOn?: string | null;
  summary?: string | null;
  companyId?: string | null;
  dealId?: string | null;
  evidence?: Evidence[] | null;
  proofAssetRefs?: ProofAssetRef[] | null;
}

/** The origin of an outcome: recorded by a person or accepted from a suggestion. */
export interface OutcomeOrigin {
  confirmationState?: ConfirmationState | null;
  suggestionRef?: string | null;
}

/** Returns a page of the outcomes of a contact, latest first. @throws NOT_FOUND if the contact does not exist */
export async function listOutcomes(
  ctx: TenantContext,
  contactId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<RelationshipOutcome>> {
  await getContact(ctx, contactId);
  const latest = { ...args, sort: LATEST_FIRST };
  return listPage<RelationshipOutcome>(ctx, outcomeListing, latest, lookahead, (query) =>
    query.where({ contactId }),
  );
}

/** Records an outcome. @throws NOT_FOUND if the contact does not exist; VALIDATION_ERROR */
export async function recordOutcome(
  ctx: TenantContext,
  contactId: string,
  input: OutcomeInput,
  { confirmationState, suggestionRef }: OutcomeOrigin,
): Promise<RelationshipOutcome> {
  const contact = await getContact(ctx, contactId);
  const { companyId = contact.companyId, occurredOn, ...fields } = await readInput(ctx, input);
  const outcome = await RelationshipOutcome.create(ctx, {
    ...fields,
    contactId,
    companyId,
    occurredOn: occurredOn ?? dayOf(ctx.now, ctx.principal.timeZone),
    confirmationState: firstState(confirmationState, suggestionRef),
    suggestionRef: suggestionRef ?? null,
  });
  await emitOutcome(ctx, 'relationship_outcome.recorded', outcome);
  return outcome;
}

/**
 * Corrects an outcome in any state; its history keeps the former values.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED for an outcome that another person recorded,
 *   VALIDATION_ERROR
 */
export async function correctOutcome(
  ctx: TenantContext,
  contactId: string,
  id: string,
  input: OutcomeInput,
  expectedVersion?: number | null,
): Promise<RelationshipOutcome> {
  const before = await lockOutcome(ctx, contactId, id, expectedVersion);
  const fields = Object.entries(await readInput(ctx, input));
  const changed = fields.filter(
    ([field, value]) => canonical(value) !== canonical(before[field as keyof OutcomeInput]),
  );
  if (changed.length === 0) return before;
  const former = changed.map(([field]) => [wireName(field), toWire(before[field as keyof OutcomeInput])]);
  const correction: Correction = {
    at: ctx.now.toISOString(),
    by: actorOf(ctx.principal),
    confirmationState: before.confirmationState,
    former: Object.fromEntries(former),
  };
  const after = await before.change(ctx, {
    ...Object.fromEntries(changed),
    confirmationState: 'corrected',
    history: [...before.history, correction],
  });
  await emitOutcome(ctx, 'relationship_outcome.corrected', after, before);
  return after;
}

/**
 * Confirms an outcome; a confirmed one stays unchanged.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, INVALID_STATE_TRANSITION for a corrected outcome
 */
export async function confirmOutcome(
  ctx: TenantContext,
  contactId: string,
  id: string,
  expectedVersion?: number | null,
): Promise<RelationshipOutcome> {
  const before = await lockOutcome(ctx, contactId, id, expectedVersion);
  const confirmationState = stateAfterConfirm(before.confirmationState);
  if (confirmationState === before.confirmationState) return before;
  const after = await before.change(ctx, { confirmationState });
  await emitOutcome(ctx, 'relationship_outcome.confirmed', after, before);
  return after;
}

async function lockOutcome(
  ctx: TenantContext,
  contactId: string,
  id: string,
  expectedVersion?: number | null,
): Promise<RelationshipOutcome> {
  const contact = await getContact(ctx, contactId);
  const outcome = await RelationshipOutcome.lock(ctx, id);
  if (outcome.contactId !== contactId) fail('NOT_FOUND');
  // Callers may change outcomes that they recorded and those of contacts they own.
  if (outcome.createdBy.id !== ctx.principal.id) assertOwn(ctx, contact);
  assertVersion(outcome, expectedVersion);
  return outcome;
}

/** Validates the present fields and returns them as they are stored. @throws VALIDATION_ERROR */
async function readInput(ctx: TenantContext, input: OutcomeInput): Promise<Partial<RelationshipOutcome>> {
  const { outcomeType, direction, occurredOn, summary, companyId, dealId, evidence, proofAssetRefs } = input;
  for (const [path, value] of Object.entries({ outcomeType, direction, occurredOn })) {
    if (value === null)
      throw invalid(
        wireName(path),
        'required',
        'This field cannot be cleared; send a value or leave it out.',
      );
  }
  if (occurredOn && occurredOn > dayOf(ctx.now, ctx.principal.timeZone)) {
    throw invalid(
      'occurred_on',
      'in_future',
      'An outcome cannot be in the future; send today or an earlier day.',
    );
  }
  assertNoContent(input);
  if (companyId) await assertCompany(ctx, companyId);
  if (dealId) await assertDeal(ctx, dealId, 'deal_id');
  const fields: Partial<RelationshipOutcome> = {
    ...(outcomeType && { outcomeType }),
    ...(direction && { direction }),
    ...(occurredOn && { occurredOn }),
    ...(summary !== undefined && { summary: summary?.trim() || null }),
    ...(companyId !== undefined && { companyId }),
    ...(dealId !== undefined && { dealId }),
    ...(evidence !== undefined && { evidence: evidence ?? [] }),
    ...(proofAssetRefs !== undefined && { proofAssetRefs: proofAssetRefs ?? [] }),
  };
  return fields;
}

/** Returns a canonical JSON for comparison: absent and null members are equal, in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(toWire(value));
}

/** Converts a stored value to wire names for the history, sorted and without empty members. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (value === null || typeof value !== 'object') return value ?? null;
  const members = Object.entries(value).filter(([, member]) => member != null);
  return Object.fromEntries(members.map(([name, member]) => [wireName(name), toWire(member)]).sort());
}

async function emitOutcome(
  ctx: TenantContext,
  event: Extract<EventType, `relationship_outcome.${string}`>,
  outcome: RelationshipOutcome,
  before?: RelationshipOutcome,
): Promise<void> {
  const { contactId, companyId, outcomeType, direction, occurredOn, confirmationState } = outcome;
  await emit(ctx, event, {
    object: outcome,
    ...(before && { before: auditFields(before), after: auditFields(outcome) }),
    withheld: ['summary'],
    links: [
      { entity: 'contact', id: contactId },
      ...(companyId ? [{ entity: 'company' as const, id: companyId }] : []),
    ],
    data: {
      contact_id: contactId,
      outcome_type: outcomeType,
      direction,
      occurred_on: occurredOn,
      confirmation_state: confirmationState,
    },
  });
}

/** Returns the fields of an outcome for audit and events, without the history, which repeats private text. */
function auditFields(outcome: RelationshipOutcome): object {
  const { history: _, ...fields } = outcome.toJSON() as unknown as RelationshipOutcome;
  return fields;
}
