// The message of an email step: a communication in the thread of its enrolment, queued as every other message.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { MailConnector } from '../api-keys/mail-connectors.ts';
import { communicationKind } from '../communications/kind.ts';
import { readLinks } from '../communications/links.ts';
import type { Communication } from '../communications/model.ts';
import { readParticipants } from '../communications/participants.ts';
import { queueMessage } from '../communications/send.ts';
import { insertMessage } from '../communications/store.ts';
import { readTexts } from '../communications/texts.ts';
import { joinThread, liveThreadId } from '../communications/threads.ts';
import { dealById } from '../deals/loaders.ts';
import { lockRecord } from '../records/verbs.ts';
import type { DueStep } from './due-step.ts';
import type { Template } from './model.ts';

/** The most characters of a subject. */
const SUBJECT_LENGTH = 998;

/** Stores and queues the message of a step. */
export async function queueStepMail(
  ctx: TenantContext,
  { enrolment, sequence, contact, ownerId }: DueStep,
  texts: Template,
  connector: MailConnector,
): Promise<Communication> {
  const id = uuid();
  const { address, name } = connector.from;
  const participants = await readParticipants(ctx, 'email', [
    { role: 'from', address, name, userId: ownerId },
    { role: 'to', address: contact.email, contactId: contact.id },
  ]);
  const deal = await dealById(ctx, enrolment.dealId);
  const links = await readLinks(ctx, { contactIds: [contact.id], dealId: deal?.id ?? null }, []);
  await insertMessage(ctx, {
    id,
    channel: 'email',
    direction: 'outbound',
    purpose: 'campaign',
    status: 'draft',
    connectorId: sequence.connectorId,
    attachments: [],
    ...readTexts({
      subject: texts.subject?.slice(0, SUBJECT_LENGTH),
      ...(texts.bodyHtml !== null && { bodyHtml: texts.bodyHtml }),
      ...(texts.bodyText !== null && { bodyText: texts.bodyText }),
    }),
    tags: [],
    customFields: {},
    participants,
    links,
    threadId: await joinThread(ctx, {
      threadId: await liveThreadId(ctx, enrolment.threadId),
      channel: 'email',
    }),
  });
  return queueMessage(ctx, await lockRecord(ctx, communicationKind, id), null);
}
