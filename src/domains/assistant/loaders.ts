// The messages of conversations; a conversation is bounded, so they are read whole.
import { allOf } from '../../lists/loaders.ts';
import { AssistantMessage } from './model.ts';

export const messagesOfConversation = allOf<AssistantMessage>(
  AssistantMessage,
  'conversationId',
  'conversation_id',
);
