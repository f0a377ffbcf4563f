// Operations on the keys of external providers (platform.md section 6). Secrets are stored sealed and never returned.
import { v7 as uuid } from 'uuid';
import { openForTenant, sealForTenant } from '../../access/tenant-keys.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { checkKey } from './check.ts';
import { ingressColumns } from './ingress-secrets.ts';
import { ProviderKey } from './model.ts';
import {
  assertBaseUrl,
  assertCheckable,
  assertSecretForNewAddress,
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
  ingressSecret?: string | null;
}

export interface ProviderKeyChange extends Partial<Omit<ProviderKeyInput, 'provider' | 'label' | 'secret'>> {
  label?: string | null;
  secret?: string | null;
  disabled?: boolean | null;
}

const keyKind = partKind({
  model: ProviderKey,
  title: 'label',
  audited: ({ label, provider, baseUrl, status, isDefault }) => ({
    ...{ label, provider, baseUrl, status, isDefault },
  }),
});

const providerKeyListing: Listing = { model: ProviderKey };

/** Returns a page of the keys, without their secrets. */
export function listProviderKeys(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ProviderKey>> {
  return listPage<ProviderKey>(ctx, providerKeyListing, args, lookahead);
}

/**
 * Stores a key. With `verify`, the provider is asked first; a key that it rejects is stored as invalid.
 * @throws VALIDATION_ERROR; URL_NOT_ALLOWED for an address that the egress rules forbid
 */
export async function createProviderKey(ctx: TenantContext, input: ProviderKeyInput): Promise<ProviderKey> {
  const id = uuid();
  const { provider, secret } = input;
  const baseUrl = readBaseUrl(input.baseUrl);
  assertBaseUrl(provider, baseUrl);
  if (input.verify) assertCheckable(provider, baseUrl);
  if (baseUrl) await ctx.services.egress.assertAllowed(baseUrl);
  const checked = input.verify
    ? await checkedFields(ctx, { provider, baseUrl: baseUrl!, secret })
    : UNCHECKED;
  return ctx.tx.savepoint(async () => {
    if (input.isDefault) await clearOtherDefault(ctx, provider);
    return insertRecord(ctx, keyKind, {
      id,
      label: readLabel(input.label),
      provider,
      baseUrl,
      sealedSecret: await sealForTenant(ctx, secret, sealContext(id)),
      ...(await ingressColumns(ctx, { id, provider }, input.ingressSecret)),
      lastFour: lastFourOf(secret),
      isDefault: input.isDefault ?? false,
      ...checked,
    });
  });
}

/**
 * Replaces the secret, relabels, checks, disables or enables a key. A new secret or address is unverified until it is
 * checked; a stored secret is never sent to a new address.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, URL_NOT_ALLOWED
 */
export async function updateProviderKey(
  ctx: TenantContext,
  id: string,
  input: ProviderKeyChange,
  expectedVersion?: number | null,
): Promise<ProviderKey> {
  const current = await inSeparateTransaction(ctx, async (reading) => {
    const key = await ProviderKey.find(reading, id);
    return { key, secret: input.secret ?? (input.verify ? await openSecret(reading, key) : '') };
  });
  const { provider } = current.key;
  const baseUrl = input.baseUrl === undefined ? current.key.baseUrl : readBaseUrl(input.baseUrl);
  assertBaseUrl(provider, baseUrl);
  assertSecretForNewAddress(current.key.baseUrl, baseUrl, input.secret);
  if (input.verify) assertCheckable(provider, baseUrl);
  if (baseUrl && (baseUrl !== current.key.baseUrl || input.verify))
    await ctx.services.egress.assertAllowed(baseUrl);
  const checked = input.verify
    ? await checkedFields(ctx, { provider, baseUrl: baseUrl!, secret: current.secret })
    : {};
  return ctx.tx.savepoint(async () => {
    const before = await lockRecord(ctx, keyKind, id, { expectedVersion: expectedVersion ?? null });
    // The checked values must be the stored ones: of two concurrent changes, the later one has to start again.
    if (before.version !== current.key.version)
      fail('PRECONDITION_FAILED', undefined, conflictDetails(before));
    if (input.isDefault && !before.isDefault) await clearOtherDefault(ctx, provider);
    const isReplaced = input.secret != null || baseUrl !== before.baseUrl;
    const patch = {
      ...(input.label !== undefined && { label: readLabel(input.label) }),
      ...(input.isDefault !== undefined && { isDefault: input.isDefault ?? false }),
      baseUrl,
      ...(input.secret != null && {
        sealedSecret: await sealForTenant(ctx, input.secret, sealContext(id)),
        lastFour: lastFourOf(input.secret),
      }),
      ...(await ingressColumns(ctx, before, input.ingressSecret)),
      ...(isReplaced && UNCHECKED),
      ...checked,
      ...statusChange(input.disabled, before.status, isReplaced || !!input.verify),
    };
    const after = {
      ...(input.secret != null && { secret: '[replaced]' }),
      ...(input.ingressSecret !== undefined && { ingressSecret: '[redacted]' }),
    };
    return changeRecord(ctx, keyKind, before, patch, { audit: { after } });
  });
}

/**
 * Deletes a key and erases its secret at once.
 * @throws NOT_FOUND, PRECONDITION_FAILED; RESOURCE_IN_USE while a model route or an envelope under way uses it
 */
export async function deleteProviderKey(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const key = await lockRecord(ctx, keyKind, id, { expectedVersion: expectedVersion ?? null });
  const routes = await ctx.tx.rows<{ purpose: string }>(
    'select purpose from model_routes where tenant_id = $1 and provider_key_id = $2 order by purpose',
    [ctx.tenantId, id],
  );
  if (routes.length > 0) {
    const purposes = routes.map(({ purpose }) => purpose);
    fail(
      'RESOURCE_IN_USE',
      `Models use this key; first choose another key for these purposes: ${purposes.join(', ')}.`,
      {
        details: { references: [{ type: 'model_route', count: routes.length, purposes }] },
      },
    );
  }
  const [running] = await ctx.tx.rows<{ n: number }>(
    `select count(*)::int as n from envelopes where tenant_id = $1 and provider = $2 and deleted_at is null
       and status in ('sent', 'partially_signed', 'completing')`,
    [ctx.tenantId, id],
  );
  if (running!.n > 0)
    fail('RESOURCE_IN_USE', 'Envelopes are under way at this signing provider; wait for them or void them.', {
      details: { references: [{ type: 'envelope', count: running!.n }] },
    });
  const erased = {
    ...{ sealedSecret: null, sealedIngressSecret: null, isDefault: false },
    ...{ sealedFormerIngressSecret: null, formerIngressUntil: null },
  };
  return deleteRecord(ctx, keyKind, key, {}, erased);
}

/** Returns the secret of a key; use it only for a request to its provider. */
export function openSecret(
  ctx: TenantContext,
  key: Pick<ProviderKey, 'id' | 'sealedSecret'>,
): Promise<string> {
  return openForTenant(ctx, key.sealedSecret!, sealContext(key.id));
}

const UNCHECKED = { status: 'unverified' as KeyStatus, lastError: null, lastCheckedAt: null };
const conflictDetails = ({ version }: ProviderKey) => ({
  details: { current_version: version },
  headers: { etag: `"${version}"` },
});

async function checkedFields(
  { services, now }: TenantContext,
  target: { provider: Provider; baseUrl: string; secret: string },
): Promise<Pick<ProviderKey, 'status' | 'lastError' | 'lastCheckedAt'>> {
  const fault = await checkKey(services.egress, target);
  return { status: statusOf(fault), lastError: fault, lastCheckedAt: now };
}

/** Returns the status change that `disabled` causes; a disabled key stays disabled until somebody enables it. */
function statusChange(
  disabled: boolean | null | undefined,
  status: KeyStatus,
  isChecked: boolean,
): { status?: KeyStatus } {
  if (disabled || (disabled == null && status === 'disabled')) return { status: 'disabled' };
  return disabled === false && status === 'disabled' && !isChecked ? { status: 'unverified' } : {};
}

/** Clears the current default key of a provider, since a provider has only one. */
async function clearOtherDefault(ctx: TenantContext, provider: Provider): Promise<void> {
  const [former] = await ProviderKey.live(ctx).where({ provider, isDefault: true }).forUpdate();
  await former?.change(ctx, { isDefault: false });
}

function readLabel(label: string | null | undefined): string {
  const text = label?.trim();
  if (!text) throw invalid('label', 'required', 'Give the key a label.');
  return text;
}

const sealContext = (id: string): string => `provider_keys:${id}`;
