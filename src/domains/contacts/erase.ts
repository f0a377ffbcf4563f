// Erases a person: their personal data is deleted for good, while business records remain (crm.md section 4).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { endEnrolments } from '../enrolments/endings.ts';
import { REFERENCES, type Reference } from '../merges/references.ts';
import { timelineLinks } from './associations.ts';
import { eraseMentions, mentionsOf, singleNamesOf } from './erase-mentions.ts';
import { Contact, ContactMethod } from './model.ts';

/** The columns that an erased contact keeps; all others are cleared, including columns added later. */
const KEPT_FIELDS = new Set([
  ...['tenantId', 'id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'deletedAt'],
  ...['mergedIntoId', 'companyId', 'companyLink', 'ownerUserId', 'source'],
]);

/**
 * Erases the personal data of a contact and of those merged into it; ids, links and amounts remain. An already erased
 * contact is returned unchanged. The addresses go to the suppression list as digests.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function eraseContact(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Contact> {
  const contact = await Contact.lock(ctx, id, { expectedVersion, deleted: true });
  if (contact.mergedIntoId) {
    fail('NOT_FOUND', undefined, { details: { merged_into_id: contact.mergedIntoId } });
  }
  if (contact.status === 'erased') return contact;
  const merged = (await Contact.of(ctx).where({ mergedIntoId: id }).orderBy('id').forUpdate()) as Contact[];
  const ids = [id, ...merged.map((record) => record.id)];
  const methods = (await ContactMethod.of(ctx).whereRaw('contact_id = any(?)', [ids])) as ContactMethod[];
  await endEnrolments(ctx, { state: 'stopped', reason: 'contact_erased', contactIds: ids });
  await addSuppressions(ctx, methods);
  const mentions = mentionsOf([contact, ...merged], methods);
  await eraseMentions(ctx, mentions);
  // Messages and calls: a function of the database, because these domains are built on contacts (migrations 0083, 0084, 0221).
  await ctx.tx.rows('select erase_communications($1::uuid[], $2::text[], $3)', [ids, mentions, ctx.now]);
  await ctx.tx.rows('select erase_call_recordings($1::uuid[], $2::text[], $3)', [ids, mentions, ctx.now]);
  const names = singleNamesOf([contact, ...merged]);
  await ctx.tx.rows('select erase_names($1::uuid[], $2::text[], $3)', [ids, names, ctx.now]);
  for (const record of merged) await record.change(ctx, erasedFields(record));
  const erased = await contact.change(ctx, erasedFields(contact));
  // Before the notes and timelines are erased, because it finds the traces through them.
  await ctx.tx.rows('select erase_traces($1)', [ids]);
  await eraseTimelines(ctx, ids);
  for (const reference of REFERENCES) if (reference.erase) await eraseRows(ctx, reference, ids);
  await eraseMerges(ctx, ids);
  await emit(ctx, 'contact.erased', { object: erased, links: timelineLinks(erased) });
  return erased;
}

function erasedFields(contact: Contact): Partial<Contact> {
  const cleared = Object.keys(contact).filter((field) => !KEPT_FIELDS.has(field));
  return {
    ...Object.fromEntries(cleared.map((field) => [field, null])),
    displayName: 'Erased contact',
    status: 'erased',
    doNotContact: true,
    consent: {},
    tags: [],
    customFields: {},
  };
}

async function addSuppressions(ctx: TenantContext, methods: readonly ContactMethod[]): Promise<void> {
  const { keys } = ctx.services;
  await ctx.tx.rows(
    `insert into suppressions (tenant_id, kind, digest, reason, created_at)
     select $1, kind, digest, 'erased', $4 from unnest($2::text[], $3::text[]) as method(kind, digest) on conflict do nothing`,
    [
      ctx.tenantId,
      methods.map(({ kind }) => kind),
      methods.map(({ value }) => keys.hashAddress(value, ctx.tenantId)),
      ctx.now,
    ],
  );
}

/**
 * Clears timelines: entries of the system keep what happened without the name; text by people is cleared, action
 * items too.
 */
async function eraseTimelines(ctx: TenantContext, ids: string[]): Promise<void> {
  const linked = `select l.activity_id from activity_links l
    where l.tenant_id = $1 and l.entity = 'contact' and l.entity_id = any ($2)`;
  await ctx.tx.rows(
    `update activities a set body = null, subject = case when a.source = 'system' and a.event is not null
       then regexp_replace(a.subject, ': .*$', '') else 'Erased contact' end
     where a.tenant_id = $1 and a.id in (${linked})`,
    [ctx.tenantId, ids],
  );
  await ctx.tx.rows(
    `update action_items i set title = 'Erased contact' where i.tenant_id = $1 and i.activity_id in (${linked})`,
    [ctx.tenantId, ids],
  );
  await ctx.tx.rows(
    `delete from notifications n using action_items i
     where n.tenant_id = $1 and n.entity_type = 'action_item' and i.tenant_id = $1 and i.id = n.entity_id
       and i.activity_id in (${linked})`,
    [ctx.tenantId, ids],
  );
}

async function eraseRows(
  ctx: TenantContext,
  { table, column, erase }: Reference,
  ids: string[],
): Promise<void> {
  if (erase === 'keep' || erase === undefined) return;
  const condition = `where tenant_id = $1 and ${column} = any ($2)`;
  if (erase === 'delete') {
    await ctx.tx.rows(`delete from ${table} ${condition}`, [ctx.tenantId, ids]);
    return;
  }
  const sets = Object.entries(erase).map(([name, value]) => `${name} = ${value}`);
  await ctx.tx.rows(`update ${table} set ${sets.join(', ')} ${condition}`, [ctx.tenantId, ids]);
}

/** Clears the personal data that merges keep for an undo, which is no longer possible after an erasure. */
async function eraseMerges(ctx: TenantContext, ids: string[]): Promise<void> {
  const cleared = await ctx.tx.rows<{ id: string }>(
    `update merges set filled = '{}', released = '{"values": {}, "parts": []}', updated_at = $3
     where tenant_id = $1 and (contact_id = any ($2) or duplicate_contact_id = any ($2)) returning id`,
    [ctx.tenantId, ids, ctx.now],
  );
  await ctx.tx.rows(`update merge_moves set united = '[]' where tenant_id = $1 and merge_id = any ($2)`, [
    ctx.tenantId,
    cleared.map(({ id }) => id),
  ]);
}
