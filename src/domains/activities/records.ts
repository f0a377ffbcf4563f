// The kinds of records that have a timeline: a domain that joins adds its line, and its value of TimelineEntity in the schema.
import type { TenantContext } from '../../context.ts';
import type { RecordModel } from '../../db/record-model.ts';
import { companyById } from '../companies/loaders.ts';
import { contactById } from '../contacts/loaders.ts';
import { dealById } from '../deals/loaders.ts';

export const RECORDS = { company: companyById, contact: contactById, deal: dealById };

export type TimelineEntity = keyof typeof RECORDS;

/** Refuses a record that is not there. @throws NOT_FOUND, with `merged_into_id` where it was merged away */
export async function assertRecord(ctx: TenantContext, entity: TimelineEntity, id: string): Promise<void> {
  await (RECORDS[entity].sql.model as typeof RecordModel).find(ctx, id);
}
