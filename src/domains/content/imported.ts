// Finds an imported source of the caller.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { ContentImport } from './model.ts';
import { ownerOf } from './owner.ts';

/** Returns an imported source of the caller. @throws VALIDATION_ERROR exists */
export async function findImport(ctx: TenantContext, id: string): Promise<ContentImport> {
  const found = await ContentImport.of(ctx)
    .where({ id, ownerUserId: await ownerOf(ctx) })
    .first();
  if (!found)
    throw invalid('import_id', 'exists', 'There is no such import of yours; import the document again.');
  return found as ContentImport;
}
