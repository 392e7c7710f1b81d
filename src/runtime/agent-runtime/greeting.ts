import type {
  ProviderFailure,
  SpeechAudio,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../conversation/providers/kit/index.ts';
import { delay, monotonicMs } from '../../platform/kernel/index.ts';
import type { DialableAgent } from '../dialer/index.ts';

/**
 * Whether the voice speaks the agent's language at all; an agent that says nothing needs none, and a provider that
 * lists no voices is taken to speak every language.
 */
export function canSpeak(
  voice: TextToSpeech,
  agent: Pick<DialableAgent, 'firstMessage' | 'language' | 'conversation'>,
): boolean {
  const isSilent = (agent.firstMessage ?? '').trim() === '' && agent.conversation.recording !== 'announced';
  return isSilent || speaks(voice, agent.language);
}

/** Whether the voice speaks the language; a provider that lists no voices is taken to speak every one. */
export function speaks({ voices }: Pick<TextToSpeech, 'voices'>, wanted: string): boolean {
  const primary = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();
  return voices.length === 0 || voices.some(({ language }) => primary(language) === primary(wanted));
}

/** A voice that has too much to do is asked again after this, for so long; no caller waits longer for a word. */
const askAgainMs = 250;
const patienceMs = 15_000;
/** Where there is another voice, one is asked so often, and waited for so long. */
const attemptsMax = 2;
const wholeMsMax = 5000;

/** The agent's first message: its text, and the speech of it as soon as that is there. */
export interface Greeting {
  text: string;
  speech: Promise<SpeechAudio>;
}

/**
 * The agent's first message, with its variables filled, by the first of the voices that can speak it; null when it has
 * none, or there is no voice. Its speech rejects when none can, and when `signal` aborts because nobody is there any more
 * to hear it. `lineRateHz` is the rate that the line will have, if that is certain; a voice that another one can follow
 * is waited for `waitMsMax`.
 */
export function speakGreeting(
  voices: readonly TextToSpeech[],
  agent: { language: string; voice: { voice: string | null } | null },
  text: string | null,
  signal: AbortSignal,
  lineRateHz: number | null = null,
  waitMsMax: number = wholeMsMax,
): Greeting | null {
  if (text === null || voices.length === 0) return null;
  const request = { text, language: agent.language, lineRateHz };
  const requests = voices.map((voice, index) => ({
    voice,
    // One that lists no voices may know the wanted one, if it is the agent's own.
    request: { ...request, voice: index > 0 && voice.voices.length === 0 ? null : knownVoice(voice, agent) },
  }));
  const speech = synthesizeByAny(requests, signal, waitMsMax);
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

async function synthesizeByAny(
  requests: readonly { voice: TextToSpeech; request: SpeechRequest }[],
  signal: AbortSignal,
  waitMsMax: number,
): Promise<SpeechAudio> {
  for (const { voice, request } of requests.slice(0, -1)) {
    const waited = AbortSignal.any([signal, AbortSignal.timeout(waitMsMax)]);
    try {
      return await synthesizePatiently(voice, request, waited, attemptsMax);
    } catch {
      signal.throwIfAborted();
    }
  }
  const { voice, request } = requests.at(-1)!;
  return synthesizePatiently(voice, request, signal);
}

async function synthesizePatiently(
  voice: TextToSpeech,
  request: SpeechRequest,
  signal: AbortSignal,
  attempts = Number.POSITIVE_INFINITY,
): Promise<SpeechAudio> {
  const untilMs = monotonicMs() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await wholeSpeech(voice.speak(request, { signal }));
    } catch (thrown) {
      const { retryable } = thrown as Partial<ProviderFailure>;
      const isOver = attempt >= attempts || monotonicMs() > untilMs;
      if (retryable !== true || signal.aborted || isOver) throw thrown;
      await delay(askAgainMs, signal);
    }
  }
}
