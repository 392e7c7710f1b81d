import type { Conversation, ConversationOptions } from './conversation.ts';
import { FallbackConversation } from './fallback-conversation.ts';
import { PipelineConversation } from './pipeline-conversation.ts';

/**
 * Starts a conversation on an answered call. The first message begins when audio flows, or 4 s after the answer without
 * any. Both sides then take turns until one of them, or the owner, ends the conversation.
 */
export function startConversation(options: ConversationOptions): Conversation {
  const { speechToSpeech, languageModel } = options.providers;
  const hasFallback = speechToSpeech !== null && languageModel.length > 0;
  return hasFallback ? new FallbackConversation(options) : new PipelineConversation(options);
}
