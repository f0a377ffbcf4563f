// Changes of many tickets, each independently of the others.
import { raiseRisk } from '../../access/automation.ts';
import { permissionDenied } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import type { TicketInput } from './input.ts';
import { lockTicket } from './kind.ts';
import { changeTicket, deleteTicket, restoreTicket } from './service.ts';

export interface TicketChanges extends Pick<TicketInput, 'status' | 'priority' | 'assigneeUserId'> {
  addTags?: string[] | null;
  removeTags?: string[] | null;
  delete?: boolean | null;
  restore?: boolean | null;
}

/**
 * Applies the same changes to many tickets, or deletes or restores them.
 * @throws VALIDATION_ERROR exclusive, required; PERMISSION_DENIED to delete or restore without support.delete
 */
export async function bulkUpdateTickets(
  ctx: TenantContext,
  ids: string[],
  { delete: isDelete, restore: isRestore, ...changes }: TicketChanges,
): Promise<BulkResult> {
  const others = Object.values(changes).filter((value) => value !== undefined);
  if (isDelete || isRestore) {
    if (others.length || (isDelete && isRestore))
      throw invalid('changes', 'exclusive', 'Deleting and restoring stand alone; send no other change.');
    if (!ctx.principal.permissions.has('support.delete')) throw permissionDenied('support.delete');
    if (isDelete) raiseRisk(ctx, 'destructive');
  } else if (others.length === 0) throw invalid('changes', 'required', 'Give at least one change.');
  const { addTags, removeTags, ...fields } = changes;
  return bulk(ctx, 'ticket.bulk_updated', ids, async (id) => {
    if (isDelete) return deleteTicket(ctx, id);
    if (isRestore) return restoreTicket(ctx, id);
    const ticket = await lockTicket(ctx, id);
    const removed = new Set(removeTags?.map((tag) => tag.trim().toLowerCase()));
    const tags = [...ticket.tags.filter((tag) => !removed.has(tag.toLowerCase())), ...(addTags ?? [])];
    return changeTicket(ctx, ticket, { ...fields, ...((addTags || removeTags) && { tags }) });
  });
}
