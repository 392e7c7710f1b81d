import type { ConversationAgent } from '../pipeline/index.ts';
import type { PreparedAgent } from './prepare-agent.ts';

/** How an agent behaves in a conversation, by its configuration. */
export function conversationAgent({
  agent,
  prompt,
  announcement,
  greeting,
}: PreparedAgent): ConversationAgent {
  const { language, voice, model, limits, conversation } = agent;
  const { silencePrompts: prompts, durationWarning: warning } = conversation;
  return {
    prompt,
    announcement,
    firstMessage: greeting,
    waitForCaller: conversation.waitForCaller,
    language,
    voice: voice?.voice ?? null,
    model: model !== null && 'model' in model ? model.model : null,
    temperature: model !== null && 'temperature' in model ? model.temperature : null,
    interruptible: conversation.interruptible,
    backChannelWords: conversation.backchannels,
    endOfTurnMs: conversation.endOfTurnMs,
    silencePrompts: prompts && { afterMs: prompts.afterSeconds * 1000, texts: prompts.messages },
    silenceMs: limits.silenceSeconds * 1000,
    maxDurationMs: limits.maxDurationSeconds * 1000,
    maxDurationWarning: warning && { beforeMs: warning.beforeSeconds * 1000, text: warning.message },
    fillers: conversation.fillers,
  };
}
