import type {
  SpeechAudio,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../conversation/providers/kit/index.ts';
import { type Reading, readAloud, type SpokenRest } from '../../conversation/reading/index.ts';

const defaultBytesMax = 16 * 2 ** 20;
/** Longer texts are not kept. */
const charactersMax = 200;

/** The voice of the texts. Speech is kept for each agent version and sample rate. */
export interface SpareSpeaker {
  agentId: string;
  /** `null` for a draft. Each conversation with a draft uses a `SpareSpeech` of its own. */
  version: number | null;
  voice: TextToSpeech;
  request: Omit<SpeechRequest, 'text' | 'phonemes'>;
  reading: Reading;
  /** Aborts at the end of the call in which the texts are spoken. */
  signal: AbortSignal;
}

/**
 * Caches the speech of short texts that must be playable even when the voice fails: the apology, and fillers for slow
 * answers. This process synthesizes a text once for each agent version. The size is bounded; the least recently used
 * speech is dropped first.
 */
export class SpareSpeech {
  readonly #bytesMax: number;
  /** In order of use, the least recent first. */
  readonly #kept = new Map<string, SpeechAudio>();
  readonly #inProgress = new Set<string>();
  #bytes = 0;

  constructor(bytesMax = defaultBytesMax) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the speech of a text, or null when it is not available. */
  find(speaker: SpareSpeaker, text: string): SpeechAudio | null {
    const key = keyOf(speaker, readAloud(text, speaker.reading).from(0));
    const speech = this.#kept.get(key);
    if (!speech) return null;
    this.#kept.delete(key);
    this.#kept.set(key, speech);
    return speech;
  }

  /** Synthesizes missing texts one by one. A voice that fails is not asked again in this call. */
  async prepare(speaker: SpareSpeaker, texts: readonly string[]): Promise<void> {
    const { voice, request, signal } = speaker;
    for (const text of texts) {
      const spoken = readAloud(text, speaker.reading).from(0);
      const key = keyOf(speaker, spoken);
      const isKnown = this.#kept.has(key) || this.#inProgress.has(key);
      if (isKnown || text.length > charactersMax || signal.aborted) continue;
      this.#inProgress.add(key);
      try {
        this.#keep(
          key,
          await wholeSpeech(voice.speak({ ...request, ...spoken, urgency: 'spare' }, { signal })),
        );
      } catch {
        // A missing text is synthesized when the agent says it. A failure is reported then.
        return;
      } finally {
        this.#inProgress.delete(key);
      }
    }
  }

  #keep(key: string, speech: SpeechAudio): void {
    this.#kept.set(key, speech);
    this.#bytes += speech.pcm.byteLength;
    for (const [oldest, { pcm }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#kept.delete(oldest);
      this.#bytes -= pcm.byteLength;
    }
  }
}

/** The dictionary may change without the agent, so the key has the spoken text. */
function keyOf({ agentId, version, request }: SpareSpeaker, spoken: SpokenRest): string {
  return JSON.stringify([agentId, version, request.lineRateHz, spoken]);
}
