import { SentenceSplitter } from '../../conversation/pipeline/index.ts';
import type { SpeakingAgent } from './prepared-agent.ts';

/** The most sentences of an agent that are spoken ahead. */
const sentencesMax = 60;

/**
 * Returns the sentences that all calls of an agent may say, cut as its answers are: those of its dialogues without
 * variables, and what it says in silence.
 */
export function sharedPhrases({
  language,
  model,
  flow,
  conversation,
}: Pick<SpeakingAgent, 'language' | 'model' | 'flow' | 'conversation'>): string[] {
  const { silencePrompts, durationWarning } = conversation;
  const said = [...saidIn(model), ...saidIn(flow)].filter((text) => !text.includes('{{'));
  const sentences = said.flatMap((text) => {
    const splitter = new SentenceSplitter(language);
    return [...splitter.push(text), ...splitter.flush()];
  });
  const whole = [...(silencePrompts?.messages ?? []), ...(durationWarning ? [durationWarning.message] : [])];
  return [...new Set([...sentences, ...whole])].slice(0, sentencesMax);
}

/** Returns the texts of all `say` and `says` in a dialogue or a flow. */
function saidIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'say' && typeof inner === 'string') return [inner];
    if (name === 'says' && Array.isArray(inner)) return inner.filter((text) => typeof text === 'string');
    return saidIn(inner);
  });
}
