import type { SpeechToSpeech, TextToSpeech } from '../../conversation/providers/interfaces/index.ts';
import { ProviderError } from '../../conversation/providers/kit/index.ts';
import type { ProviderContext, Providers } from '../../conversation/providers/registry.ts';
import type { DialableAgent } from '../dialer/index.ts';
import { canSpeak } from './greeting.ts';

/**
 * The models that hear and speak: one where the agent has one, none where it cannot be had and another model answers in
 * its place. Rejects with a ProviderError where nothing does.
 */
export async function findSpeechToSpeech(
  lookup: Pick<Providers, 'speechToSpeech'>,
  agent: Pick<DialableAgent, 'speechToSpeech'>,
  context: ProviderContext,
  hasModel: boolean,
): Promise<SpeechToSpeech[]> {
  try {
    return await lookup.speechToSpeech(agent.speechToSpeech, context);
  } catch (error) {
    if (!hasModel || !(error instanceof ProviderError)) throw error;
    context.onProblem?.(error);
    return [];
  }
}

/**
 * The voices, where the first of them speaks the agent's language; a model that speaks by itself needs none, but to
 * announce a recording. Throws, in words for the call's record, where one is needed and there is none.
 */
export function usefulVoices(
  voices: TextToSpeech[],
  agent: Pick<DialableAgent, 'firstMessage' | 'language' | 'conversation'>,
  speaksByItself: boolean,
): TextToSpeech[] {
  const [voice] = voices;
  if (voice && canSpeak(voice, agent)) return voices;
  if (speaksByItself && agent.conversation.recording !== 'announced') return [];
  throw new Error(`no voice speaks ${agent.language}`);
}
