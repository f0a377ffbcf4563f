// Merges a duplicate ticket into another one: messages, watchers and tasks with their time move (delivery.md section 7).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { addToPreview } from '../../operations/preview.ts';
import { changeRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { statusColumns, withClocks } from './clocks.ts';
import { lockTicket, ticketKind } from './kind.ts';
import type { Ticket } from './model.ts';

/**
 * Merges a ticket into this one, which goes on; the other one is closed and its clocks stop.
 * @throws NOT_FOUND, PRECONDITION_FAILED, TICKET_MERGED; MERGE_INVALID with the reason
 */
export async function mergeTicket(
  ctx: TenantContext,
  id: string,
  { ticketId: sourceId, force }: { ticketId: string; force?: boolean | null },
  expectedVersion?: number | null,
): Promise<Ticket> {
  if (id.toLowerCase() === sourceId.toLowerCase())
    refuse('same_ticket', 'A ticket is not merged into itself.');
  // Both are locked in the order of their ids, so that two merges never wait for each other.
  const locked = new Map<string, Locked<Ticket>>();
  for (const one of [id, sourceId].map((text) => text.toLowerCase()).sort()) {
    const isTarget = one === id.toLowerCase();
    const options = { expectedVersion: isTarget ? (expectedVersion ?? null) : null };
    locked.set(
      one,
      isTarget ? await lockTicket(ctx, one, options) : await lockRecord(ctx, ticketKind, one, options),
    );
  }
  const target = locked.get(id.toLowerCase())!;
  const source = locked.get(sourceId.toLowerCase())!;
  assertMergeable(target, source, force ?? false);
  addToPreview(ctx, {
    merged: `${source.number} ${source.subject}`,
    into: `${target.number} ${target.subject}`,
  });
  await moveParts(ctx, source.id, target.id);
  const patch = { ...statusColumns(ctx, 'closed'), mergedIntoId: target.id, waitingSince: null };
  await changeRecord(ctx, ticketKind, source, await withClocks(ctx, source, patch), {
    event: 'ticket.merged',
    data: { merged_into_id: target.id },
    links: [...ticketKind.links(source), { entity: 'ticket', id: target.id }],
  });
  const lastMessageAt = latest(target.lastMessageAt, source.lastMessageAt);
  return (target as Ticket).changeVersion(ctx, { lastMessageAt });
}

function assertMergeable(target: Ticket, source: Ticket, force: boolean): void {
  if (source.mergedIntoId)
    refuse('merged', 'The ticket was merged already.', { merged_into_id: source.mergedIntoId });
  if (target.audience !== source.audience) refuse('audience', 'The tickets are for different audiences.');
  if (target.companyId !== source.companyId && !force)
    refuse('other_company', 'The tickets are of different companies; send force to merge them nevertheless.');
}

function refuse(reason: string, message: string, details: object = {}): never {
  fail('MERGE_INVALID', message, { details: { reason, ...details } });
}

async function moveParts(ctx: TenantContext, from: string, to: string): Promise<void> {
  const values = [ctx.tenantId, from, to];
  await ctx.tx.rows(
    `update support_messages set ticket_id = $3, moved_from_id = coalesce(moved_from_id, $2)
     where tenant_id = $1 and ticket_id = $2`,
    values,
  );
  await ctx.tx.rows('update tasks set ticket_id = $3 where tenant_id = $1 and ticket_id = $2', values);
  await ctx.tx.rows(
    `delete from record_subscriptions s where s.tenant_id = $1 and s.entity_type = 'ticket' and s.entity_id = $2
       and exists (select from record_subscriptions o where o.tenant_id = $1 and o.entity_type = 'ticket'
         and o.entity_id = $3 and o.user_id = s.user_id)`,
    values,
  );
  await ctx.tx.rows(
    `update record_subscriptions set entity_id = $3 where tenant_id = $1 and entity_type = 'ticket' and entity_id = $2`,
    values,
  );
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return new Date(one) > new Date(other) ? one : other;
}
