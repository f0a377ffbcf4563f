// What can be done to the keys of outside providers (platform.md section 6). A secret comes in here and is never told.
import { v7 as uuid } from 'uuid';
import { openForTenant, sealForTenant } from '../../access/tenant-keys.ts';
import type { TenantContext } from '../../context.ts';
import { beside } from '../../db/beside.ts';
import { type ListArguments, type Listing, listPage, type PageOf } from '../../db/page.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { checkKey } from './check.ts';
import { ProviderKey } from './model.ts';
import {
  assertAddressed,
  assertCheckable,
  assertOwnAddress,
  type KeyStatus,
  lastFourOf,
  type Provider,
  readBaseUrl,
  statusOf,
} from './rules.ts';

export interface ProviderKeyInput {
  label: string;
  provider: Provider;
  baseUrl?: string | null;
  secret: string;
  isDefault?: boolean | null;
  verify?: boolean | null;
}

export interface ProviderKeyChange extends Partial<Omit<ProviderKeyInput, 'provider' | 'label' | 'secret'>> {
  label?: string | null;
  secret?: string | null;
  disabled?: boolean | null;
}

const providerKeys: Listing = { model: ProviderKey };

/** A page of the keys; of a secret no more than its last four characters. */
export function listProviderKeys(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ProviderKey>> {
  return listPage<ProviderKey>(ctx, providerKeys, args, lookahead);
}

/**
 * Stores a key. With `verify` its provider is asked first; a key that it refuses is stored as invalid.
 * @throws VALIDATION_ERROR; URL_NOT_ALLOWED for an address that the egress rules refuse
 */
export async function createProviderKey(ctx: TenantContext, input: ProviderKeyInput): Promise<ProviderKey> {
  const id = uuid();
  const { provider, secret } = input;
  const baseUrl = readBaseUrl(input.baseUrl);
  assertAddressed(provider, baseUrl);
  if (input.verify) assertCheckable(provider, baseUrl);
  if (baseUrl) await ctx.services.egress.assertAllowed(baseUrl);
  const checked = input.verify ? await check(ctx, { provider, baseUrl: baseUrl!, secret }) : UNCHECKED;
  return ctx.tx.savepoint(async () => {
    if (input.isDefault) await giveUpDefault(ctx, provider);
    const key = await ProviderKey.create(ctx, {
      id,
      label: readLabel(input.label),
      provider,
      baseUrl,
      sealedSecret: await sealForTenant(ctx, secret, sealedAbout(id)),
      lastFour: lastFourOf(secret),
      isDefault: input.isDefault ?? false,
      ...checked,
    });
    await emit(ctx, 'provider_key.created', { object: key, label: key.label, after: told(key), links: [] });
    return key;
  });
}

/**
 * Replaces the secret, relabels, checks again, disables or enables. Another secret or address is unverified until it is
 * checked; the secret never goes to another address than it was given for.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, URL_NOT_ALLOWED
 */
export async function updateProviderKey(
  ctx: TenantContext,
  id: string,
  input: ProviderKeyChange,
  expectedVersion?: number | null,
): Promise<ProviderKey> {
  const known = await beside(ctx, async (reading) => {
    const key = await ProviderKey.find(reading, id);
    return { key, secret: input.secret ?? (input.verify ? await openSecret(reading, key) : '') };
  });
  const { provider } = known.key;
  const baseUrl = input.baseUrl === undefined ? known.key.baseUrl : readBaseUrl(input.baseUrl);
  assertAddressed(provider, baseUrl);
  assertOwnAddress(known.key.baseUrl, baseUrl, input.secret);
  if (input.verify) assertCheckable(provider, baseUrl);
  if (baseUrl && (baseUrl !== known.key.baseUrl || input.verify))
    await ctx.services.egress.assertAllowed(baseUrl);
  const checked = input.verify ? await check(ctx, { provider, baseUrl: baseUrl!, secret: known.secret }) : {};
  return ctx.tx.savepoint(async () => {
    const before = await ProviderKey.lock(ctx, id, { expectedVersion });
    // What was checked is what is stored: of two changes at once the later one starts again.
    if (before.version !== known.key.version) fail('PRECONDITION_FAILED', undefined, CHANGED(before));
    if (input.isDefault && !before.isDefault) await giveUpDefault(ctx, provider);
    const isNew = input.secret != null || baseUrl !== before.baseUrl;
    const after = await before.change(ctx, {
      ...(input.label !== undefined && { label: readLabel(input.label) }),
      ...(input.isDefault !== undefined && { isDefault: input.isDefault ?? false }),
      baseUrl,
      ...(input.secret != null && {
        sealedSecret: await sealForTenant(ctx, input.secret, sealedAbout(id)),
        lastFour: lastFourOf(input.secret),
      }),
      ...(isNew && UNCHECKED),
      ...checked,
      ...switched(input.disabled, before.status, isNew || !!input.verify),
    });
    if (after === before) return before;
    await emit(ctx, 'provider_key.updated', {
      object: after,
      label: after.label,
      before: told(before),
      after: { ...told(after), ...(input.secret != null && { secret: '[replaced]' }) },
      links: [],
    });
    return after;
  });
}

/**
 * Erases a key: its secret is gone at once.
 * @throws NOT_FOUND, PRECONDITION_FAILED; RESOURCE_IN_USE while a model route uses it
 */
export async function deleteProviderKey(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const key = await ProviderKey.lock(ctx, id, { expectedVersion });
  const routes = await ctx.tx.rows<{ purpose: string }>(
    'select purpose from model_routes where tenant_id = $1 and provider_key_id = $2 order by purpose',
    [ctx.tenantId, id],
  );
  if (routes.length > 0) {
    const purposes = routes.map(({ purpose }) => purpose);
    fail(
      'RESOURCE_IN_USE',
      `A model uses this key; give these purposes another one first: ${purposes.join(', ')}.`,
      {
        details: { references: [{ type: 'model_route', count: routes.length, purposes }] },
      },
    );
  }
  await key.change(ctx, { deletedAt: ctx.now, sealedSecret: null, isDefault: false });
  await emit(ctx, 'provider_key.deleted', { object: key, label: key.label, links: [] });
  return { id, deletedAt: ctx.now };
}

/** The secret of a key, for a request to its provider and nothing else. */
export function openSecret(
  ctx: TenantContext,
  key: Pick<ProviderKey, 'id' | 'sealedSecret'>,
): Promise<string> {
  return openForTenant(ctx, key.sealedSecret!, sealedAbout(key.id));
}

const UNCHECKED = { status: 'unverified' as KeyStatus, lastError: null, lastCheckedAt: null };
const CHANGED = ({ version }: ProviderKey) => ({
  details: { current_version: version },
  headers: { etag: `"${version}"` },
});

async function check(
  { services, now }: TenantContext,
  asked: { provider: Provider; baseUrl: string; secret: string },
): Promise<Pick<ProviderKey, 'status' | 'lastError' | 'lastCheckedAt'>> {
  const fault = await checkKey(services.egress, asked);
  return { status: statusOf(fault), lastError: fault, lastCheckedAt: now };
}

/** What `disabled` makes of the status; a disabled key stays so until somebody enables it. */
function switched(
  disabled: boolean | null | undefined,
  status: KeyStatus,
  isChecked: boolean,
): { status?: KeyStatus } {
  if (disabled || (disabled == null && status === 'disabled')) return { status: 'disabled' };
  return disabled === false && status === 'disabled' && !isChecked ? { status: 'unverified' } : {};
}

/** One default for each provider: the former one steps back. */
async function giveUpDefault(ctx: TenantContext, provider: Provider): Promise<void> {
  const [former] = await ProviderKey.live(ctx).where({ provider, isDefault: true }).forUpdate();
  await former?.change(ctx, { isDefault: false });
}

function readLabel(label: string | null | undefined): string {
  const text = label?.trim();
  if (!text) throw invalid('label', 'required', 'Give the key a label.');
  return text;
}

/** What the audit may know of a key. */
function told({ label, provider, baseUrl, status, isDefault }: ProviderKey): object {
  return { label, provider, baseUrl, status, isDefault };
}

const sealedAbout = (id: string): string => `provider_keys:${id}`;
