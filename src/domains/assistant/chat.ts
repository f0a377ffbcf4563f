// Answers a question to the assistant: reads in a separate transaction, asks a model or falls back to rules, then
// stores the result (platform.md §8).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { callOperation } from '../../operations/call.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { openRoutes, type RouteUse, recordUse } from '../models/use.ts';
import { askModels } from './dialogue.ts';
import { answerByRule } from './fallback.ts';
import { messagesOfConversation } from './loaders.ts';
import { AssistantConversation, AssistantMessage, type QueuedProposal } from './model.ts';
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

/** The answer to a question. */
export interface ChatAnswer {
  conversationId: string;
  messageId: string;
  text: string;
  citations: Citation[];
  proposals: QueuedProposal[];
  providerUnavailable: boolean;
  model: string | null;
  usage: { inputTokens: number; outputTokens: number } | null;
}

/** The time limit of models; the rest of the 30 s of a request is left for the answer by rule. */
const MODEL_TIMEOUT_MS = 25_000;
/** The maximum number of messages in a conversation. */
const MAX_MESSAGES = 200;
/** The number of former messages that a model gets. */
const HISTORY_LENGTH = 10;
const MAX_TITLE_LENGTH = 80;

const READ_OPERATIONS: Record<ContextType, string> = {
  company: 'GetCompany',
  client: 'GetClient',
  contact: 'GetContact',
  deal: 'GetDeal',
};

/**
 * Answers a question from the records that the user may read, and cites them. If no model answers in time, an answer
 * by rule replaces it.
 * @throws RATE_LIMITED, VALIDATION_ERROR; NOT_FOUND for a conversation of somebody else, CONFLICT for a full one
 */
export async function chat(ctx: TenantContext, input: ChatInput): Promise<ChatAnswer> {
  const { services, principal, now } = ctx;
  await services.limiter.consume('assistant-chat', principal.id);
  const text = input.message!.replaceAll('\0', ' ').trim();
  if (!text) throw invalid('message', 'required', 'Give a message that is not empty.');
  const conversationId = input.conversationId ?? null;
  const { history, settings, routes } = await inSeparateTransaction(ctx, async (reading) => ({
    history: conversationId ? await historyOf(reading, conversationId) : [],
    settings: await getSettings(reading),
    routes: await openRoutes(reading, 'assistant_chat'),
  }));
  const viewedRecord = input.context ? await readViewedRecord(ctx, input.context) : undefined;
  const question = {
    text,
    history: history.slice(-HISTORY_LENGTH),
    dataClasses: settings.dataClasses,
    mayPropose: settings.allowProposals && principal.permissions.has('proposals.create'),
    ...(input.context && {
      context: { operation: READ_OPERATIONS[input.context.type], id: input.context.id },
    }),
  };
  const { answer: modelAnswer, uses } = await askModels(
    ctx,
    routes,
    question,
    AbortSignal.timeout(MODEL_TIMEOUT_MS),
  );
  const answer = modelAnswer
    ? { ...modelAnswer, providerUnavailable: false }
    : { ...(await answerByRule(ctx, text, viewedRecord)), ...BY_RULE };
  const questionMessage = { conversationId, role: 'user' as const, text, createdAt: now };
  return ctx.tx.savepoint(() => storeExchange(ctx, questionMessage, answer, uses));
}

const BY_RULE = { providerUnavailable: true, model: null, usage: null, governedFields: [], drafts: [] };

type Answer = Pick<ChatAnswer, 'text' | 'citations' | 'providerUnavailable' | 'model' | 'usage'> &
  Pick<AssistantMessage, 'governedFields'> & { drafts: readonly Draft[] };

/** Reads the messages so far. @throws NOT_FOUND for a conversation of somebody else; CONFLICT for a full one */
async function historyOf(ctx: TenantContext, conversationId: string): Promise<AssistantMessage[]> {
  await getConversation(ctx, conversationId);
  const messages = await messagesOfConversation(ctx, conversationId);
  if (messages.length >= MAX_MESSAGES)
    fail('CONFLICT', 'The conversation is full; start a new one.', {
      details: { reason: 'conversation_full' },
    });
  return messages;
}

/** Reads the record that the user is looking at. @throws VALIDATION_ERROR exists, and the other errors of the read */
async function readViewedRecord(
  ctx: TenantContext,
  { type, id }: { type: ContextType; id: string },
): Promise<Source> {
  const { services, surface, requestId, principal, log } = ctx;
  const operation = services.catalogue.byName.get(READ_OPERATIONS[type])!;
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
    sources.collect(operation, { id }, (body as { data: unknown }).data);
    return [...sources.byNumber.values()].find((source) => source.id === id)!;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND')
      throw invalid('context.id', 'exists', `There is no such ${type}.`);
    throw error;
  }
}

/** Stores the question, the answer, the drafted proposals and the usage of the models. */
async function storeExchange(
  ctx: TenantContext,
  questionMessage: { conversationId: string | null; text: string; role: 'user'; createdAt: Date },
  { text, citations: draftCitations, providerUnavailable, model, usage, governedFields, drafts }: Answer,
  uses: readonly RouteUse[],
): Promise<ChatAnswer> {
  const conversation = await conversationFor(ctx, questionMessage);
  const conversationId = conversation.id;
  const { proposals, citations } = await queueDrafts(ctx, drafts, draftCitations);
  const [, answer] = await AssistantMessage.insertAll(ctx, [
    { ...questionMessage, id: uuid(), conversationId },
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

/** Returns the conversation to continue, locked, or creates one. @throws NOT_FOUND if it was erased meanwhile */
async function conversationFor(
  ctx: TenantContext,
  { conversationId, text }: { conversationId: string | null; text: string },
): Promise<AssistantConversation> {
  const userId = ctx.principal.id;
  if (!conversationId) {
    const title = text.replace(/\s+/g, ' ').slice(0, MAX_TITLE_LENGTH).toWellFormed();
    return AssistantConversation.create(ctx, { id: uuid(), userId, title });
  }
  const found = await AssistantConversation.of(ctx).where({ id: conversationId, userId }).forUpdate().first();
  if (!found) fail('NOT_FOUND');
  return found.changeVersion(ctx);
}
