// Resolvers of the assistant: operations call services, other fields call loaders.
import { chat } from '../src/domains/assistant/chat.ts';
import { messagesOfConversation } from '../src/domains/assistant/loaders.ts';
import {
  deleteConversation,
  getAssistant,
  getConversation,
  visiblePart,
} from '../src/domains/assistant/service.ts';
import { getSettings, isModelReady, updateSettings } from '../src/domains/assistant/settings.ts';
import { related } from '../src/operations/sources.ts';
import type { Resolvers } from './generated.ts';

export const assistant: Resolvers = {
  Query: {
    assistant: (_, _args, ctx) => getAssistant(ctx),
    assistantConversation: (_, { id }, ctx) => getConversation(ctx, id),
    assistantSettings: (_, _args, ctx) => getSettings(ctx),
  },
  Mutation: {
    assistantChat: (_, { input }, ctx) => chat(ctx, input),
    deleteAssistantConversation: (_, { id }, ctx) => deleteConversation(ctx, id),
    updateAssistantSettings: (_, { input, expectedVersion }, ctx) =>
      updateSettings(ctx, input, expectedVersion),
  },
  AssistantSettings: {
    modelPurposeReady: (_, _args, ctx) => isModelReady(ctx),
  },
  AssistantConversation: { messages: related(messagesOfConversation) },
  AssistantMessage: {
    providerUnavailable: ({ byRule }) => byRule,
    text: (message, _, ctx) => visiblePart(ctx, message, message.text, null),
    citations: (message, _, ctx) => visiblePart(ctx, message, message.citations, []),
  },
};
