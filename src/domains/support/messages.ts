// Messages on a ticket: replies to the requester, what the requester writes, and internal notes (delivery.md section 7).
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { FileInput } from '../../files/take.ts';
import { storeFiles } from '../../files/take.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { statusColumns, withClocks } from './clocks.ts';
import { lockTicket, ticketKind } from './kind.ts';
import { Ticket, TicketFile, TicketMessage } from './model.ts';
import { QUIET_MS, REOPENS_WITHIN_MS } from './rules.ts';
import { createFollowUp, settleQuiet } from './service.ts';

/** The largest file of a message. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface MessageInput {
  body?: string | null;
  visibility?: 'public' | 'internal' | null;
  author?: 'team' | 'requester' | null;
  files?: FileInput[] | null;
}

const listing: Listing = { model: TicketMessage };

/** Returns a page of the messages of a ticket, oldest first. @throws NOT_FOUND */
export async function listMessages(
  ctx: TenantContext,
  ticketId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<TicketMessage>> {
  await Ticket.find(ctx, ticketId);
  const sort = args.sort ?? ['created_at'];
  return listPage<TicketMessage>(ctx, listing, { ...args, sort }, lookahead, (query) =>
    query.where({ ticketId }),
  );
}

/**
 * Adds a message with its files. A public one of the team answers the requester; one of the requester opens the ticket
 * again, or a new one that goes on with it if it was closed for too long. Everything but an internal note is risky.
 * @throws NOT_FOUND, VALIDATION_ERROR, TICKET_MERGED, INVALID_STATE_TRANSITION, PAYLOAD_TOO_LARGE
 */
export async function addMessage(
  ctx: TenantContext,
  ticketId: string,
  input: MessageInput,
): Promise<TicketMessage> {
  const body = input.body?.trim();
  if (!body) throw invalid('body', 'required', 'Give the text of the message.');
  const visibility = input.visibility ?? 'public';
  const isRequester = input.author === 'requester';
  if (isRequester && visibility === 'internal')
    throw invalid(
      'visibility',
      'requester',
      'What the requester writes is public; leave the visibility out.',
    );
  if (visibility === 'public') raiseRisk(ctx, 'external_send');
  const ticket = await settleQuiet(ctx, await lockTicket(ctx, ticketId));
  // A workspace is the requester of its tickets to the platform.
  const fromRequester = visibility === 'public' && (isRequester || ticket.audience === 'platform');
  const target = fromRequester ? await openFor(ctx, ticket) : ticket;
  if (!fromRequester && visibility === 'public' && ticket.status === 'closed')
    fail(
      'INVALID_STATE_TRANSITION',
      'A closed ticket takes no replies; the requester opens it again by writing.',
      {
        details: { from: 'closed', allowed: [] },
      },
    );
  const message = await TicketMessage.create<TicketMessage>(ctx, {
    id: uuid(),
    ticketId: target.id,
    visibility,
    body,
    fromRequester,
    contactId: fromRequester ? target.contactId : null,
  });
  await attach(ctx, message.id, input.files ?? []);
  await afterMessage(ctx, target, message, input.files?.length ?? 0);
  return message;
}

async function attach(ctx: TenantContext, messageId: string, inputs: FileInput[]): Promise<void> {
  const files = await storeFiles(ctx, inputs, { maxBytes: MAX_FILE_BYTES });
  await TicketFile.insertAll(
    ctx,
    files.map((file) => ({ messageId, fileId: file.id })),
  );
}

/** Returns the locked ticket that a message of the requester goes to: a closed one is opened, or followed by a new one. */
async function openFor(ctx: TenantContext, ticket: Locked<Ticket>): Promise<Locked<Ticket>> {
  if (ticket.status !== 'closed') return ticket;
  const isRecent = ctx.now.getTime() - new Date(ticket.closedAt!).getTime() <= REOPENS_WITHIN_MS;
  return isRecent ? ticket : createFollowUp(ctx, ticket);
}

/** Changes the ticket by its new message and writes the event, without the text. */
async function afterMessage(
  ctx: TenantContext,
  ticket: Locked<Ticket>,
  message: TicketMessage,
  files: number,
): Promise<void> {
  const { visibility, fromRequester, id } = message;
  const data = {
    message_id: id,
    visibility,
    from_requester: fromRequester,
    length: message.body.length,
    files,
  };
  if (visibility === 'internal') {
    await emit(ctx, 'ticket.note_added', { object: ticket, label: ticket.subject, links: [], data });
    return;
  }
  const patch = fromRequester ? requesterPatch(ctx, ticket) : replyPatch(ctx, ticket);
  const columns = { lastMessageAt: ctx.now, ...patch };
  await changeRecord(ctx, ticketKind, ticket, await withClocks(ctx, ticket, columns), {
    event: 'ticket.replied',
    changesParts: true,
    data,
  });
}

/** The next answer is awaited from the oldest message without one; a ticket that waited for this one opens again. */
function requesterPatch(ctx: TenantContext, { status, waitingSince }: Ticket): Partial<Ticket> {
  if (status === 'new' || status === 'open') return waitingSince ? {} : { waitingSince: ctx.now };
  return { ...statusColumns(ctx, 'open'), waitingSince: ctx.now };
}

/** A reply is the first response, opens a new ticket, and keeps a resolved one from being closed for another while. */
function replyPatch(ctx: TenantContext, { status, firstRespondedAt }: Ticket): Partial<Ticket> {
  return {
    waitingSince: null,
    ...(!firstRespondedAt && { firstRespondedAt: ctx.now }),
    ...(status === 'new' && statusColumns(ctx, 'open')),
    ...(status === 'resolved' && { closesAt: new Date(ctx.now.getTime() + QUIET_MS) }),
  };
}
