import type {
  ProviderFailure,
  SpeechAudio,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { openLast, wholeSpeech } from '../../conversation/providers/kit/index.ts';
import { type Pronunciation, readAloud, type SpokenRest } from '../../conversation/reading/index.ts';
import { delay, monotonicMs } from '../../platform/kernel/index.ts';

/** Delay between retries of a busy voice, and their total time. No caller waits longer for the first word. */
const retryEveryMs = 250;
const retriesMsMax = 15_000;
/** Maximum attempts of a voice that has a fallback, and the time after which the fallback is used. */
const attemptsMax = 2;
const fallbackAfterMs = 5000;
/** The same when all voices are local: they share the machine, so another one is no faster. */
const localFallbackAfterMs = 60_000;

/** The agent's settings of speech. */
interface GreetingAgent {
  language: string;
  voice: { voice: string | null } | null;
  pronunciations: readonly Pronunciation[];
  conversation: { readNumbers: boolean };
}

/** The agent's first message: its text, and its speech once available. */
export interface Greeting {
  text: string;
  speech: Promise<SpeechAudio>;
}

/**
 * Synthesizes the agent's first message, with variables filled, by the first voice that succeeds. Returns null without a
 * message or a voice. The speech rejects when all voices fail, and when `signal` aborts because the caller is gone.
 * `lineRateHz` is the rate of the line, if known. A voice that needs longer than `waitMsMax` is replaced by its fallback.
 */
export function speakGreeting(
  voices: readonly TextToSpeech[],
  agent: GreetingAgent,
  text: string | null,
  signal: AbortSignal,
  lineRateHz: number | null = null,
  waitMsMax = voices.every(({ isLocal }) => isLocal) ? localFallbackAfterMs : fallbackAfterMs,
): Greeting | null {
  if (text === null || voices.length === 0) return null;
  const request = { ...spokenBy(agent, text), language: agent.language, lineRateHz };
  const requests = voices.map((voice, index) => ({
    voice,
    ...(voice.circuit && { circuit: voice.circuit }),
    // The agent's voice id belongs to its own provider. A fallback that lists no voices would not know the id.
    request: { ...request, voice: index > 0 && voice.voices.length === 0 ? null : knownVoice(voice, agent) },
  }));
  const speech = synthesizeByFirstAble(openLast(requests), signal, waitMsMax);
  // A failure is handled when the message is played. A call that is not answered never plays it.
  speech.catch(() => undefined);
  return { text, speech };
}

function spokenBy({ language, pronunciations, conversation }: GreetingAgent, text: string): SpokenRest {
  return readAloud(text, { language, pronunciations, readsNumbers: conversation.readNumbers }).from(0);
}

/** Returns the id of the agent's voice if the provider has it, or null for the provider's default. */
export function knownVoice(
  { voices }: Pick<TextToSpeech, 'voices'>,
  agent: { voice: { voice: string | null } | null },
): string | null {
  const wanted = agent.voice?.voice ?? null;
  return voices.length === 0 || voices.some(({ id }) => id === wanted) ? wanted : null;
}

async function synthesizeByFirstAble(
  requests: readonly { voice: TextToSpeech; request: SpeechRequest }[],
  signal: AbortSignal,
  waitMsMax: number,
): Promise<SpeechAudio> {
  for (const { voice, request } of requests.slice(0, -1)) {
    const waited = AbortSignal.any([signal, AbortSignal.timeout(waitMsMax)]);
    try {
      voice.circuit?.asked();
      const speech = await synthesizeWithRetries(voice, request, waited, attemptsMax);
      voice.circuit?.succeeded();
      return speech;
    } catch (error) {
      signal.throwIfAborted();
      voice.circuit?.failed(waited.aborted ? { isStall: true } : error);
    }
  }
  const { voice, request } = requests.at(-1)!;
  return synthesizeWithRetries(voice, request, signal);
}

async function synthesizeWithRetries(
  voice: TextToSpeech,
  request: SpeechRequest,
  signal: AbortSignal,
  attempts = Number.POSITIVE_INFINITY,
): Promise<SpeechAudio> {
  const untilMs = monotonicMs() + retriesMsMax;
  for (let attempt = 1; ; attempt++) {
    try {
      return await wholeSpeech(voice.speak(request, { signal }));
    } catch (thrown) {
      const { retryable } = thrown as Partial<ProviderFailure>;
      const isOver = attempt >= attempts || monotonicMs() > untilMs;
      if (retryable !== true || signal.aborted || isOver) throw thrown;
      await delay(retryEveryMs, signal);
    }
  }
}
