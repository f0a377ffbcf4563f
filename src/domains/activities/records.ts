// The kinds of records that have a timeline. A domain that gets one adds a line here, and a value to TimelineEntity
// in the schema.
import type { TenantContext } from '../../context.ts';
import type { RecordModel } from '../../db/record-model.ts';
import { companyById } from '../companies/loaders.ts';
import { contactById } from '../contacts/loaders.ts';
import { dealById } from '../deals/loaders.ts';

export const TIMELINE_RECORDS = { company: companyById, contact: contactById, deal: dealById };

export type TimelineEntity = keyof typeof TIMELINE_RECORDS;

/** Throws unless the record exists. @throws NOT_FOUND, with `merged_into_id` if it was merged away */
export async function assertRecord(ctx: TenantContext, entity: TimelineEntity, id: string): Promise<void> {
  await (TIMELINE_RECORDS[entity].sql.model as typeof RecordModel).find(ctx, id);
}
