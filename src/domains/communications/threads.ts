// Threads: which one a message joins, their summaries, lists and messages.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import { linkFilter } from '../../lists/filters.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { ofContact } from './filters.ts';
import { type Channel, Communication, CommunicationThread } from './model.ts';

const MAX_MESSAGES = 200;

export const threadListing: Listing = {
  model: CommunicationThread,
  filters: {
    companyId: linkFilter('communication_threads.company_id', 'companies'),
    dealId: linkFilter('communication_threads.deal_id', 'deals'),
    contactId: ofContact(
      `select from communications m join communication_contacts k on k.tenant_id = m.tenant_id and k.communication_id = m.id
       where m.tenant_id = communication_threads.tenant_id and m.thread_id = communication_threads.id and m.deleted_at is null`,
    ),
  },
};

/** Returns a page of threads, that with the newest message first. */
export function listThreads(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<CommunicationThread>> {
  return listPage<CommunicationThread>(
    ctx,
    threadListing,
    { ...args, sort: args.sort ?? ['-last_message_at'] },
    lookahead,
  );
}

/** Returns a thread that has messages. @throws NOT_FOUND */
export async function getThread(ctx: TenantContext, id: string): Promise<CommunicationThread> {
  return CommunicationThread.find(ctx, id);
}

/** Returns the last messages of a thread, oldest first. */
export async function messagesOfThread(ctx: TenantContext, threadId: string): Promise<Communication[]> {
  const rows = (await Communication.live(ctx)
    .where({ threadId })
    .orderByRaw('coalesce(occurred_at, created_at) desc, id desc')
    .limit(MAX_MESSAGES)) as Communication[];
  return rows.reverse();
}

/**
 * Returns the thread that a message joins and locks it; a new one unless it answers or names one.
 * @throws VALIDATION_ERROR exists; mismatch if `inReplyTo` and `threadId` name different threads
 */
export async function joinThread(
  ctx: TenantContext,
  { inReplyTo, threadId, channel }: { inReplyTo?: string | null; threadId?: string | null; channel: Channel },
): Promise<string> {
  const answered = inReplyTo
    ? ((await Communication.live(ctx).where({ id: inReplyTo }).first()) as Communication | undefined)
    : undefined;
  if (inReplyTo && !answered) throw invalid('in_reply_to', 'exists', 'There is no such communication.');
  if (answered && threadId && answered.threadId !== threadId)
    throw invalid(
      'thread_id',
      'mismatch',
      'The answered communication is in another thread; omit thread_id.',
    );
  const id = answered?.threadId ?? threadId;
  if (!id) return (await CommunicationThread.create(ctx, { id: uuid(), channel })).id;
  const thread = await CommunicationThread.of(ctx).where({ id }).forUpdate().first();
  if (!thread || (thread as CommunicationThread).deletedAt)
    throw invalid('thread_id', 'exists', 'There is no such thread.');
  return id;
}

/** Returns the thread while it has messages. */
export async function liveThreadId(ctx: TenantContext, id: string | null): Promise<string | null> {
  const thread = id ? await CommunicationThread.live(ctx).where({ id }).first() : undefined;
  return thread ? id : null;
}

/** Makes the summary of a thread equal to its messages. */
export async function summarizeThread(ctx: TenantContext, threadId: string): Promise<void> {
  await CommunicationThread.of(ctx).where({ id: threadId }).forUpdate();
  await ctx.tx.rows('select summarize_thread($1, $2, $3)', [ctx.tenantId, threadId, ctx.now]);
}
