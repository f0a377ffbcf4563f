// The companies of a contact. The field company_id always equals the primary one (crm.md section 4).

import type { TenantContext } from '../../context.ts';

import { fail, invalid, ServiceError } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit, type Link } from '../../events/emit.ts';
import { isPersonalDomain } from '../companies/personal-domains.ts';
import { getCompany } from '../companies/service.ts';
import { dayOf } from '../days.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { contactKind } from './kind.ts';
import { type Contact, ContactCompany } from './model.ts';
import { assertDateOrder, domainOf } from './rules.ts';

export interface AssociationInput {
  role?: string | null;
  title?: string | null;
  isPrimary?: boolean | null;
  startedOn?: string | null;
  endedOn?: string | null;
}

/** The primary company that a contact is to have. */
export interface CompanyChoice {
  companyId: string | null;
  companyLink: 'manual' | 'auto_domain' | null;
}

/**
 * Locks a live contact that the caller may change.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; INVALID_STATE_TRANSITION for an erased one
 */
export async function lockContact(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Contact>> {
  const contact = await lockRecord(ctx, contactKind, id, { expectedVersion });
  if (contact.status === 'erased') {
    fail('INVALID_STATE_TRANSITION', 'The contact was erased and can no longer be changed.', {
      details: { reason: 'erased' },
    });
  }
  return contact;
}

/** Returns the records on whose timelines a change of a contact appears. */
export function timelineLinks(
  contact: { id: string; companyId: string | null },
  ...companyIds: (string | null)[]
): Link[] {
  const ids = new Set([contact.companyId, ...companyIds].filter((id) => id !== null));
  return [{ entity: 'contact', id: contact.id }, ...[...ids].map((id): Link => ({ entity: 'company', id }))];
}

/** Throws unless the company exists. @throws VALIDATION_ERROR exists */
export async function assertCompany(ctx: TenantContext, companyId: string): Promise<void> {
  try {
    await getCompany(ctx, companyId);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw invalid('company_id', 'exists', 'There is no such company.', error.extras.details);
  }
}

/**
 * Returns the live company that owns the domain of an email address; undefined for a personal domain (crm.md section
 * 4).
 */
export async function companyOfEmail(ctx: TenantContext, email: string): Promise<string | undefined> {
  const domain = domainOf(email);
  if (isPersonalDomain(domain)) return undefined;
  const owner = await ctx
    .db('company_identifiers')
    .where({ tenant_id: ctx.tenantId, identifier_type: 'email_domain', value: domain, live: true })
    .first('company_id');
  return owner?.company_id;
}

/**
 * Makes a company the primary one of a contact; the former one remains associated. Null removes the association with
 * the primary company and makes no other one primary.
 */
export async function setPrimaryCompany(
  ctx: TenantContext,
  contact: Contact,
  choice: CompanyChoice,
): Promise<void> {
  const { companyId, companyLink } = choice;
  if (companyId === null) {
    await ContactCompany.of(ctx).where({ contactId: contact.id, isPrimary: true }).delete();
    return;
  }
  await demote(ctx, contact.id);
  const source = companyLink === 'auto_domain' ? 'auto_domain' : defaultSource(ctx);
  await upsertAssociation(ctx, contact.id, companyId, { isPrimary: true }, source);
}

/** Inserts the primary company of a contact that is being created. */
export function insertPrimaryAssociation(
  ctx: TenantContext,
  contactId: string,
  { companyId, companyLink }: CompanyChoice,
  ended: boolean,
): Promise<ContactCompany> {
  const fields = { isPrimary: true, ...(ended && { endedOn: dayOf(ctx.now, ctx.principal.timeZone) }) };
  return upsertAssociation(
    ctx,
    contactId,
    companyId!,
    fields,
    companyLink === 'auto_domain' ? companyLink : defaultSource(ctx),
  );
}

/** Ends the open associations of a contact today, when it leaves its company (crm.md section 4). */
export async function endAssociations(ctx: TenantContext, contactId: string): Promise<void> {
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  await ContactCompany.of(ctx)
    .where({ contactId })
    .whereRaw('coalesce(ended_on > ?, true)', [today])
    // An association that has not started yet ends on its first day.
    .patch({
      endedOn: ctx.db.raw('greatest(started_on, ?::date)', [today]) as unknown as string,
      updatedAt: ctx.now,
    });
}

/**
 * Associates a contact with a company. If they are already associated, the given fields are updated.
 * @throws NOT_FOUND, VALIDATION_ERROR
 */
export async function addAssociation(
  ctx: TenantContext,
  contactId: string,
  companyId: string,
  input: AssociationInput,
): Promise<ContactCompany> {
  const contact = await lockContact(ctx, contactId);
  const before = await associationOf(ctx, contactId, companyId);
  if (before)
    return Object.assign(await changeAssociation(ctx, contact, before, input), {
      outcome: 'updated' as const,
    });
  await assertCompany(ctx, companyId);
  assertDateOrder(input.startedOn ?? null, input.endedOn ?? null);
  const isPrimary = input.isPrimary ?? false;
  if (isPrimary) await demote(ctx, contactId);
  const added = await upsertAssociation(
    ctx,
    contactId,
    companyId,
    { ...input, isPrimary },
    defaultSource(ctx),
  );
  const after = await contact.changeVersion(ctx, isPrimary ? { companyId, companyLink: 'manual' } : {});
  await emitAssociation(ctx, 'contact.company_added', after, added);
  return Object.assign(added, { outcome: 'created' as const });
}

/** Updates the association of a contact with a company. @throws NOT_FOUND, VALIDATION_ERROR */
export async function updateAssociation(
  ctx: TenantContext,
  contactId: string,
  companyId: string,
  input: AssociationInput,
): Promise<ContactCompany> {
  const contact = await lockContact(ctx, contactId);
  const before = (await associationOf(ctx, contactId, companyId)) ?? fail('NOT_FOUND');
  return changeAssociation(ctx, contact, before, input);
}

/**
 * Removes the association with a company; after removal of the primary one, the contact has no primary company.
 * @throws NOT_FOUND
 */
export async function removeAssociation(
  ctx: TenantContext,
  contactId: string,
  companyId: string,
): Promise<{ id: string; deletedAt: Date }> {
  const contact = await lockContact(ctx, contactId);
  const removed = (await associationOf(ctx, contactId, companyId)) ?? fail('NOT_FOUND');
  await ContactCompany.of(ctx).where({ contactId, companyId }).delete();
  const after = await contact.changeVersion(
    ctx,
    removed.isPrimary ? { companyId: null, companyLink: null } : {},
  );
  await emitAssociation(ctx, 'contact.company_removed', after, removed);
  return { id: companyId, deletedAt: ctx.now };
}

async function changeAssociation(
  ctx: TenantContext,
  contact: Contact,
  before: ContactCompany,
  input: AssociationInput,
): Promise<ContactCompany> {
  const { companyId } = before;
  const values = { ...input, ...(input.isPrimary === null && { isPrimary: false }) };
  const fields = Object.entries(values) as [
    keyof AssociationInput,
    AssociationInput[keyof AssociationInput],
  ][];
  const patch = Object.fromEntries(
    fields.filter(([name, value]) => value !== undefined && value !== before[name]),
  );
  if (Object.keys(patch).length === 0) return before;
  const { startedOn, endedOn, isPrimary } = { ...before, ...patch };
  assertDateOrder(startedOn, endedOn);
  if (isPrimary && !before.isPrimary) await demote(ctx, contact.id);
  const [after] = (await ContactCompany.of(ctx)
    .where({ contactId: contact.id, companyId })
    .patch({ ...patch, updatedAt: ctx.now })
    .returning('*')) as unknown as ContactCompany[];
  const primary = isPrimary ? { companyId, companyLink: 'manual' } : { companyId: null, companyLink: null };
  const changedContact = await contact.changeVersion(ctx, isPrimary === before.isPrimary ? {} : primary);
  await emitAssociation(ctx, 'contact.company_updated', changedContact, after!, before);
  return after!;
}

/** Inserts an association; if it exists already, only updates whether it is the primary one. */
async function upsertAssociation(
  ctx: TenantContext,
  contactId: string,
  companyId: string,
  { role, title, isPrimary, startedOn, endedOn }: AssociationInput & { isPrimary: boolean },
  source: string,
): Promise<ContactCompany> {
  const [row] = await ctx.tx.rows<object>(
    `insert into contact_companies (tenant_id, contact_id, company_id, role, title, is_primary, started_on, ended_on, source,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
    on conflict (tenant_id, contact_id, company_id)
      do update set is_primary = excluded.is_primary, updated_at = excluded.updated_at
    returning *`,
    [ctx.tenantId, contactId, companyId, role, title, isPrimary, startedOn, endedOn, source, ctx.now],
  );
  return ContactCompany.fromDatabaseJson(row!) as ContactCompany;
}

async function demote(ctx: TenantContext, contactId: string): Promise<void> {
  await ContactCompany.of(ctx)
    .where({ contactId, isPrimary: true })
    .patch({ isPrimary: false, updatedAt: ctx.now });
}

async function associationOf(
  ctx: TenantContext,
  contactId: string,
  companyId: string,
): Promise<ContactCompany | undefined> {
  return (await ContactCompany.of(ctx).where({ contactId, companyId }).first()) as ContactCompany | undefined;
}

/** Returns the default source of a record that the caller creates. */
export function defaultSource(ctx: TenantContext): string {
  return ({ agent: 'agent', service: 'api' } as Record<string, string>)[ctx.principal.kind] ?? 'manual';
}

async function emitAssociation(
  ctx: TenantContext,
  event: Extract<EventType, `contact.company_${string}`>,
  contact: Contact,
  association: ContactCompany,
  before?: ContactCompany,
): Promise<void> {
  const { companyId, role, isPrimary } = association;
  await emit(ctx, event, {
    object: { id: contact.id, version: contact.version },
    label: contact.displayName,
    ...(before && { before: before.toJSON(), after: association.toJSON() }),
    links: timelineLinks(contact, companyId),
    data: { company_id: companyId, role, is_primary: isPrimary },
  });
}
