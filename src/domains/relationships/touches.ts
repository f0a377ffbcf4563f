// Lists the interactions with a contact, each with whether it was a meaningful touch (crm.md section 5).
import type { TenantContext } from '../../context.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { makeCursor, openCursor } from '../../lists/order.ts';
import { assertPageInReach, DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE } from '../../page-sizes.ts';
import { getContact } from '../contacts/service.ts';
import type { ContactTouch } from './model.ts';
import { classifyTouch } from './rules.ts';

type Interaction = Omit<ContactTouch, 'meaningful' | 'rule'>;

const KEYS = ['occurred_at', 'id'].map((column) => ({ column, descending: true, nullable: false }));

const TOUCHES = `
  select a.id, a.type, a.channel, a.direction, a.status, a.meaningful_override as "meaningfulOverride",
    l.is_touch as "isTouch", l.occurred_at as "occurredAt"
  from activity_links l join activities a on a.tenant_id = l.tenant_id and a.id = l.activity_id
  where l.tenant_id = $1 and l.entity = 'contact' and l.entity_id = $2 and l.live and l.is_interaction
    and ($3::timestamptz is null or (l.occurred_at, l.activity_id) < ($3, $4::uuid))
  order by l.occurred_at desc, l.activity_id desc limit $5 offset $6`;

const COUNT = `
  select count(*) as n from (select from activity_links l
    where l.tenant_id = $1 and l.entity = 'contact' and l.entity_id = $2 and l.live and l.is_interaction
    limit ${MAX_COUNTED + 1}) counted`;

/**
 * Returns a page of the interactions with a contact, newest first.
 * @throws NOT_FOUND if the contact does not exist; VALIDATION_ERROR for a page number beyond the limit or an
 *   invalid cursor
 */
export async function listTouches(
  ctx: TenantContext,
  contactId: string,
  args: ListArguments,
): Promise<PageOf<ContactTouch>> {
  const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const page = args.after ? null : (args.page ?? 1);
  assertPageInReach(page, pageSize);
  const cursorScope = `${ctx.tenantId}.touches.${contactId}`;
  const [occurredAt, id] = args.after ? openCursor(ctx, args.after, cursorScope, KEYS.length) : [];
  await getContact(ctx, contactId);
  const offset = page ? (page - 1) * pageSize : 0;
  const parameters = [ctx.tenantId, contactId, occurredAt, id, pageSize + 1, offset];
  const rows = await ctx.tx.rows<Interaction>(TOUCHES, parameters);
  return {
    nodes: rows.slice(0, pageSize).map((row) => ({ ...row, ...classifyTouch(row, ctx.now) })),
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: page !== 1,
    cursorOf: (row) => makeCursor(ctx, cursorScope, KEYS, row as never),
    count: async () => {
      const [counted] = await ctx.tx.rows<{ n: number }>(COUNT, [ctx.tenantId, contactId]);
      return { total: Math.min(counted!.n, MAX_COUNTED), totalIsEstimate: counted!.n > MAX_COUNTED };
    },
  };
}
