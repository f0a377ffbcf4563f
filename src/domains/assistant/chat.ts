// A question to the assistant: read beside the request, answered by a model or by rule, then written (platform.md §8).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { callOperation } from '../../operations/call.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { openRoutes, type RouteUse, recordUse } from '../models/use.ts';
import { ask } from './dialogue.ts';
import { answerByRule } from './fallback.ts';
import { messagesOfConversation } from './loaders.ts';
import { AssistantConversation, AssistantMessage, type Proposed } from './model.ts';
import { type Draft, queueDrafts } from './proposals.ts';
import type { Citation, Source } from './rules.ts';
import { getConversation } from './service.ts';
import { getSettings } from './settings.ts';
import { Sources } from './sources.ts';

export interface ChatInput {
  message?: string | null;
  conversationId?: string | null;
  context?: { type: ContextType; id: string } | null;
}

type ContextType = 'company' | 'client' | 'contact' | 'deal';

/** What came of a question. */
export interface ChatAnswer {
  conversationId: string;
  messageId: string;
  text: string;
  citations: Citation[];
  proposals: Proposed[];
  providerUnavailable: boolean;
  model: string | null;
  usage: { inputTokens: number; outputTokens: number } | null;
}

/** A model may take so long; what is left of 30 s is for the answer by rule. */
const MODEL_MS = 25_000;
/** Questions and answers of one conversation. */
const MOST_MESSAGES = 200;
/** Messages that a model is reminded of. */
const REMEMBERED = 10;
const TITLE = 80;

const READS: Record<ContextType, string> = {
  company: 'GetCompany',
  client: 'GetClient',
  contact: 'GetContact',
  deal: 'GetDeal',
};

/**
 * Answers a question from the records that the user may read, with the records that the answer rests on. Where no model
 * answers in time, an answer by rule takes its place.
 * @throws RATE_LIMITED, VALIDATION_ERROR; NOT_FOUND for a conversation that is not the caller's, CONFLICT for one that is
 *   full
 */
export async function chat(ctx: TenantContext, input: ChatInput): Promise<ChatAnswer> {
  const { services, principal, now } = ctx;
  await services.limiter.consume('assistant-chat', principal.id);
  const text = input.message!.replaceAll('\0', ' ').trim();
  if (!text) throw invalid('message', 'required', 'Ask something.');
  const conversationId = input.conversationId ?? null;
  const { history, settings, routes } = await inSeparateTransaction(ctx, async (reading) => ({
    history: conversationId ? await historyOf(reading, conversationId) : [],
    settings: await getSettings(reading),
    routes: await openRoutes(reading, 'assistant_chat'),
  }));
  const inView = input.context ? await readInView(ctx, input.context) : undefined;
  const question = {
    text,
    history: history.slice(-REMEMBERED),
    dataClasses: settings.dataClasses,
    mayPropose: settings.allowProposals && principal.permissions.has('proposals.create'),
    ...(input.context && { context: { operation: READS[input.context.type], id: input.context.id } }),
  };
  const { answered, uses } = await ask(ctx, routes, question, AbortSignal.timeout(MODEL_MS));
  const answer = answered
    ? { ...answered, providerUnavailable: false }
    : { ...(await answerByRule(ctx, text, inView)), ...BY_RULE };
  const asked = { conversationId, role: 'user' as const, text, createdAt: now };
  return ctx.tx.savepoint(() => write(ctx, asked, answer, uses));
}

const BY_RULE = { providerUnavailable: true, model: null, usage: null, governedFields: [], drafts: [] };

type Answer = Pick<ChatAnswer, 'text' | 'citations' | 'providerUnavailable' | 'model' | 'usage'> &
  Pick<AssistantMessage, 'governedFields'> & { drafts: readonly Draft[] };

/** @throws NOT_FOUND for a conversation that is not the caller's; CONFLICT for one that is full */
async function historyOf(ctx: TenantContext, conversationId: string): Promise<AssistantMessage[]> {
  await getConversation(ctx, conversationId);
  const messages = await messagesOfConversation(ctx, conversationId);
  if (messages.length >= MOST_MESSAGES)
    fail('CONFLICT', 'The conversation is full; begin a new one.', {
      details: { reason: 'conversation_full' },
    });
  return messages;
}

/** The record that the person is looking at. @throws VALIDATION_ERROR exists; what its read refuses with */
async function readInView(
  ctx: TenantContext,
  { type, id }: { type: ContextType; id: string },
): Promise<Source> {
  const { services, surface, requestId, principal, log } = ctx;
  const operation = services.catalogue.byName.get(READS[type])!;
  try {
    const { body } = await callOperation(services, {
      surface,
      requestId,
      principal,
      log,
      operation,
      input: { id },
    });
    const sources = new Sources(services.catalogue);
    sources.take(operation, { id }, (body as { data: unknown }).data);
    return [...sources.read.values()].find((source) => source.id === id)!;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND')
      throw invalid('context.id', 'exists', `There is no such ${type}.`);
    throw error;
  }
}

/** Writes question and answer, and what the answer took. */
async function write(
  ctx: TenantContext,
  asked: { conversationId: string | null; text: string; role: 'user'; createdAt: Date },
  { text, citations: cited, providerUnavailable, model, usage, governedFields, drafts }: Answer,
  uses: readonly RouteUse[],
): Promise<ChatAnswer> {
  const conversation = await conversationFor(ctx, asked);
  const conversationId = conversation.id;
  const { proposals, citations } = await queueDrafts(ctx, drafts, cited);
  const [, answer] = await AssistantMessage.insertAll(ctx, [
    { ...asked, id: uuid(), conversationId },
    {
      id: uuid(),
      conversationId,
      role: 'assistant',
      text,
      citations,
      proposals,
      byRule: providerUnavailable,
      model,
      inputTokens: usage?.inputTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      governedFields,
    },
  ]);
  await recordUse(ctx, uses);
  await emit(ctx, 'assistant.answered', {
    object: conversation,
    data: { message_id: answer!.id, provider_unavailable: providerUnavailable },
    links: [],
  });
  return {
    conversationId,
    messageId: answer!.id,
    text,
    citations,
    proposals,
    providerUnavailable,
    model,
    usage,
  };
}

/** The conversation that goes on, or a new one. @throws NOT_FOUND where it was erased meanwhile */
async function conversationFor(
  ctx: TenantContext,
  { conversationId, text }: { conversationId: string | null; text: string },
): Promise<AssistantConversation> {
  const userId = ctx.principal.id;
  if (!conversationId) {
    const title = text.replace(/\s+/g, ' ').slice(0, TITLE).toWellFormed();
    return AssistantConversation.create(ctx, { id: uuid(), userId, title });
  }
  const found = await AssistantConversation.of(ctx).where({ id: conversationId, userId }).forUpdate().first();
  if (!found) fail('NOT_FOUND');
  return found.changeVersion(ctx);
}
