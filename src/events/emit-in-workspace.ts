// Writes what an operator does to a workspace into that workspace's own audit.
import type { TenantOperationContext } from '../operations/context.ts';
import { deriveContext } from '../operations/derive-context.ts';
import type { EventType } from './catalogue.ts';
import { type Change, emit } from './emit.ts';

/**
 * Writes an event of another workspace in the transaction of an operator's call (platform.md §10). Its actor is the
 * operator. No other statement of the transaction may run at the same time.
 */
export async function emitInWorkspace(
  ctx: TenantOperationContext,
  tenantId: string,
  type: EventType,
  change: Change,
): Promise<void> {
  await ctx.tx.withVisibility({ tenantId }, () => emit(deriveContext(ctx, { tenantId }), type, change));
}
