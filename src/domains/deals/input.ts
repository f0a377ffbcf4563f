// Validates the input of a deal and turns it into columns (crm.md section 6).
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { assertCompany } from '../contacts/associations.ts';
import { readCustomFields } from '../custom-fields/record-values.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertCurrency, readMoney } from '../money.ts';
import { normalizeTags } from '../tags.ts';
import type { DealCompetitorInput } from './competitors.ts';
import { assertStructure, type ContractStructure } from './contract-rules.ts';
import type { Deal } from './model.ts';
import { findStage } from './pipelines.ts';
import type { LostReason } from './rules.ts';

/** The writable fields of a deal; an absent field is left unchanged, null clears it. */
export interface DealInput extends Partial<ContractStructure> {
  name?: string | null;
  companyId?: string | null;
  value?: string | null;
  currency?: string | null;
  pipelineId?: string | null;
  stage?: string | null;
  status?: string | null;
  probability?: number | null;
  probabilityOverride?: boolean | null;
  kind?: string | null;
  imported?: boolean | null;
  closedAt?: Date | null;
  lostReason?: LostReason | null;
  lostNote?: string | null;
  ownerUserId?: string | null;
  predecessorDealId?: string | null;
  contacts?: { contactId: string; role?: string | null }[] | null;
  competitors?: DealCompetitorInput[] | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
  [plainField: string]: unknown;
}

/** Fields that only creation and the operations on stages set. */
const STAGE_FIELDS = ['pipelineId', 'stage', 'closedAt', 'lostReason', 'lostNote', 'imported'] as const;

/**
 * Throws for fields that an update cannot change, as other operations do (crm.md section 6).
 * @throws VALIDATION_ERROR own_route
 */
export function assertUpdatableFields(input: DealInput): void {
  for (const field of ['status', ...STAGE_FIELDS] as const) {
    if (input[field] === undefined) continue;
    const path = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw invalid(path, 'own_route', 'To move, close or reopen a deal, use PATCH /api/deals/{id}/stage.');
  }
  if (input.contacts !== undefined) {
    throw invalid('contacts', 'own_route', 'To link contacts, use POST /api/deals/{id}/contacts.');
  }
  if (input.competitors !== undefined) {
    throw invalid('competitors', 'own_route', 'To set competitors, use PUT /api/deals/{id}/competitors.');
  }
}

