// The contacts of a deal, each with a buying role.

import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, ServiceError } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { getContact } from '../contacts/service.ts';
import { lockRecord } from '../records/verbs.ts';
import { dealKind } from './kind.ts';
import { dealContactListing } from './loaders.ts';
import { type Deal, DealContact } from './model.ts';
import { timelineLinks } from './stages.ts';

export interface DealContactInput {
  contactId: string;
  role?: string | null;
}

/** Returns a page of the deals of a contact, the most recently linked first. @throws NOT_FOUND */
export async function listDealsOfContact(
  ctx: TenantContext,
  contactId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<DealContact>> {
  await getContact(ctx, contactId);
  return listPage<DealContact>(
    ctx,
    dealContactListing,
    { ...args, sort: ['-created_at'] },
    lookahead,
    (query) => query.where({ contactId }),
  );
}

/** Returns the contacts, each once, and throws if one does not exist. @throws VALIDATION_ERROR exists */
export async function resolveContacts(
  ctx: TenantContext,
  contacts: DealContactInput[],
): Promise<{ contactId: string; role: string | null }[]> {
  const unique = new Map(contacts.map(({ contactId, role }) => [contactId.toLowerCase(), role ?? null]));
  if (unique.size === 0) return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    'select id from contacts where tenant_id = $1 and id = any($2) and deleted_at is null',
    [ctx.tenantId, [...unique.keys()]],
  );
  const found = new Set(rows.map(({ id }) => id));
  const message = 'There is no such contact.';
  const faults = contacts.flatMap(({ contactId }, index) =>
    found.has(contactId.toLowerCase())
      ? []
      : [{ path: `contacts[${index}].contact_id`, rule: 'exists', message }],
  );
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', message, { fields: faults });
  return [...unique].map(([contactId, role]) => ({ contactId, role }));
}

/**
 * Links a contact to a deal. If it is already linked, a given role replaces its role, and null clears it.
 * @throws NOT_FOUND, VALIDATION_ERROR exists
 */
export async function addDealContact(
  ctx: TenantContext,
  dealId: string,
  { contactId, role }: DealContactInput,
): Promise<DealContact> {
  const deal = await lockRecord(ctx, dealKind, dealId);
  const before = await findDealContact(ctx, dealId, contactId);
  if (before) {
    if (role === undefined || role === before.role) return before;
    const [after] = (await DealContact.of(ctx)
      .where({ dealId, contactId })
      .patch({ role, updatedAt: ctx.now })
      .returning('*')) as unknown as DealContact[];
    await emitDealContact(ctx, 'deal.contact_updated', deal, after!, before);
    return after!;
  }
  await assertContact(ctx, contactId);
  const added = await DealContact.insert(ctx, { dealId, contactId, role: role ?? null });
  await emitDealContact(ctx, 'deal.contact_added', deal, added);
  return added;
}

/** Removes the link of a contact to a deal. @throws NOT_FOUND */
export async function removeDealContact(
  ctx: TenantContext,
  dealId: string,
  contactId: string,
): Promise<{ id: string; deletedAt: Date }> {
  const deal = await lockRecord(ctx, dealKind, dealId);
  const removed = (await findDealContact(ctx, dealId, contactId)) ?? fail('NOT_FOUND');
  await emitDealContact(ctx, 'deal.contact_removed', deal, removed);
  await DealContact.of(ctx).where({ dealId, contactId }).delete();
  return { id: contactId, deletedAt: ctx.now };
}

async function findDealContact(
  ctx: TenantContext,
  dealId: string,
  contactId: string,
): Promise<DealContact | undefined> {
  return (await DealContact.of(ctx).where({ dealId, contactId }).first()) as DealContact | undefined;
}

async function assertContact(ctx: TenantContext, contactId: string): Promise<void> {
  try {
    await getContact(ctx, contactId);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    const message = 'There is no such contact.';
    throw new ServiceError('VALIDATION_ERROR', message, {
      fields: [{ path: 'contact_id', rule: 'exists', message }],
      details: error.extras.details,
    });
  }
}

async function emitDealContact(
  ctx: TenantContext,
  event: Extract<EventType, `deal.contact_${string}`>,
  deal: Deal,
  link: DealContact,
  before?: DealContact,
): Promise<void> {
  const links = await timelineLinks(ctx, deal);
  const { version } = await deal.changeVersion(ctx);
  await emit(ctx, event, {
    object: { id: deal.id, version },
    label: deal.name,
    ...(before && { before: { role: before.role }, after: { role: link.role } }),
    links,
    data: { contact_id: link.contactId, role: link.role },
  });
}
