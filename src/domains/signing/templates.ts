// Draft envelopes from templates, with people for the roles.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { storedRecipients } from './invitations.ts';
import { Envelope, EnvelopeDocument, EnvelopeField, type EnvelopeRecipient } from './model.ts';
import {
  insertReadRecipients,
  type PlacedRecipient,
  type RecipientInput,
  refuseCodeOfAgent,
} from './recipients.ts';
import { orderedDocuments } from './send.ts';
import { createEnvelope, type EnvelopeInput } from './service.ts';

export interface UseTemplateInput
  extends Pick<EnvelopeInput, 'title' | 'message' | 'companyId' | 'dealId' | 'projectId' | 'expiresAt'> {
  recipients: (Omit<RecipientInput, 'role' | 'id' | 'routingOrder'> & { key: string })[];
}

/**
 * Makes a draft of a template; documents, roles and fields are copied.
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION for an envelope, VALIDATION_ERROR, COMPANY_MISMATCH, HUMAN_REQUIRED
 */
export async function fromTemplate(
  ctx: TenantContext,
  id: string,
  { recipients: people, ...input }: UseTemplateInput,
): Promise<Envelope> {
  for (const one of people) refuseCodeOfAgent(ctx, one.accessCode);
  const template = await Envelope.find<Envelope>(ctx, id);
  if (template.kind !== 'template')
    fail('INVALID_STATE_TRANSITION', 'This is an envelope; only templates are used.', {
      details: { from: template.status, to: 'draft', allowed: [] },
    });
  const roles = await storedRecipients(ctx, id);
  const entries = assign(roles, people);
  const { routing, declinePolicy, reminder, provider, tags, companyId, dealId, projectId } = template;
  const isPlaced = [input.companyId, input.dealId, input.projectId].some((one) => one !== undefined);
  const envelope = await createEnvelope(ctx, {
    ...{ title: template.title, message: template.message, routing, declinePolicy, reminder, provider, tags },
    ...(!isPlaced && { companyId, dealId, projectId }),
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null)),
  });
  const made = await insertReadRecipients(ctx, envelope, entries);
  const recipientOf = new Map(roles.map((role, index) => [role.id, made[index]!.id]));
  const documentOf = await copyDocuments(ctx, id, envelope.id);
  await copyFields(ctx, id, envelope.id, { recipientOf, documentOf });
  return envelope;
}

/** Returns the recipients with the people for their roles. @throws VALIDATION_ERROR exists, unique, required */
function assign(
  roles: readonly EnvelopeRecipient[],
  people: UseTemplateInput['recipients'],
): PlacedRecipient[] {
  const given = new Map<string, UseTemplateInput['recipients'][number]>();
  for (const [index, one] of people.entries()) {
    if (!roles.some(({ key }) => key === one.key))
      throw invalid(`recipients[${index}].key`, 'exists', 'The template has no such role.');
    if (given.has(one.key)) throw invalid(`recipients[${index}].key`, 'unique', 'Give each role one person.');
    given.set(one.key, one);
  }
  return roles.map(({ key, role, name, email, contactId, routingOrder, auth, locale }) => {
    const person = given.get(key!);
    if (!person && !(name && email))
      throw invalid('recipients', 'required', `Give a person for the role ${key}.`);
    const isNamed = person?.name != null || person?.email != null || person?.contactId != null;
    const input = {
      ...{ key, role, routingOrder },
      auth: person?.auth ?? auth,
      locale: person?.locale ?? locale,
      accessCode: person?.accessCode ?? null,
      ...(isNamed
        ? { name: person?.name ?? null, email: person?.email ?? null, contactId: person?.contactId ?? null }
        : { name, email, contactId }),
    };
    return { input, index: person && people.indexOf(person) };
  });
}

async function copyDocuments(
  ctx: TenantContext,
  from: string,
  envelopeId: string,
): Promise<Map<string, string>> {
  const documents = await orderedDocuments(ctx, from);
  const ids = new Map(documents.map(({ id }) => [id, uuid()]));
  await EnvelopeDocument.insertAll(
    ctx,
    documents.map(({ id, position, name, pages, size, originalFileId, sha256Original }) => ({
      ...{ id: ids.get(id)!, envelopeId, position, name, pages, size, originalFileId, sha256Original },
    })),
  );
  return ids;
}

async function copyFields(
  ctx: TenantContext,
  from: string,
  envelopeId: string,
  { recipientOf, documentOf }: Record<'recipientOf' | 'documentOf', Map<string, string>>,
): Promise<void> {
  const fields = (await EnvelopeField.of(ctx)
    .where({ envelopeId: from })
    .orderBy('position')) as unknown as EnvelopeField[];
  await EnvelopeField.insertAll(
    ctx,
    fields.map((field) => {
      const { position, type, label, page, x, y, width, height, required } = field;
      const { groupName, options, defaultValue, validation } = field;
      return {
        id: uuid(),
        envelopeId,
        recipientId: recipientOf.get(field.recipientId)!,
        documentId: documentOf.get(field.documentId)!,
        ...{ position, type, label, page, x, y, width, height, required },
        ...{ groupName, options, defaultValue, validation },
      };
    }),
  );
}
