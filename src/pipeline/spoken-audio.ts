import { delay, monotonicMs } from '../kernel/index.ts';
import { Resampler } from '../media/index.ts';
import type {
  ProviderFailure,
  SpeechAudio,
  SpeechChunk,
  SpokenWord,
  TextToSpeech,
} from '../providers/spec/index.ts';
import { heardLength } from './heard.ts';
import { withoutStalls } from './stall.ts';
import type { UsageCount } from './usage.ts';

/** Audio goes to the line in pieces of this length. */
const pieceMs = 400;
/** A voice that gives nothing for so long has failed. */
const partMsMax = 5000;
/** A voice that has too much to do is asked again after this, for so long where there is no other. */
const askAgainMs = 250;
const patienceMs = 15_000;

/** Who speaks, and how; the same for all texts of a conversation. */
export interface VoiceSettings {
  voices: readonly TextToSpeech[];
  voice: string | null;
  language: string;
  sampleRateHz: number;
  usage: UsageCount;
  onProblem: (problem: { what: string; error: unknown }) => void;
}

/**
 * The audio of one text, at the line's rate, in pieces. A voice that fails is asked again if that may help, then the
 * next one; one that fails in the middle is followed by another from about that word on. Reading throws when none is
 * left, or the signal's reason.
 */
export class SpokenAudio {
  readonly #settings: VoiceSettings;
  readonly #text: string;
  readonly #signal: AbortSignal;
  #resampler: Resampler | null = null;
  #fromHz = 0;
  #words: SpokenWord[] = [];
  #samples = 0;
  #isWhole = false;

  constructor(settings: VoiceSettings, text: string, signal: AbortSignal) {
    this.#settings = settings;
    this.#text = text;
    this.#signal = signal;
  }

  /** Where the words stand, as far as the voice has told. */
  get words(): readonly SpokenWord[] {
    return this.#words;
  }

  /** How long it all is; null: the voice has not finished. */
  get totalMs(): number | null {
    return this.#isWhole ? this.#lengthMs : null;
  }

  get #lengthMs(): number {
    return (this.#samples * 1000) / this.#settings.sampleRateHz;
  }

  /** The pieces, to be read once. `ready`, where it is given, is the speech itself, made ahead. */
  async *pieces(ready: Promise<SpeechAudio> | null): AsyncGenerator<Int16Array> {
    const made = await this.#made(ready);
    if (made !== null) yield* this.#cut(made);
    else yield* this.#ask();
    yield* this.#cut(null);
    this.#isWhole = true;
  }

  /** The speech that was made ahead; null where there is none, and one of the voices has to be asked. */
  async #made(ready: Promise<SpeechAudio> | null): Promise<SpeechAudio | null> {
    try {
      return await ready;
    } catch (error) {
      this.#signal.throwIfAborted();
      this.#settings.onProblem({ what: 'what was to be spoken ahead was not', error });
      return null;
    }
  }

  async *#ask(): AsyncGenerator<Int16Array> {
    const { voices, onProblem } = this.#settings;
    const untilMs = monotonicMs() + patienceMs;
    let error: unknown = new Error('there is no voice');
    let text = this.#text;
    for (const [index, voice] of voices.entries()) {
      for (let attempt = 0; ; attempt++) {
        const hadMs = this.#lengthMs;
        try {
          for await (const chunk of this.#speak(voice, index, text)) yield* this.#cut(chunk);
          return;
        } catch (thrown) {
          if (this.#signal.aborted) throw this.#signal.reason;
          error = thrown;
          onProblem({ what: `the voice ${voice.name} failed`, error });
        }
        if (this.#lengthMs > hadMs) text = this.#unspoken();
        if (text.trim() === '') return;
        const isLast = index === voices.length - 1;
        if (!isRetryable(error) || (isLast ? monotonicMs() > untilMs : attempt > 0)) break;
        await delay(askAgainMs, this.#signal);
        this.#signal.throwIfAborted();
      }
    }
    throw error;
  }

  #speak(voice: TextToSpeech, index: number, text: string): AsyncIterable<SpeechChunk> {
    const { voice: wanted, language, usage } = this.#settings;
    const isKnown =
      voice.voices.some(({ id }) => id === wanted) || (voice.voices.length === 0 && index === 0);
    const request = { text: text.trim(), voice: isKnown ? wanted : null, language };
    const signal = this.#signal;
    const speech = voice.speak(request, {
      signal,
      onUsage: (amount) => usage.add('text-to-speech', voice.name, amount),
    });
    return withoutStalls(speech, { provider: voice.name, partMsMax, signal });
  }

  /** The text behind what a voice got through before it failed. The times of words end there. */
  #unspoken(): string {
    const playedMs = this.#lengthMs;
    const rest = this.#text.slice(heardLength(this.#text, { playedMs, totalMs: null, words: this.#words }));
    this.#words = [];
    return rest;
  }

  /** A chunk at the line's rate in pieces; null: what the filter still holds. */
  *#cut(chunk: SpeechChunk | null): Generator<Int16Array> {
    const { sampleRateHz } = this.#settings;
    let pcm: Int16Array = new Int16Array(0);
    if (chunk === null) pcm = this.#resampler?.flush() ?? pcm;
    else {
      if (this.#resampler === null || this.#fromHz !== chunk.sampleRateHz) {
        this.#resampler = new Resampler(chunk.sampleRateHz, sampleRateHz);
        this.#fromHz = chunk.sampleRateHz;
      }
      this.#words.push(...(chunk.words ?? []));
      pcm = this.#resampler.push(chunk.pcm);
    }
    this.#samples += pcm.length;
    const pieceSamples = (sampleRateHz * pieceMs) / 1000;
    for (let at = 0; at < pcm.length; at += pieceSamples) yield pcm.subarray(at, at + pieceSamples);
  }
}

function isRetryable(error: unknown): boolean {
  return (error as Partial<ProviderFailure>).retryable === true;
}
