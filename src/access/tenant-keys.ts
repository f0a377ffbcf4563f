// Encrypts secrets of a workspace with its data key, which is encrypted with the root key.
import { randomBytes } from 'node:crypto';
import type { TenantAccessContext } from './context.ts';
import { openWith, sealWith } from './keys.ts';

/** Encrypts a secret of the workspace (AES-256-GCM). @param about the record that holds it; bound to the ciphertext */
export async function sealForTenant(
  ctx: TenantAccessContext,
  secret: string,
  about: string,
): Promise<string> {
  const key = (await dataKey(ctx)) ?? (await makeDataKey(ctx));
  return sealWith(key, secret, boundTo(ctx, about));
}

/** @throws Error when the secret was encrypted in another workspace or for another record */
export async function openForTenant(
  ctx: TenantAccessContext,
  sealed: string,
  about: string,
): Promise<string> {
  const key = await dataKey(ctx);
  if (!key) throw new Error(`the workspace ${ctx.tenantId} has an encrypted secret but no data key`);
  return openWith(key, sealed, boundTo(ctx, about));
}

async function dataKey({ tx, services, tenantId }: TenantAccessContext): Promise<Buffer | undefined> {
  const [row] = await tx.rows<{ sealed: string }>('select sealed from data_keys where tenant_id = $1', [
    tenantId,
  ]);
  return row && Buffer.from(services.keys.open(row.sealed, wrapping(tenantId)), 'base64url');
}

/** Creates the data key. If two transactions do so at once, both use the key that was stored. */
async function makeDataKey(ctx: TenantAccessContext): Promise<Buffer> {
  const { tx, services, tenantId, now } = ctx;
  const sealed = services.keys.seal(randomBytes(32).toString('base64url'), wrapping(tenantId));
  await tx.rows(
    'insert into data_keys (tenant_id, sealed, created_at) values ($1, $2, $3) on conflict do nothing',
    [tenantId, sealed, now],
  );
  return (await dataKey(ctx))!;
}

const wrapping = (tenantId: string): string => `data_keys:${tenantId}`;
const boundTo = ({ tenantId }: TenantAccessContext, about: string): string => `${tenantId}:${about}`;
