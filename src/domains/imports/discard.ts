// Discards imports, and erases their files and cells.
import { permissionDenied } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { assertStatus, EDITABLE, lockImport } from './access.ts';
import type { Import } from './model.ts';

/** Discards an import before its execution; the file and the cells are erased. @throws INVALID_STATE_TRANSITION */
export async function discardImport(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; status: 'discarded'; deletedAt: Date }> {
  const imported = await lockImport(ctx, id, { expectedVersion });
  if (imported.createdBy.id !== ctx.principal.id && !ctx.principal.permissions.has('imports.approve'))
    throw permissionDenied('imports.approve');
  if (imported.status === 'discarded') return { id, status: 'discarded', deletedAt: imported.finishedAt! };
  assertStatus(imported, 'discarded', ...EDITABLE);
  await discard(ctx, imported);
  return { id, status: 'discarded', deletedAt: ctx.now };
}

/** Erases the file and the cells of an import and gives it its last state. */
export async function discard(ctx: TenantContext, imported: Import): Promise<void> {
  await eraseCells(ctx, imported.id);
  const after = await imported.changeVersion(ctx, {
    ...{
      status: 'discarded',
      fileId: null,
      found: null,
      purgedAt: ctx.now,
      finishedAt: ctx.now,
      approval: null,
    },
  });
  await emit(ctx, 'import.discarded', { object: after, label: imported.fileName, links: [] });
}

/** Erases what the rows took from the file; states, codes and links to records stay. */
export async function eraseCells(ctx: TenantContext, importId: string): Promise<void> {
  await ctx.tx.rows(
    `update import_rows r set cells = null, parts = null, before = null, keys = '{}', read_errors = '[]', errors = (
       select coalesce(jsonb_agg(e || '{"value": null}'), '[]') from jsonb_array_elements(r.errors) e)
     where r.tenant_id = $1 and r.import_id = $2 and (r.cells is not null or r.parts is not null)`,
    [ctx.tenantId, importId],
  );
}
