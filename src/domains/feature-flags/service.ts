// Defines feature flags (platform.md §10).
import { v7 as uuid } from 'uuid';
import { ALWAYS_ON } from '../../access/check.ts';
import type { FlagKind } from '../../access/feature-flags.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import { announceChange, EVERY_WORKSPACE } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { FeatureFlag, StoredFlag } from './model.ts';

const kind = partKind({ model: StoredFlag, name: 'feature_flag', title: 'key' });
const listing: Listing = { model: FeatureFlag };

export interface NewFlagInput {
  key: string;
  description: string;
  kind: FlagKind;
  module?: string | null;
  defaultValue?: boolean | null;
  rollout?: number | null;
  plans?: readonly string[] | null;
}

export interface FlagInput {
  description?: string | null;
  defaultValue?: boolean | null;
  rollout?: number | null;
  plans?: readonly string[] | null;
  archived?: boolean | null;
}

/** Returns a page of the flags. */
export function listFeatureFlags(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<FeatureFlag>> {
  return listPage<FeatureFlag>(ctx, listing, args, lookahead);
}

/** Defines a flag. @throws VALIDATION_ERROR; CONFLICT key_taken, module_has_flag */
export async function createFeatureFlag(ctx: TenantContext, input: NewFlagInput): Promise<FeatureFlag> {
  const { key, description, module, rollout } = input;
  const isModule = input.kind === 'module';
  if (isModule) assertSwitchable(module);
  else if (module) throw invalid('module', 'kind', 'Only a flag of the kind module has a module.');
  if (input.kind !== 'percentage') assertNoRollout(rollout);
  const others = (await StoredFlag.of(ctx).where({ key })) as StoredFlag[];
  if (others.length)
    fail('CONFLICT', 'There is a flag with this key; change it instead.', {
      details: { reason: 'key_taken' },
    });
  if (isModule) await assertNoOther(ctx, module!);
  const flag = await insertRecord(ctx, kind, {
    id: uuid(),
    key,
    description,
    kind: input.kind,
    module: module ?? null,
    defaultValue: input.defaultValue ?? isModule,
    rollout: input.kind === 'percentage' ? (rollout ?? 0) : null,
    plans: await readPlans(ctx, input.plans ?? []),
  });
  if (isModule) await announceChange(ctx, EVERY_WORKSPACE);
  return counted(ctx, flag.id);
}

/**
 * Changes a flag, with effect in every process at once.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; CONFLICT module_has_flag
 */
export async function updateFeatureFlag(
  ctx: TenantContext,
  key: string,
  input: FlagInput,
  expectedVersion?: number | null,
): Promise<FeatureFlag> {
  const found = await flagByKey(ctx, key);
  const before = await lockRecord(ctx, kind, found.id, { expectedVersion: expectedVersion ?? null });
  for (const [name, value] of Object.entries(input))
    if (value === null) throw invalid(name, 'required', `${name} cannot be cleared; leave it out.`);
  if (before.kind !== 'percentage') assertNoRollout(input.rollout);
  if (before.module && before.archived && input.archived === false) await assertNoOther(ctx, before.module);
  const plans = input.plans ? await readPlans(ctx, input.plans) : undefined;
  const after = await changeRecord(ctx, kind, before, { ...input, plans });
  if (after !== before && after.kind === 'module') await announceChange(ctx, EVERY_WORKSPACE);
  return counted(ctx, after.id);
}

/** Returns a flag. @throws NOT_FOUND */
export async function flagByKey(ctx: TenantContext, key: string): Promise<StoredFlag> {
  const flag = (await StoredFlag.live(ctx).where({ key }).first()) as StoredFlag | undefined;
  return flag ?? fail('NOT_FOUND');
}

async function counted(ctx: TenantContext, id: string): Promise<FeatureFlag> {
  return (await FeatureFlag.of(ctx).where({ id }).first()) as FeatureFlag;
}

function assertSwitchable(module: string | null | undefined): void {
  if (!module) throw invalid('module', 'required', 'Name the module that the flag switches.');
  if (!declaredAccess().modules.includes(module))
    throw invalid('module', 'exists', 'There is no module with this name; see GET /api/roles/permissions.');
  // Without billing a workspace could never change its plan.
  if (ALWAYS_ON.has(module) || module === 'billing')
    throw invalid('module', 'always_on', 'This module cannot be switched off.');
}

function assertNoRollout(rollout: number | null | undefined): void {
  if (rollout != null) throw invalid('rollout', 'kind', 'Only a flag of the kind percentage has a rollout.');
}

async function assertNoOther(ctx: TenantContext, module: string): Promise<void> {
  const other = await StoredFlag.of(ctx).where({ module, archived: false }).first();
  if (other)
    fail('CONFLICT', 'Another flag switches this module; change or archive that one.', {
      details: { reason: 'module_has_flag', key: other.key },
    });
}

/** @throws VALIDATION_ERROR exists */
async function readPlans(ctx: TenantContext, keys: readonly string[]): Promise<string[]> {
  const unique = [...new Set(keys)].sort();
  if (unique.length === 0) return [];
  const rows = await ctx.tx.rows<{ key: string }>('select key from plans where key = any ($1)', [unique]);
  const known = new Set(rows.map(({ key }) => key));
  const unknown = keys.findIndex((key) => !known.has(key));
  if (unknown >= 0)
    throw invalid(`plans[${unknown}]`, 'exists', 'There is no plan with this key; see GET /api/admin/plans.');
  return unique;
}
