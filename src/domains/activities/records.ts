// The kinds of records that have a timeline. A domain that gets one adds a line here, and a value to TimelineEntity
// in the schema.
import type { TenantContext } from '../../context.ts';
import { recordTypes } from '../../sdl/records.ts';
import { kindNamed } from '../kinds.ts';

/** The kinds of records that have a timeline. */
export const TIMELINE_TYPES = recordTypes().filter(({ hasTimeline }) => hasTimeline);

/** Refuses a record that is not there. @throws NOT_FOUND, with `merged_into_id` where it was merged away */
export async function assertRecord(ctx: TenantContext, entity: string, id: string): Promise<void> {
  await kindNamed(entity).model.find(ctx, id);
}
