// Outcomes of a relationship: recorded, confirmed and corrected by people (service.md 2.8; crm.md section 5, Outcomes).
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
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
import { assertNoContent, confirmed, firstState, wireName } from './rules.ts';

/** What a person may write; absent leaves alone, null clears. */
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

/** How an outcome comes to be recorded. */
export interface Filing {
  confirmationState?: ConfirmationState | null;
  suggestionRef?: string | null;
}

/** A page of the outcomes of a contact, the latest first. @throws NOT_FOUND when the contact is not there */
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

/** Records an outcome. @throws NOT_FOUND when the contact is not there; VALIDATION_ERROR */
export async function recordOutcome(
  ctx: TenantContext,
  contactId: string,
  input: OutcomeInput,
  { confirmationState, suggestionRef }: Filing,
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
 * Corrects an outcome, whatever its state; what stood before goes into its history.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED for what somebody else recorded, VALIDATION_ERROR
 */
export async function correctOutcome(
  ctx: TenantContext,
  contactId: string,
  id: string,
  input: OutcomeInput,
  expectedVersion?: number | null,
): Promise<RelationshipOutcome> {
  const before = await lockOutcome(ctx, contactId, id, expectedVersion);
  const given = Object.entries(await readInput(ctx, input));
  const changed = given.filter(
    ([field, value]) => canonical(value) !== canonical(before[field as keyof OutcomeInput]),
  );
  if (changed.length === 0) return before;
  const former = changed.map(([field]) => [wireName(field), wire(before[field as keyof OutcomeInput])]);
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
 * Vouches for an outcome; of one that is confirmed already it changes nothing.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, INVALID_STATE_TRANSITION for a corrected one
 */
export async function confirmOutcome(
  ctx: TenantContext,
  contactId: string,
  id: string,
  expectedVersion?: number | null,
): Promise<RelationshipOutcome> {
  const before = await lockOutcome(ctx, contactId, id, expectedVersion);
  const confirmationState = confirmed(before.confirmationState);
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
  const outcome = await RelationshipOutcome.lock(ctx, id, { expectedVersion });
  if (outcome.contactId !== contactId) fail('NOT_FOUND');
  // One's own is what one recorded, and what concerns a contact that one looks after.
  if (outcome.createdBy.id !== ctx.principal.id) assertOwn(ctx, contact);
  return outcome;
}

/** The fields that are given, as they are stored. @throws VALIDATION_ERROR */
async function readInput(ctx: TenantContext, input: OutcomeInput): Promise<Partial<RelationshipOutcome>> {
  const { outcomeType, direction, occurredOn, summary, companyId, dealId, evidence, proofAssetRefs } = input;
  for (const [path, value] of Object.entries({ outcomeType, direction, occurredOn })) {
    if (value === null) throw invalid(wireName(path), 'required', 'An outcome is never without it.');
  }
  if (occurredOn && occurredOn > dayOf(ctx.now, ctx.principal.timeZone)) {
    throw invalid('occurred_on', 'in_future', 'An outcome has come about; give today or a day before.');
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

/** A value in a form in which equal ones are equal: absent and null members mean the same, in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(wire(value));
}

/** A stored value as it is told in a history: under wire names, sorted, without members that say nothing. */
function wire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wire);
  if (value === null || typeof value !== 'object') return value ?? null;
  const members = Object.entries(value).filter(([, member]) => member != null);
  return Object.fromEntries(members.map(([name, member]) => [wireName(name), wire(member)]).sort());
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
    ...(before && { before: told(before), after: told(outcome) }),
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

/** The outcome as audit and event may compare it: its history repeats what its evidence says. */
function told(outcome: RelationshipOutcome): object {
  const { history: _, ...fields } = outcome.toJSON() as unknown as RelationshipOutcome;
  return fields;
}
