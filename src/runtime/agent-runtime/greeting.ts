import type {
  ProviderFailure,
  SpeechAudio,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../conversation/providers/kit/index.ts';
import { delay, monotonicMs } from '../../platform/kernel/index.ts';

/** Interval and total time of retries for a busy voice. No caller waits longer for a word. */
const askAgainMs = 250;
const patienceMs = 15_000;
/** With a fallback voice: attempts per voice, and the time to wait for it. */
const attemptsMax = 2;
const wholeMsMax = 5000;

/** The agent's first message: its text, and its speech once available. */
export interface Greeting {
  text: string;
  speech: Promise<SpeechAudio>;
}

/**
 * Speaks the agent's first message, with variables filled, by the first voice that can. Returns null without a message
 * or a voice. The speech rejects when no voice can speak it, and when `signal` aborts because the caller is gone.
 * `lineRateHz` is the rate of the line, if known. A voice with a fallback gets `waitMsMax`.
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
    // A provider that lists no voices may know the wanted one, if it is the agent's own.
    request: { ...request, voice: index > 0 && voice.voices.length === 0 ? null : knownVoice(voice, agent) },
  }));
  const speech = synthesizeByAny(requests, signal, waitMsMax);
  // The speaker receives the failure; an unanswered call never speaks it.
  speech.catch(() => undefined);
  return { text, speech };
}

/** Returns the id of the agent's voice if the provider has it, or null for the provider's default. */
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
