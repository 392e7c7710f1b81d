import type { DialableAgent } from '../dialer/index.ts';
import { delay, monotonicMs } from '../kernel/index.ts';
import { wholeSpeech } from '../providers/kit/index.ts';
import type { ProviderFailure, SpeechAudio, SpeechRequest, TextToSpeech } from '../providers/spec/index.ts';

/**
 * Whether the voice speaks the agent's language at all; an agent that says nothing needs none, and a provider that
 * lists no voices is taken to speak every language.
 */
export function canSpeak(
  voice: TextToSpeech,
  agent: Pick<DialableAgent, 'firstMessage' | 'language' | 'conversation'>,
): boolean {
  const primary = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();
  const isSilent = (agent.firstMessage ?? '').trim() === '' && agent.conversation.recording !== 'announced';
  if (isSilent) return true;
  if (voice.voices.length === 0) return true;
  return voice.voices.some(({ language }) => primary(language) === primary(agent.language));
}

/** A voice that has too much to do is asked again after this, for so long; no caller waits longer for a word. */
const askAgainMs = 250;
const patienceMs = 15_000;

/** The agent's first message: its text, and the speech of it as soon as that is there. */
export interface Greeting {
  text: string;
  speech: Promise<SpeechAudio>;
}

/**
 * The agent's first message, with its variables filled; null when it has none, or there is no voice. Its speech rejects when the voice cannot
 * speak it, and when `signal` aborts because nobody is there any more to hear it. `lineRateHz`
 * is the rate that the line will have, if that is certain.
 */
export function speakGreeting(
  voice: TextToSpeech | undefined,
  agent: { language: string; voice: { voice: string | null } | null },
  text: string | null,
  signal: AbortSignal,
  lineRateHz: number | null = null,
): Greeting | null {
  if (text === null || !voice) return null;
  const request = { text, voice: knownVoice(voice, agent), language: agent.language, lineRateHz };
  const speech = synthesizePatiently(voice, request, signal);
  // Whoever says it hears of its failure; a call that nobody answers never does.
  speech.catch(() => undefined);
  return { text, speech };
}

/** The voice that the agent wants, by its id, where the provider has it; null: the provider's own choice. */
export function knownVoice(
  { voices }: Pick<TextToSpeech, 'voices'>,
  agent: { voice: { voice: string | null } | null },
): string | null {
  const wanted = agent.voice?.voice ?? null;
  return voices.length === 0 || voices.some(({ id }) => id === wanted) ? wanted : null;
}

async function synthesizePatiently(
  voice: TextToSpeech,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SpeechAudio> {
  const untilMs = monotonicMs() + patienceMs;
  for (;;) {
    try {
      return await wholeSpeech(voice.speak(request, { signal }));
    } catch (thrown) {
      const { retryable } = thrown as Partial<ProviderFailure>;
      if (retryable !== true || signal.aborted || monotonicMs() > untilMs) throw thrown;
      await delay(askAgainMs, signal);
    }
  }
}
