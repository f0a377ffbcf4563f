// The line of a message on the timelines of its contacts, companies and deal: exactly one, deleted with it.
import type { TenantContext } from '../../context.ts';
import { changeInteraction, deleteInteraction, logInteraction } from '../activities/interactions.ts';
import type { Links } from './links.ts';
import { Communication } from './model.ts';
import { timelineLine } from './rules.ts';

interface Ref {
  entity: string;
  id: string;
}

/** Returns the records on whose timelines a message appears. */
export function refsOf(
  { companyId, dealId, contactIds }: Links,
  participantContacts: readonly string[],
): Ref[] {
  return [
    ...[...contactIds, ...participantContacts].map((id) => ({ entity: 'contact', id })),
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
    ...(dealId ? [{ entity: 'deal', id: dealId }] : []),
  ];
}

/** Writes the line of an exchanged, received or scheduled message. @returns its id */
export async function writeLine(
  ctx: TenantContext,
  message: Communication,
  refs: readonly Ref[],
  at: { occurredAt: Date; isPlanned?: boolean },
): Promise<string> {
  const line = { ...timelineLine(message), occurredAt: at.occurredAt };
  const planned = at.isPlanned ? { status: 'planned' as const } : {};
  if (message.activityId) {
    await changeInteraction(ctx, message.activityId, { ...line, ...planned }, refs);
    return message.activityId;
  }
  const id = await logInteraction(ctx, { ...line, ...planned }, refs);
  await Communication.of(ctx).where({ id: message.id }).patch({ activityId: id });
  return id;
}

/** Deletes the line of a message, if it has one. */
export async function deleteLine(ctx: TenantContext, message: Communication): Promise<void> {
  if (!message.activityId) return;
  await deleteInteraction(ctx, message.activityId);
  await Communication.of(ctx).where({ id: message.id }).patch({ activityId: null });
}
