// Lines on timelines for what visitors do in rooms: a visit is no touch, a comment is one.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { addLinks, type RecordRef } from './links.ts';
import { Activity } from './model.ts';

/**
 * Writes one line of the type `room` on the timelines of records.
 * @param isComment whether the visitor wrote to us, which is a meaningful touch
 */
export async function logRoomActivity(
  ctx: TenantContext,
  { subject, links, isComment }: { subject: string; links: readonly RecordRef[]; isComment: boolean },
): Promise<void> {
  const activity = await Activity.create<Activity>(ctx, {
    id: uuid(),
    type: 'room',
    subject,
    occurredAt: ctx.now,
    actor: actorOf(ctx.principal),
    source: isComment ? 'visitor' : 'system',
    event: isComment ? 'room.commented' : 'room.visited',
  });
  await addLinks(ctx, activity, links);
}
