// Stores a message with what belongs to it: participants, contacts, thread, line on timelines and event.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { recordMemberReply } from '../campaign-members/outcomes.ts';
import { endEnrolments } from '../enrolments/endings.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { communicationKind } from './kind.ts';
import type { Links } from './links.ts';
import { type Attachment, type Channel, Communication, CommunicationParticipant } from './model.ts';
import { contactsOf, type Participant } from './participants.ts';
import { summarizeThread } from './threads.ts';
import { refsOf, writeLine } from './timeline.ts';

/** A message to be stored, with its participants and links. */
export type NewMessage = Partial<Omit<Communication, 'attachments'>> & {
  channel: Channel;
  threadId: string;
  attachments?: readonly Attachment[];
  participants: readonly Participant[];
  links: Links;
};

/** Stores a message with its participants, links, thread and line on timelines. */
export async function insertMessage(
  ctx: TenantContext,
  { participants, links, ...columns }: NewMessage,
  event: EventType = 'communication.created',
): Promise<Communication> {
  const { contactIds, ...linkColumns } = links;
  const record = { id: uuid(), ...columns, ...linkColumns };
  const message = (await Communication.create(ctx, record as never)) as Communication;
  await insertParts(ctx, message.id, participants, contactIds);
  if (columns.occurredAt)
    await writeLine(ctx, message, refsOf(links, contactsOf(participants)), {
      occurredAt: columns.occurredAt,
    });
  await endAnswered(ctx, message, participants, contactIds);
  await summarizeThread(ctx, message.threadId);
  // After its parts, because the event contains them.
  await emit(ctx, event, {
    object: message,
    label: message.subject ?? undefined,
    after: record,
    withheld: communicationKind.withheld,
    links: [],
    data: { channel: message.channel, direction: message.direction },
  });
  return message;
}

/** An answer ends the sequence that the contact is in, also from an address that is not theirs; an automatic reply does not. */
async function endAnswered(
  ctx: TenantContext,
  { direction, isAutoReply, threadId }: Communication,
  participants: readonly Participant[],
  linkedIds: readonly string[],
): Promise<void> {
  if (direction !== 'inbound' || isAutoReply) return;
  await recordMemberReply(ctx, threadId);
  const senders = participants.filter(({ role }) => role === 'from');
  const contactIds = senders.length ? contactsOf(senders) : linkedIds;
  const whose = contactIds.length ? { contactIds } : { threadId };
  await endEnrolments(ctx, { state: 'replied', reason: 'replied', ...whose });
}

/** Writes the columns of a message, and its participants and contacts where they differ. */
export async function changeMessage(
  ctx: TenantContext,
  before: Locked<Communication>,
  patch: object,
  {
    participants,
    stored,
    contactIds,
    formerIds,
  }: {
    participants: Participant[] | undefined;
    stored: readonly CommunicationParticipant[];
    contactIds: string[];
    formerIds: string[];
  },
): Promise<Communication> {
  const key = (list: readonly Participant[]) =>
    JSON.stringify(
      list.map(({ role, address, name, contactId, userId }) => [role, address, name, contactId, userId]),
    );
  const isReplaced = participants !== undefined && key(participants) !== key(stored);
  const isRelinked = contactIds.toSorted().join() !== formerIds.toSorted().join();
  if (isReplaced || isRelinked) {
    await ctx.tx.rows('delete from communication_contacts where tenant_id = $1 and communication_id = $2', [
      ctx.tenantId,
      before.id,
    ]);
    if (isReplaced)
      await ctx.tx.rows(
        'delete from communication_participants where tenant_id = $1 and communication_id = $2',
        [ctx.tenantId, before.id],
      );
    await insertParts(
      ctx,
      before.id,
      isReplaced ? participants! : [],
      contactIds,
      isReplaced ? [] : contactsOf(stored),
    );
  }
  return changeRecord(ctx, communicationKind, before, patch, { changesParts: isReplaced || isRelinked });
}

/** Inserts participants, and the contacts of a message. @param others contacts of participants that stay */
async function insertParts(
  ctx: TenantContext,
  communicationId: string,
  participants: readonly Participant[],
  linkedIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  await CommunicationParticipant.insertAll(
    ctx,
    participants.map(({ role, address, name, contactId, userId }, position) => ({
      communicationId,
      position,
      role,
      address,
      name,
      contactId,
      userId,
    })),
  );
  const people = [...new Set([...linkedIds, ...contactsOf(participants), ...others])];
  if (people.length === 0) return;
  await ctx.tx.rows(
    `insert into communication_contacts (tenant_id, communication_id, contact_id, is_link, created_at, updated_at)
     select $1::uuid, $2::uuid, id, id = any ($4::uuid[]), $5::timestamptz, $5 from unnest($3::uuid[]) as id on conflict do nothing`,
    [ctx.tenantId, communicationId, people, linkedIds, ctx.now],
  );
}
