import type { ConversationAgent } from '../../conversation/pipeline/index.ts';
import { fillKeyTerms } from '../../domains/agents/index.ts';
import type { PreparedAgent } from './prepared-agent.ts';

/** The knowledge about the party that answered an outbound call. */
export type ReachedParty = Pick<NonNullable<ConversationAgent['menus']>, 'startsWith' | 'heard'>;

/**
 * The default silence that ends a turn, with and without a transcript. A transcript shows whether the sentence is
 * complete.
 */
const defaultEndOfTurnMs = 250;
const endOfTurnWithoutTranscriptMs = 500;
/** The silence that a flow hears of, for agents without silence prompts. */
const silenceOfFlowMs = 5000;

/** Returns how an agent behaves in a conversation; `reached` is `null` for calls that are not outbound phone calls. */
export function conversationAgent(
  { agent, prompt, announcement, greeting, variables, pronunciations, flow, guard }: PreparedAgent,
  reached: ReachedParty | null = null,
): ConversationAgent {
  const { language, languages, voice, model, limits, conversation } = agent;
  const { silencePrompts: prompts, durationWarning: warning } = conversation;
  const { keyTerms, boosts } = fillKeyTerms(conversation.keyTerms, variables);
  return {
    prompt,
    announcement,
    firstMessage: greeting,
    waitForCaller: conversation.waitForCaller,
    language,
    languages,
    voice: voice?.voice ?? null,
    pronunciations,
    readsNumbers: conversation.readNumbers,
    model: model !== null && 'model' in model ? model.model : null,
    temperature: model !== null && 'temperature' in model ? model.temperature : null,
    interruptible: conversation.interruptible,
    backChannelWords: conversation.backchannels,
    keyTerms,
    keyTermBoosts: boosts,
    endOfTurnMs: endOfTurnMs(agent),
    droppedAnswersMax: conversation.droppedAnswersMax,
    mayHoldBack: conversation.mayHoldBack,
    silencePrompts: prompts
      ? { afterMs: prompts.afterSeconds * 1000, texts: prompts.messages }
      : silenceOf(flow),
    silenceMs: limits.silenceSeconds * 1000,
    maxDurationMs: limits.maxDurationSeconds * 1000,
    maxDurationWarning: warning && { beforeMs: warning.beforeSeconds * 1000, text: warning.message },
    fillers: conversation.fillers,
    flow,
    guard: guard ?? null,
    menus: reached && menusOf(agent, reached),
  };
}

/** Returns when a flow with edges for silence hears of it, if the agent has no silence prompts. */
function silenceOf(flow: PreparedAgent['flow']): ConversationAgent['silencePrompts'] {
  const takesSilence = Object.values(flow?.flow.stages ?? {}).some(
    ({ edges, dialogue }) => dialogue !== null || edges.some(({ silence }) => silence),
  );
  return takesSilence ? { afterMs: silenceOfFlowMs, texts: [] } : null;
}

function menusOf(
  { conversation }: PreparedAgent['agent'],
  reached: ReachedParty,
): ConversationAgent['menus'] {
  const { menus } = conversation;
  return menus && { ...reached, holdMsMax: menus.holdSecondsMax * 1000, menusMax: menus.menusMax };
}

/** Returns the silence that ends a caller's turn when the sentence sounds complete. */
export function endOfTurnMs({
  conversation,
  speechToSpeech,
}: Pick<PreparedAgent['agent'], 'speechToSpeech'> & {
  conversation: Pick<PreparedAgent['agent']['conversation'], 'endOfTurnMs'>;
}): number {
  const defaultMs = speechToSpeech === null ? defaultEndOfTurnMs : endOfTurnWithoutTranscriptMs;
  return conversation.endOfTurnMs ?? defaultMs;
}
