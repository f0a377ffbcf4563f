// Loads the messages of conversations, always all of them because their number is limited.
import { allOf } from '../../lists/loaders.ts';
import { AssistantMessage } from './model.ts';

export const messagesOfConversation = allOf<AssistantMessage>(
  AssistantMessage,
  'conversationId',
  'conversation_id',
);
