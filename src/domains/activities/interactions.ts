// Lines on timelines that other domains write for their own records: messages, calls, visits of rooms.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { addLinks, hideLinks, type RecordRef, syncLinks } from './links.ts';
import { ActionItem, Activity, type ActivityStatus, type ActivityType } from './model.ts';

/** An interaction with contacts, of which the timeline shows one line. */
export interface Interaction {
  type: ActivityType;
  subject: string;
  body?: string | null;
  occurredAt: Date;
  channel: string | null;
  direction: string | null;
  status: ActivityStatus | null;
  /** False for what is neither a touch nor an answer, whatever its type: campaigns, automatic replies. */
  isExchange?: boolean;
}

/** Writes the line of an interaction and links it to records. @returns its id */
export async function logInteraction(
  ctx: TenantContext,
  interaction: Interaction,
  refs: readonly RecordRef[],
): Promise<string> {
  const activity = await Activity.create(ctx, {
    id: uuid(),
    ...interaction,
    actor: actorOf(ctx.principal),
    source: ctx.principal.kind === 'user' ? 'user' : 'service',
  } as Partial<Activity>);
  await addLinks(ctx, activity, uniqueRefs(refs));
  return activity.id;
}

/** Changes the line of an interaction; its links are replaced. */
export async function changeInteraction(
  ctx: TenantContext,
  id: string,
  interaction: Interaction,
  refs: readonly RecordRef[],
): Promise<void> {
  const before = await Activity.lock<Activity>(ctx, id);
  const after = await before.change(ctx, interaction);
  await ctx.tx.rows('delete from activity_links where tenant_id = $1 and activity_id = $2', [
    ctx.tenantId,
    id,
  ]);
  await addLinks(ctx, after, uniqueRefs(refs));
  await syncLinks(ctx, after);
}

/** Deletes the line of an interaction with its action items. */
export async function deleteInteraction(ctx: TenantContext, id: string): Promise<void> {
  await Activity.live(ctx).where({ id }).patch({ deletedAt: ctx.now });
  await hideLinks(ctx, id);
  await ActionItem.live(ctx).where({ activityId: id }).patch({ deletedAt: ctx.now });
}

function uniqueRefs(refs: readonly RecordRef[]): RecordRef[] {
  return [...new Map(refs.map((ref) => [`${ref.entity} ${ref.id}`, ref])).values()];
}
