import { availableParallelism } from 'node:os';
import { monotonicMs } from '../../../platform/kernel/index.ts';
import { readWav, telephoneRateHz, toTelephoneRate } from '../../../telephony/media/index.ts';
import type { ProviderUsage, SpeechChunk, SpeechRequest, TextToSpeech, Voice } from '../interfaces/index.ts';
import { hasWords } from '../kit/index.ts';
import { AudioCache } from './audio-cache.ts';
import { FliteFailure, providerName } from './failure.ts';
import { FliteWorker } from './flite-worker.ts';
import { speakablePieces, spokenLength, toSpeakableText } from './speakable-text.ts';
import { keyOf, SpeechQueue, type VoiceLoad, type Wanted } from './speech-queue.ts';

/** The most characters of one text, as `spokenLength` counts them: about four minutes of speech. */
const textLengthMax = 3_000;

/** Speech uses half of the cores; the other half is for audio and calls. */
const defaultThreads = Math.min(Math.max(Math.floor(availableParallelism() / 2), 1), 4);

/** The time until a text is due, by urgency. */
const slackMs: Record<NonNullable<SpeechRequest['urgency']>, number> = { now: 0, next: 1_500, spare: 10_000 };
/** A further sentence is due this long before the audio ahead of it is over. */
const aheadMs = 1_000;

/** The sample rate of all voices in the module. */
const voiceRateHz = 16_000;

/** The voices in the module. */
export const fliteVoices: readonly Voice[] = [
  { id: 'slt', language: 'en-US', description: 'A woman from the United States' },
  { id: 'rms', language: 'en-US', description: 'A man from the United States' },
  { id: 'awb', language: 'en-GB', description: 'A man from Scotland' },
];

export interface FliteOptions {
  /** The number of threads; half of the cores, 1 to 4, by default. */
  threads?: number;
  /**
   * The limit for one sentence; 60 s by default. A starved machine needs seconds for it, and a new thread would only
   * begin the work again.
   */
  timeoutMs?: number;
  /** The idle time after which the module is unloaded; 30 s by default. */
  idleStopMs?: number;
  /** The size of the speech cache; 8 MiB, about four minutes, by default. */
  cacheBytesMax?: number;
}

/**
 * The embedded English voices: CMU Flite in WebAssembly, without a key or a network. It speaks sentence by sentence, some
 * 30 times faster than real time, and caches its speech. On machines with four or more cores several threads speak; each
 * starts when the ones before it are busy.
 */
export class Flite implements TextToSpeech {
  readonly name = providerName;
  readonly isLocal = true;
  readonly voices = fliteVoices;
  readonly #workers: readonly FliteWorker[];
  readonly #queue: SpeechQueue<FliteWorker>;
  readonly #cache: AudioCache;

  constructor(options: FliteOptions = {}) {
    const { timeoutMs = 60_000, idleStopMs = 30_000, threads = defaultThreads } = options;
    this.#workers = Array.from({ length: threads }, () => new FliteWorker({ timeoutMs, idleStopMs }));
    this.#queue = new SpeechQueue({
      workers: this.#workers,
      speak: (worker, wanted) => this.#produce(worker, wanted),
      isReady: (worker) => worker.isLoaded,
      nowMs: monotonicMs,
    });
    this.#cache = new AudioCache(options.cacheBytesMax ?? 8 * 2 ** 20);
  }

  /** Whether the module is in memory. */
  get isLoaded(): boolean {
    return this.#workers.some((worker) => worker.isLoaded);
  }

  /** `null` before the first text. */
  get load(): VoiceLoad | null {
    return this.#queue.load;
  }

  /** Speaks a text at `speed`, a factor of the voice's normal one. */
  async *speak(
    request: SpeechRequest,
    options: {
      signal?: AbortSignal;
      onUsage?: (usage: ProviderUsage) => void;
      speed?: number | undefined;
    } = {},
  ): AsyncIterable<SpeechChunk> {
    const { signal, speed = 1 } = options;
    signal?.throwIfAborted();
    const voice = chooseVoice(request);
    const text = toSpeakableText(request.text);
    if (text === '') {
      if (hasWords(request.text)) throw new FliteFailure('the text has no word in Latin script', false);
      return;
    }
    if (spokenLength(text) > textLengthMax) {
      throw new FliteFailure(
        `the text is longer than ${textLengthMax} characters when numbers are words`,
        false,
      );
    }
    // Resampled once for the line's rate, not in every call.
    const sampleRateHz = request.lineRateHz === telephoneRateHz ? telephoneRateHz : voiceRateHz;
    const { urgency = 'now' } = request;
    const isSpare = urgency === 'spare';
    const askedMs = monotonicMs();
    let [playsFromMs, playsMs, isFirst] = [askedMs + slackMs[urgency], 0, true];
    for (const piece of speakablePieces(text)) {
      const wanted = { voice, text: piece, sampleRateHz, speed };
      const dueMs = playsFromMs + Math.max(playsMs - (isFirst ? 0 : aheadMs), 0);
      const need = { inMs: dueMs - monotonicMs(), isSpare };
      const pcm = this.#cache.get(keyOf(wanted)) ?? (await this.#queue.ask(wanted, need, signal));
      if (isFirst) options.onUsage?.({ characters: request.text.length });
      // The caller hears nothing before the first sentence is there.
      if (isFirst) playsFromMs = Math.max(playsFromMs, monotonicMs());
      isFirst = false;
      playsMs += (pcm.length * 1000) / sampleRateHz;
      yield { pcm, sampleRateHz };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#queue.close();
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  async #produce(worker: FliteWorker, wanted: Wanted): Promise<Int16Array> {
    const { voice, text, sampleRateHz, speed } = wanted;
    const wav = readWav(await worker.run({ text, voice, speed }));
    if (wav.sampleRateHz !== voiceRateHz) {
      throw new FliteFailure(`speech came at ${wav.sampleRateHz} Hz`, false);
    }
    const spoken = wav.channels[0]!;
    const pcm = sampleRateHz === telephoneRateHz ? toTelephoneRate(spoken, voiceRateHz) : spoken;
    this.#cache.set(keyOf(wanted), pcm);
    return pcm;
  }
}

function chooseVoice({ voice, language }: SpeechRequest): string {
  if (language !== null && !/^en(-|$)/i.test(language)) {
    throw new FliteFailure(`only English can be spoken, not ${language}`, false);
  }
  if (voice === null) return fliteVoices[0]!.id;
  if (fliteVoices.some(({ id }) => id === voice)) return voice;
  throw new FliteFailure(
    `there is no voice ${voice}; there are ${fliteVoices.map(({ id }) => id).join(', ')}`,
    false,
  );
}
