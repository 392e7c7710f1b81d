import type {
  SpeechAudio,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../conversation/providers/kit/index.ts';

const usualBytesMax = 16 * 2 ** 20;
/** Longer texts are not kept. */
const charactersMax = 200;

/** The speaker of the texts. Speech is kept per agent version and rate. */
export interface SpareSpeaker {
  agentId: string;
  /** `null` for a draft. Each conversation with a draft uses a `SpareSpeech` of its own. */
  version: number | null;
  voice: TextToSpeech;
  request: Omit<SpeechRequest, 'text'>;
  /** Aborts at the end of the call in which the texts are spoken. */
  signal: AbortSignal;
}

/**
 * Speech of short texts for when nothing else works, including the voice: fillers for slow answers, and the apology. It
 * is synthesized once per agent version in this process. Its size is bounded; the least recently used speech is dropped
 * first.
 */
export class SpareSpeech {
  readonly #bytesMax: number;
  /** In order of use. */
  readonly #kept = new Map<string, SpeechAudio>();
  readonly #inWork = new Set<string>();
  #bytes = 0;

  constructor(bytesMax = usualBytesMax) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the speech of a text, or null when it is not available. */
  find(speaker: SpareSpeaker, text: string): SpeechAudio | null {
    const key = keyOf(speaker, text);
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
      const key = keyOf(speaker, text);
      const isKnown = this.#kept.has(key) || this.#inWork.has(key);
      if (isKnown || text.length > charactersMax || signal.aborted) continue;
      this.#inWork.add(key);
      try {
        this.#keep(key, await wholeSpeech(voice.speak({ ...request, text, urgency: 'spare' }, { signal })));
      } catch {
        // Such a text is synthesized when needed, like any other, and its failure is reported then.
        return;
      } finally {
        this.#inWork.delete(key);
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

function keyOf({ agentId, version, request }: SpareSpeaker, text: string): string {
  return [agentId, version, request.lineRateHz, text].join(' ');
}
