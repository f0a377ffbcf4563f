// What a caller may write of a deal, checked against the rules (crm.md section 6).
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { assertCompany } from '../contacts/associations.ts';
import { readCustomFields } from '../custom-fields/write.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertCurrency, readMoney } from '../money.ts';
import { normalizeTags } from '../tags.ts';
import { assertStructure, type ContractStructure } from './contract-rules.ts';
import type { Deal } from './model.ts';
import { findStage } from './pipelines.ts';
import type { LostReason } from './rules.ts';

/** What a caller may write; absent leaves alone, null clears. */
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
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
  [plainField: string]: unknown;
}

/** Members that say where a deal stands: they have routes of their own, and only a creation takes some of them. */
const POSITION = ['pipelineId', 'stage', 'closedAt', 'lostReason', 'lostNote', 'imported'] as const;

/** Refuses to change with a deal what has a route of its own (crm.md section 6). @throws VALIDATION_ERROR own_route */
export function assertNoMove(input: DealInput): void {
  for (const field of ['status', ...POSITION] as const) {
    if (input[field] === undefined) continue;
    const path = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw invalid(path, 'own_route', 'A deal is moved, closed and reopened by PATCH /api/deals/{id}/stage.');
  }
  if (input.contacts !== undefined) {
    throw invalid('contacts', 'own_route', 'Contacts are linked by POST /api/deals/{id}/contacts.');
  }
}

/** The fields of a deal from an input, without where it stands; `before` is the deal that it changes. */
export async function readFields(
  ctx: TenantContext,
  input: DealInput,
  before?: Deal,
): Promise<Record<string, unknown>> {
  const { probability, probabilityOverride, contacts, status, customFields, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  for (const name of POSITION) delete fields[name];
  if (rest.name !== undefined || !before) fields.name = readName(rest.name);
  if (rest.kind === null) fields.kind = 'new_business';
  if (rest.source === null) delete fields.source;
  if (rest.tags !== undefined) fields.tags = normalizeTags(rest.tags ?? []);
  const custom = await readCustomFields(ctx, 'deals', customFields, before?.customFields);
  if (custom) fields.customFields = custom;
  Object.assign(fields, await readValue(ctx, rest, before));
  assertStructure({ ...before, ...rest } as Partial<ContractStructure>);
  if (rest.companyId && rest.companyId !== before?.companyId) await assertCompany(ctx, rest.companyId);
  if (rest.ownerUserId && rest.ownerUserId !== before?.ownerUserId) {
    await assertMember(ctx, rest.ownerUserId, 'owner_user_id');
  }
  if (rest.predecessorDealId && rest.predecessorDealId !== before?.predecessorDealId) {
    await assertPredecessor(ctx, rest.predecessorDealId, before?.id);
  }
  if (before?.status === 'won') assertStaysWon(fields);
  return fields;
}

/**
 * A probability of the deal's own, or the way back to that of its stage.
 * @throws VALIDATION_ERROR for a closed deal, whose probability is that of its stage
 */
export async function readProbability(
  ctx: TenantContext,
  { probability, probabilityOverride }: DealInput,
  before: Deal,
): Promise<{ probability?: number; probabilityOverride?: boolean }> {
  if (probability === undefined && probabilityOverride === undefined) return {};
  if (before.status !== 'open') {
    throw invalid('probability', 'closed', 'The probability of a closed deal is that of its stage.');
  }
  const own = ownProbability(probability, probabilityOverride);
  if (own !== undefined) return { probability: own, probabilityOverride: true };
  if (probabilityOverride && probability !== null) return { probabilityOverride: true };
  const stage = await findStage(ctx, before.pipelineId, before.stage);
  return { probability: stage.probability, probabilityOverride: false };
}

/** The probability that overrides the stage's, if one is given. @throws VALIDATION_ERROR for one that is not to override */
export function ownProbability(
  probability: number | null | undefined,
  override: boolean | null | undefined,
): number | undefined {
  if (probability == null) return undefined;
  if (override === false) {
    throw invalid('probability_override', 'contradiction', 'A probability of its own overrides the stage.');
  }
  return probability;
}

function readName(name: string | null | undefined): string {
  const text = name?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'A deal has a name.');
  return text;
}

/** Value and currency; without a currency the deal is in that of the workspace. */
async function readValue(
  ctx: TenantContext,
  input: DealInput,
  before?: Deal,
): Promise<{ value?: string | null; currency?: string }> {
  if (before && input.value === undefined && input.currency === undefined) return {};
  const currency = input.currency ?? (input.currency === undefined && before?.currency) ?? undefined;
  const known = currency || (await currencyOf(ctx));
  if (input.currency) assertCurrency(input.currency, 'currency');
  const value = input.value !== undefined ? input.value : (before?.value ?? null);
  if (value === null) return { value, currency: known };
  if (input.currency === null)
    throw invalid('currency', 'required', 'A value has a currency; name it, or leave currency out.');
  if (value.startsWith('-')) throw invalid('value', 'minimum', 'The value of a deal is 0 or more.');
  return { value: readMoney(value, known, 'value'), currency: known };
}

async function currencyOf(ctx: TenantContext): Promise<string> {
  const tenant = await ctx.db('tenants').where({ id: ctx.tenantId }).first('currency');
  return tenant.currency as string;
}

function assertStaysWon(fields: Record<string, unknown>): void {
  for (const [name, path] of [
    ['companyId', 'company_id'],
    ['value', 'value'],
  ] as const) {
    if (fields[name] === null)
      throw invalid(path, 'won', 'A won deal keeps its company and value; reopen it first.');
  }
}

/**
 * Lets nobody else of the workspace change what a deal follows: two deals could become each other's predecessors at
 * once. Taken before the deal is locked, because the key to the predecessor waits for whoever holds that one.
 */
export async function lockChains(ctx: TenantContext): Promise<void> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [`deals.predecessor:${ctx.tenantId}`]);
}

/** Refuses a predecessor that is missing, or that follows the deal itself. @throws VALIDATION_ERROR exists, cycle */
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
  if (chain.length === 0) throw invalid(path, 'exists', 'There is no such deal to follow.');
  if (chain.some((deal) => deal.id === dealId)) {
    throw invalid(path, 'cycle', 'A deal cannot follow itself or a deal that follows it.');
  }
}
