// What time does to imports: those that nobody executes are discarded, and the content of those that are over is erased.
import type { TenantContext } from '../../context.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { EDITABLE } from './access.ts';
import { discard, eraseCells } from './discard.ts';
import { Import } from './model.ts';
import { IDLE_MS } from './upload.ts';

/** Imports in one transaction. */
const BATCH = 5;
/** How long the file and the cells of an import are kept after its end. */
const KEEP_CONTENT_MS = 30 * 86_400_000;
const ENDED = ['completed', 'completed_with_errors', 'failed', 'cancelled', 'rolled_back'] as const;

/** Discards idle imports and erases old content in every workspace; runs every minute. */
export async function sweepImports(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants)
    for (const step of [discardIdle, eraseEnded])
      for (let count = BATCH; count === BATCH && !signal?.aborted; )
        count = await inWorkspace({ services, log, tenantId, requestId: 'sweep_imports' }, step);
}

/** Discards imports that nobody has changed for 7 days. @returns how many */
async function discardIdle(ctx: TenantContext): Promise<number> {
  const idle = (await Import.of(ctx)
    .whereIn('status', [...EDITABLE])
    .where('updated_at', '<', new Date(ctx.now.getTime() - IDLE_MS))
    .limit(BATCH)
    .forUpdate()
    .skipLocked()) as unknown as Import[];
  for (const imported of idle) await discard(ctx, imported);
  return idle.length;
}

/** Erases the file and the cells of imports that ended 30 days ago. @returns how many */
async function eraseEnded(ctx: TenantContext): Promise<number> {
  const ended = (await Import.of(ctx)
    .whereIn('status', [...ENDED])
    .whereNull('purged_at')
    .where('finished_at', '<', new Date(ctx.now.getTime() - KEEP_CONTENT_MS))
    .limit(BATCH)
    .forUpdate()
    .skipLocked()) as unknown as Import[];
  for (const { id } of ended) {
    await eraseCells(ctx, id);
    await Import.of(ctx)
      .where({ id })
      .patch({ fileId: null, found: null, purgedAt: ctx.now } as never);
  }
  return ended.length;
}
