// Operations on communications: log, draft, change, delete, read (rooms-communications.md section 6).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { completeCustomFields, readCustomFields } from '../custom-fields/record-values.ts';
import { type Deletion, deleteRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { normalizeTags } from '../tags.ts';
import { communicationKind } from './kind.ts';
import { type Links, type LinksInput, readLinks } from './links.ts';
import { linkedContacts, participantsOfCommunication } from './loaders.ts';
import { type Attachment, type Channel, Communication, type Direction, type Purpose } from './model.ts';
import { contactsOf, type Participant, type ParticipantInput, readParticipants } from './participants.ts';
import { assertChangeable, assertDraft, assertPast } from './rules.ts';
import { changeMessage, insertMessage } from './store.ts';
import { readTexts, type TextsInput } from './texts.ts';
import { joinThread, summarizeThread } from './threads.ts';
import { deleteLine, refsOf, writeLine } from './timeline.ts';

/** The writable members of a communication; an absent one is left unchanged, null clears it. */
export interface CommunicationInput extends TextsInput {
  channel?: Channel | null;
  direction?: Direction | null;
  purpose?: Purpose | null;
  status?: 'draft' | null;
  participants?: readonly ParticipantInput[] | null;
  inReplyTo?: string | null;
  threadId?: string | null;
  links?: LinksInput | null;
  occurredAt?: Date | null;
  connectorId?: string | null;
  isAutoReply?: boolean | null;
  attachments?: readonly { name: string; mime?: string | null; bytes?: number | null }[] | null;
  tags?: readonly string[] | null;
  customFields?: Record<string, unknown> | null;
}

/** Returns a live communication. @throws NOT_FOUND */
export function getCommunication(
  ctx: TenantContext,
  id: string,
  lookahead?: Lookahead,
): Promise<Communication> {
  return Communication.read(ctx, id, lookahead);
}

/** Returns a page of communications; those that were not sent come first, then the newest. */
export function listCommunications(
  ctx: TenantContext,
  { q, ...args }: ListArguments & { q?: string | null },
  lookahead: Lookahead,
): Promise<PageOf<Communication>> {
  return listPage<Communication>(
    ctx,
    communicationKind.listing,
    { ...args, search: q, sort: args.sort ?? ['-occurred_at'] },
    lookahead,
  );
}

/**
 * Logs a message that was exchanged, or starts a draft.
 * @throws VALIDATION_ERROR; HUMAN_REQUIRED for relationship outreach of an agent
 */
export async function createCommunication(
  ctx: TenantContext,
  input: CommunicationInput,
): Promise<Communication> {
  assertPurpose(ctx, input.purpose);
  const isDraft = input.status === 'draft';
  if (isDraft) assertDraft(input as Record<string, unknown>);
  else if (input.connectorId) throw invalid('connector_id', 'not_for_log', 'A logged message is not sent.');
  const occurredAt = isDraft ? null : (input.occurredAt ?? ctx.now);
  if (occurredAt) assertPast(occurredAt, ctx.now);
  const channel = input.channel!;
  const direction = input.direction ?? 'outbound';
  const participants = await readParticipants(ctx, channel, input.participants ?? []);
  const links = await readLinks(ctx, input.links, contactsOf(participants));
  if (!isDraft) assertAttributed(participants, links);
  const message = await insertMessage(ctx, {
    channel,
    direction,
    purpose: input.purpose ?? 'general',
    status: isDraft ? 'draft' : direction === 'inbound' ? 'received' : 'logged',
    occurredAt,
    inReplyTo: input.inReplyTo ?? null,
    connectorId: input.connectorId ?? null,
    isAutoReply: input.isAutoReply ?? false,
    attachments: (input.attachments ?? []).map(
      ({ name, mime, bytes }): Attachment => ({
        name,
        mime: mime ?? null,
        bytes: bytes ?? null,
      }),
    ),
    ...readTexts(input),
    tags: normalizeTags(input.tags ?? []),
    customFields: completeCustomFields(
      ctx,
      'communications',
      await readCustomFields(ctx, 'communications', input.customFields),
    ),
    participants,
    links,
    threadId: await joinThread(ctx, { inReplyTo: input.inReplyTo, threadId: input.threadId, channel }),
  });
  return message;
}

/**
 * Changes a draft, or the links, tags and custom fields of another message.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR, HUMAN_REQUIRED; CONFLICT not_editable
 */
export async function updateCommunication(
  ctx: TenantContext,
  id: string,
  input: CommunicationInput,
  expectedVersion?: number | null,
): Promise<Communication> {
  const before = await lockMessage(ctx, id, expectedVersion);
  assertPurpose(ctx, input.purpose ?? before.purpose);
  const members = Object.keys(input).filter((name) => {
    const value = input[name as keyof CommunicationInput];
    return value !== undefined && value !== before[name as keyof Communication];
  });
  assertChangeable(before, members);
  const stored = await participantsOfCommunication(ctx, id);
  const participants = input.participants
    ? await readParticipants(ctx, before.channel, input.participants)
    : input.participants === null
      ? []
      : undefined;
  const formerLinks = { ...linksOf(before), contactIds: await linkedContacts(ctx, id) };
  const people = contactsOf(participants ?? stored);
  const links = await readLinks(ctx, input.links, people, formerLinks);
  const { contactIds, ...linkColumns } = links;
  if (input.inReplyTo === id)
    throw invalid('in_reply_to', 'exists', 'A message cannot answer itself; name another one.');
  const threadId =
    input.inReplyTo && input.inReplyTo !== before.inReplyTo
      ? await joinThread(ctx, { inReplyTo: input.inReplyTo, channel: before.channel })
      : before.threadId;
  const after = await changeMessage(
    ctx,
    before,
    {
      ...linkColumns,
      threadId,
      ...readTexts(input, before),
      ...(input.purpose !== undefined && { purpose: input.purpose ?? 'general' }),
      ...(input.inReplyTo !== undefined && { inReplyTo: input.inReplyTo }),
      ...(input.connectorId !== undefined && { connectorId: input.connectorId }),
      ...(input.tags !== undefined && { tags: normalizeTags(input.tags ?? []) }),
      customFields: await readCustomFields(ctx, 'communications', input.customFields, before.customFields),
    },
    { participants, stored, contactIds, formerIds: formerLinks.contactIds },
  );
  if (after === before) return before;
  const at = after.occurredAt ?? after.scheduledAt;
  if (after.activityId && at)
    await writeLine(ctx, after, refsOf(links, people), {
      occurredAt: at,
      isPlanned: after.status === 'scheduled',
    });
  for (const thread of new Set([before.threadId, after.threadId])) await summarizeThread(ctx, thread);
  return after;
}

/** Deletes a communication with its line on timelines. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteCommunication(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const message = await lockMessage(ctx, id, expectedVersion);
  await deleteLine(ctx, message);
  const deletion = await deleteRecord(ctx, communicationKind, message);
  await summarizeThread(ctx, message.threadId);
  return deletion;
}

/**
 * Locks a message that the caller may change: their own, or one that they took part in.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED
 */
export async function lockMessage(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Communication>> {
  return lockRecord(ctx, communicationKind, id, {
    expectedVersion,
    isOwn: async () =>
      (await participantsOfCommunication(ctx, id)).some(({ userId }) => userId === ctx.principal.id),
  });
}

function linksOf(message: Communication): Omit<Links, 'contactIds'> {
  const { companyId, dealId, projectId, roomId } = message;
  return { companyId, dealId, projectId, roomId };
}

/** Throws if an agent writes relationship outreach (service.md 4.1). @throws HUMAN_REQUIRED */
export function assertPurpose({ principal }: TenantContext, purpose: Purpose | null | undefined): void {
  if (purpose === 'relationship' && principal.kind === 'agent') fail('HUMAN_REQUIRED');
}

/** @throws VALIDATION_ERROR for a logged message that belongs to nobody */
function assertAttributed(participants: readonly Participant[], links: Links): void {
  const { contactIds, ...others } = links;
  if (participants.length || contactIds.length || Object.values(others).some((id) => id)) return;
  throw invalid('participants', 'required', 'A logged message needs a participant or a link.');
}
