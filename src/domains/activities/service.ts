// What can be asked of timelines (crm.md section 13).
import type { TenantContext } from '../../context.ts';
import { DEFAULT_PAGE_SIZE, type ListArguments, MAX_PAGE_SIZE, type PageOf, REACH } from '../../db/page.ts';
import type { Ahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import { getCompany } from '../companies/service.ts';
import { getContact } from '../contacts/service.ts';
import { getDeal } from '../deals/service.ts';
import { CURSOR_COLUMNS, type TimelineEntity, timelinePage, timelines } from './loaders.ts';
import type { Activity } from './model.ts';

const FIND = { company: getCompany, contact: getContact, deal: getDeal };

/**
 * A page of the timeline of a record, newest first.
 * @throws NOT_FOUND when the record is not there; VALIDATION_ERROR for a page out of reach or a cursor that is not ours
 */
export async function listActivity(
  ctx: TenantContext,
  entity: TimelineEntity,
  id: string,
  args: ListArguments,
  ahead: Ahead,
): Promise<PageOf<Activity>> {
  const { after } = args;
  const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const page = after ? null : (args.page ?? 1);
  if (page && page > 1 && page * pageSize > REACH) {
    throw invalid('page', 'use_cursor', `Pages by number go to ${REACH} records; continue with the cursor.`);
  }
  await FIND[entity](ctx, id);
  const offset = page ? (page - 1) * pageSize : 0;
  const list = ahead.select(CURSOR_COLUMNS);
  const [rows] = await timelines(ctx, entity, [id], { list, limit: pageSize + 1, offset, after });
  return timelinePage(ctx, entity, id, rows!, { page, pageSize });
}
