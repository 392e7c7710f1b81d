import type {
  SpeechAudio,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../conversation/providers/kit/index.ts';

/** Longer texts are no fillers. */
const charactersMax = 200;

/** Who says the texts: what is kept belongs to one version of one agent, at one rate. */
export interface SpareSpeaker {
  agentId: string;
  /** `null` for a draft. Each conversation with a draft uses a `SpareSpeech` of its own. */
  version: number | null;
  voice: TextToSpeech;
  request: Omit<SpeechRequest, 'text'>;
  /** Aborts when the call is over that the texts are spoken in. */
  signal: AbortSignal;
}

/**
 * Speech of short texts that calls need when nothing else works, the voice included: what says that something takes
 * long, and the apology. It is spoken once for all calls of an agent's version in this process, and bounded by its
 * bytes; what was needed least recently goes first.
 */
export class SpareSpeech {
  readonly #bytesMax: number;
  /** In the order of use. */
  readonly #kept = new Map<string, SpeechAudio>();
  readonly #inWork = new Set<string>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The speech of a text; null: it is not there. */
  find(speaker: SpareSpeaker, text: string): SpeechAudio | null {
    const key = keyOf(speaker, text);
    const speech = this.#kept.get(key);
    if (!speech) return null;
    this.#kept.delete(key);
    this.#kept.set(key, speech);
    return speech;
  }

  /** Lets what is not there be spoken, one text after the other. A voice that fails is not asked again by this call. */
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
        // Then it is spoken when it is needed, as any other text; what fails there is told.
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
