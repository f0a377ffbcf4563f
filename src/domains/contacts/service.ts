// Operations on contacts (service.md 2.5, 4.4; crm.md section 4).
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { assertWithinPlan } from '../../access/plan-limits.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import { liveCompanyId } from '../companies/loaders.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import { endEnrolments, endUnwantedEnrolments } from '../enrolments/endings.ts';
import { exportPage } from '../exports.ts';
import type { Subject } from '../notes/service.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  lockRecord,
  restoreRecord,
} from '../records/verbs.ts';
import { findAndWrite } from '../upsert.ts';
import {
  defaultSource,
  endAssociations,
  insertPrimaryAssociation,
  lockContact,
  setPrimaryCompany,
} from './associations.ts';
import { type ContactInput, parseInput } from './input.ts';
import { contactKind } from './kind.ts';
import { companiesOfContact, methodsOfContact } from './loaders.ts';
import { assertEmailFree, methodsWithEmail, setPrimaryMethod } from './methods.ts';
import { Contact, ContactMethod } from './model.ts';
import { displayNameOf, normalizeEmail } from './rules.ts';

/** Returns the contact as the subject of notes. */
export function noteSubject(id: string): Subject {
  return { model: Contact, column: 'contactId', id };
}

/** Returns a live contact. @throws NOT_FOUND */
export function getContact(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Contact> {
  return Contact.read(ctx, id, lookahead);
}

/** Returns a page of contacts. @throws VALIDATION_ERROR field_not_readable */
export async function listContacts(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Contact>> {
  return listPage<Contact>(ctx, contactKind.listing, args, lookahead);
}

/** Returns a page of contacts for an export. @throws VALIDATION_ERROR field_not_readable */
export async function exportContacts(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Contact>> {
  return exportPage<Contact>(ctx, 'contact', contactKind.listing, args, lookahead);
}

/**
 * Creates a contact with its primary contact methods and its primary company.
 * @throws CONFLICT email_taken, VALIDATION_ERROR
 */
export async function createContact(ctx: TenantContext, input: ContactInput): Promise<Contact> {
  const { fields, primaries, choice } = await parseInput(ctx, input);
  const methods = [...primaries].flatMap(([kind, method]) => (method ? [{ kind, ...method }] : []));
  const email = methods.find(({ kind }) => kind === 'email')?.value ?? null;
  if (email) await assertEmailFree(ctx, email);
  const id = uuid();
  const record = {
    id,
    source: defaultSource(ctx),
    companyId: null,
    ...fields,
    customFields: completeCustomFields(ctx, 'contacts', fields.customFields),
    ...Object.fromEntries(methods.map(({ kind, value }) => [kind, value])),
    ...choice,
    displayName: displayNameOf({ ...fields, email }),
  };
  const rows = methods.map((method) => ({ ...method, contactId: id, isPrimary: true }));
  await assertWithinPlan(ctx, 'contacts');
  // These statements are independent of each other, so they share a round trip.
  const [contact, insertedMethods, association] = await settleAll([
    insertRecord(ctx, contactKind, record),
    ContactMethod.insertAll(ctx, rows),
    choice && insertPrimaryAssociation(ctx, id, choice, fields.status === 'left_company'),
  ]);
  methodsOfContact.prime(ctx, id, insertedMethods);
  if (contact.companyId) liveCompanyId.prime(ctx, contact.companyId);
  companiesOfContact.prime(ctx, id, association ? [association] : []);
  return contact;
}

/** Updates the given fields. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT email_taken, VALIDATION_ERROR */
export async function updateContact(
  ctx: TenantContext,
  id: string,
  input: ContactInput,
  expectedVersion?: number | null,
): Promise<Contact> {
  const before = await lockContact(ctx, id, expectedVersion);
  const { fields, primaries, choice } = await parseInput(ctx, input, before);
  const patch: Partial<Contact> = { ...fields, ...choice };
  for (const [kind, method] of primaries) patch[kind] = await setPrimaryMethod(ctx, id, kind, method);
  if (Object.keys(patch).length === 0) return before;
  patch.displayName = displayNameOf({ ...before, ...patch });
  if (choice) await setPrimaryCompany(ctx, before, choice);
  if (patch.status === 'left_company' && before.status !== 'left_company') await endAssociations(ctx, id);
  const after = await changeRecord(ctx, contactKind, before, patch);
  if (after.doNotContact && !before.doNotContact) await endUnwantedEnrolments(ctx, after);
  return after;
}

/** Deletes a contact; it can be restored. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteContact(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const contact = await lockRecord(ctx, contactKind, id, { expectedVersion });
  await ContactMethod.of(ctx).where({ contactId: id }).patch({ live: false });
  await endEnrolments(ctx, { state: 'stopped', reason: 'contact_deleted', contactIds: [id] });
  return deleteRecord(ctx, contactKind, contact);
}

/**
 * Restores a deleted contact; a live one is left unchanged.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 * @throws CONFLICT value_taken if another contact has one of its addresses now; nothing is restored
 */
export async function restoreContact(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Contact> {
  const contact = await lockRecord(ctx, contactKind, id, { expectedVersion, deleted: true });
  if (!contact.deletedAt) return contact;
  const taken = (await ContactMethod.of(ctx)
    .where({ kind: 'email', live: true, isShared: false })
    .whereRaw(
      `value in (select m.value from contact_methods m
        where m.tenant_id = ? and m.contact_id = ? and m.kind = 'email' and not m.is_shared)`,
      [ctx.tenantId, id],
    )) as unknown as ContactMethod[];
  if (taken.length) {
    const values = taken.map(({ value }) => value);
    fail('CONFLICT', `Another contact has ${values.join(', ')} now; nothing was restored.`, {
      details: { reason: 'value_taken', values },
    });
  }
  await ContactMethod.of(ctx).where({ contactId: id }).patch({ live: true });
  if (contact.deletedAt) await assertWithinPlan(ctx, 'contacts');
  return restoreRecord(ctx, contactKind, contact);
}

/**
 * Updates the contact with the email address, or creates one.
 * @throws CONFLICT multiple_matches for an address that several contacts share; VALIDATION_ERROR
 */
export async function upsertContact(
  ctx: TenantContext,
  input: ContactInput,
): Promise<{ outcome: 'created' | 'updated'; contact: Contact }> {
  const email = normalizeEmail(input.email!, 'email').value;
  return findAndWrite(
    ctx,
    () => findOwner(ctx, email),
    async (existing) => {
      if (existing) return { outcome: 'updated', contact: await updateContact(ctx, existing.id, input) };
      if (!ctx.principal.permissions.has('contacts.create')) throw permissionDenied('contacts.create');
      return { outcome: 'created', contact: await createContact(ctx, input) };
    },
  );
}

/** Finds the live contact that has an address. @throws CONFLICT multiple_matches if several contacts share it */
async function findOwner(ctx: TenantContext, email: string): Promise<{ id: string } | undefined> {
  const methods = await methodsWithEmail(ctx, email);
  const [method, other] = methods;
  if (method?.isShared && other) {
    fail('CONFLICT', 'Several contacts share this address; update one of them by its id.', {
      details: {
        reason: 'multiple_matches',
        candidate_contact_ids: methods.map(({ contactId }) => contactId),
      },
    });
  }
  return method && { id: method.contactId };
}

/** Applies the same update to many contacts, each independently of the others. */
export function bulkUpdateContacts(
  ctx: TenantContext,
  ids: string[],
  changes: ContactInput,
): Promise<BulkResult> {
  return bulk(ctx, 'contact.bulk_updated', ids, (id) => updateContact(ctx, id, changes));
}

/** Deletes many contacts, each independently of the others. */
export function bulkDeleteContacts(ctx: TenantContext, ids: string[]): Promise<BulkResult> {
  return bulk(ctx, 'contact.bulk_deleted', ids, (id) => deleteContact(ctx, id));
}