/** Returns the columns that an input sets, except those of the stage; `before` is the deal that it changes. */
export async function readFields(
  ctx: TenantContext,
  input: DealInput,
  before?: Deal,
): Promise<Record<string, unknown>> {
  const { probability, probabilityOverride, contacts, competitors, status, customFields, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  for (const name of STAGE_FIELDS) delete fields[name];
  if (rest.name !== undefined || !before) fields.name = readName(rest.name);
  if (rest.kind === null) fields.kind = 'new_business';
  if (rest.source === null) delete fields.source;
  if (rest.tags !== undefined) fields.tags = normalizeTags(rest.tags ?? []);
  const customValues = await readCustomFields(ctx, 'deals', customFields, before?.customFields);
  if (customValues) fields.customFields = customValues;
  Object.assign(fields, await readValue(ctx, rest, before));
  assertStructure({ ...before, ...rest } as Partial<ContractStructure>);
  if (rest.companyId && rest.companyId !== before?.companyId) await assertCompany(ctx, rest.companyId);
  if (rest.ownerUserId && rest.ownerUserId !== before?.ownerUserId) {
    await assertMember(ctx, rest.ownerUserId, 'owner_user_id');
  }
  if (rest.predecessorDealId && rest.predecessorDealId !== before?.predecessorDealId) {
    await assertPredecessor(ctx, rest.predecessorDealId, before?.id);
  }
  if (before?.status === 'won') assertKeepsWonFields(fields);
  return fields;
}

/**
 * Returns the columns of a probability override, or of its removal, which restores the probability of the stage.
 * @throws VALIDATION_ERROR for a closed deal, whose probability is that of its stage
 */
export async function readProbability(
  ctx: TenantContext,
  { probability, probabilityOverride }: DealInput,
  before: Deal,
): Promise<{ probability?: number; probabilityOverride?: boolean }> {
  if (probability === undefined && probabilityOverride === undefined) return {};
  if (before.status !== 'open') {
    throw invalid(
      'probability',
      'closed',
      'The probability of a closed deal cannot be changed; it is that of its stage.',
    );
  }
  const override = overrideFrom(probability, probabilityOverride);
  if (override !== undefined) return { probability: override, probabilityOverride: true };
  if (probabilityOverride && probability !== null) return { probabilityOverride: true };
  const stage = await findStage(ctx, before.pipelineId, before.stage);
  return { probability: stage.probability, probabilityOverride: false };
}

/**
 * Returns the probability that overrides that of the stage, if one is given.
 * @throws VALIDATION_ERROR if overriding is refused at the same time
 */
export function overrideFrom(
  probability: number | null | undefined,
  override: boolean | null | undefined,
): number | undefined {
  if (probability == null) return undefined;
  if (override === false) {
    throw invalid(
      'probability_override',
      'contradiction',
      'A given probability overrides that of the stage; omit probability, or set probability_override to true.',
    );
  }
  return probability;
}

function readName(name: string | null | undefined): string {
  const text = name?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Give the deal a name.');
  return text;
}

/** Returns value and currency; the currency defaults to that of the workspace. */
async function readValue(
  ctx: TenantContext,
  input: DealInput,
  before?: Deal,
): Promise<{ value?: string | null; currency?: string }> {
  if (before && input.value === undefined && input.currency === undefined) return {};
  const currency = input.currency ?? (input.currency === undefined && before?.currency) ?? undefined;
  const resolvedCurrency = currency || (await currencyOf(ctx));
  if (input.currency) assertCurrency(input.currency, 'currency');
  const value = input.value !== undefined ? input.value : (before?.value ?? null);
  if (value === null) return { value, currency: resolvedCurrency };
  if (input.currency === null)
    throw invalid(
      'currency',
      'required',
      'A deal with a value needs a currency; give one, or omit currency to keep it.',
    );
  if (value.startsWith('-')) throw invalid('value', 'minimum', 'The value of a deal must be 0 or more.');
  return { value: readMoney(value, resolvedCurrency, 'value'), currency: resolvedCurrency };
}

async function currencyOf(ctx: TenantContext): Promise<string> {
  const tenant = await ctx.db('tenants').where({ id: ctx.tenantId }).first('currency');
  return tenant.currency as string;
}

function assertKeepsWonFields(fields: Record<string, unknown>): void {
  for (const [name, path] of [
    ['companyId', 'company_id'],
    ['value', 'value'],
  ] as const) {
    if (fields[name] === null)
      throw invalid(
        path,
        'won',
        'A won deal must have a company and a value; reopen it before clearing them.',
      );
  }
}

/**
 * Locks the predecessor links of the workspace, since concurrent updates could make two deals each other's
 * predecessors. Must be called before the deal is locked: the foreign key to a predecessor waits for whoever holds
 * its row.
 */
export async function lockPredecessorLinks(ctx: TenantContext): Promise<void> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [`deals.predecessor:${ctx.tenantId}`]);
}

/** Throws if the predecessor does not exist or follows the deal itself. @throws VALIDATION_ERROR exists, cycle */
async function assertPredecessor(ctx: TenantContext, id: string, dealId?: string): Promise<void> {
  const chain = await ctx.tx.rows<{ id: string }>(
    `with recursive up as (
       select d.id, d.predecessor_deal_id from deals d where d.tenant_id = $1 and d.id = $2 and d.deleted_at is null
       union
       select d.id, d.predecessor_deal_id from deals d join up on d.id = up.predecessor_deal_id where d.tenant_id = $1
     ) select id from up`,
    [ctx.tenantId, id],
  );
  const path = 'predecessor_deal_id';
  if (chain.length === 0) throw invalid(path, 'exists', 'There is no such deal.');
  if (chain.some((deal) => deal.id === dealId)) {
    throw invalid(
      path,
      'cycle',
      'The predecessor must be neither the deal itself nor one of its successors.',
    );
  }
}
