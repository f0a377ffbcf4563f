// The context in which rows run: as the person or token that asked for it, with the rights that they have now.
import { loadAuthor } from '../../access/load-author.ts';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import type { Import } from './model.ts';

/**
 * Returns the context of the rows of an import, with the permissions loaded anew.
 * @throws PERMISSION_DENIED for somebody who is no member any more
 */
export async function executorContext(
  ctx: TenantContext,
  imported: Pick<Import, 'id' | 'kind' | 'approval' | 'requestId'>,
  requester: { type: string; id: string | null },
): Promise<TenantContext> {
  const author = await loadAuthor(ctx, { type: requester.type, id: requester.id! });
  if (!author) throw new ServiceError('PERMISSION_DENIED', 'Whoever started this has no access any more.');
  const { approval } = imported;
  return deriveContext(ctx, {
    principal: { ...author, ...(approval && { approval: { by: approval.by, proposalId: imported.id } }) },
    requestId: imported.requestId ?? ctx.requestId,
    inputChecked: true,
    importing: {
      operation: imported.kind === 'pm' ? 'ExecutePmImport' : 'ExecuteImport',
      importId: imported.id,
    },
  });
}
