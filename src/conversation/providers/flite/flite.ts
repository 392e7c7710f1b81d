import { availableParallelism } from 'node:os';
import { monotonicMs } from '../../../platform/kernel/index.ts';
import { readWav, telephoneRateHz, toTelephoneRate } from '../../../telephony/media/index.ts';
import type { ProviderUsage, SpeechChunk, SpeechRequest, TextToSpeech, Voice } from '../interfaces/index.ts';
import { hasWords } from '../kit/index.ts';
import { AudioCache } from './audio-cache.ts';
import { FliteFailure, providerName } from './failure.ts';
import { FliteWorker } from './flite-worker.ts';
import { speakablePieces, spokenLength, toSpeakableText } from './speakable-text.ts';
import { keyOf, SpeechQueue, type Wanted } from './speech-queue.ts';

/** Characters of one text as `spokenLength` counts them: about four minutes of speech. */
const textLengthMax = 3_000;

/** The other half of the cores is for the audio and the calls. */
const defaultThreads = Math.min(Math.max(Math.floor(availableParallelism() / 2), 1), 4);

/** Of all voices in the module. */
const voiceRateHz = 16_000;

/** Those in the module. */
export const fliteVoices: readonly Voice[] = [
  { id: 'slt', language: 'en-US', description: 'A woman from the United States' },
  { id: 'rms', language: 'en-US', description: 'A man from the United States' },
  { id: 'awb', language: 'en-GB', description: 'A man from Scotland' },
];

export interface FliteOptions {
  /** Texts that are spoken at the same time; half of the cores, 1 to 4, unless said otherwise. */
  threads?: number;
  /** How long one sentence may take; 20 s unless said otherwise. */
  timeoutMs?: number;
  /** After so long without work the module is unloaded; 30 s unless said otherwise. */
  idleStopMs?: number;
  /** Memory for speech that may be asked for again; 8 MiB, about four minutes, unless said otherwise. */
  cacheBytesMax?: number;
}

/**
 * The voices that come with the program: CMU Flite in WebAssembly, for English, without a key or a network. Texts
 * are spoken sentence after sentence, some 30 times faster than they are heard, and what was spoken before comes from
 * memory. Where the machine has four cores or more, two or more threads speak, each loaded when those before it are busy.
 */
export class Flite implements TextToSpeech {
  readonly name = providerName;
  readonly isLocal = true;
  readonly voices = fliteVoices;
  readonly #workers: readonly FliteWorker[];
  readonly #queue: SpeechQueue<FliteWorker>;
  readonly #cache: AudioCache;

  constructor(options: FliteOptions = {}) {
    const { timeoutMs = 20_000, idleStopMs = 30_000, threads = defaultThreads } = options;
    this.#workers = Array.from({ length: threads }, () => new FliteWorker({ timeoutMs, idleStopMs }));
    this.#queue = new SpeechQueue({
      workers: this.#workers,
      speak: (worker, wanted) => this.#produce(worker, wanted),
      nowMs: monotonicMs,
    });
    this.#cache = new AudioCache(options.cacheBytesMax ?? 8 * 2 ** 20);
  }

  /** Whether the module is in memory. */
  get isLoaded(): boolean {
    return this.#workers.some((worker) => worker.isLoaded);
  }

  /** How much later than it is needed the next text is spoken, in milliseconds; 0: in time. */
  get behindMs(): number {
    return this.#queue.behindMs;
  }

  async *speak(
    request: SpeechRequest,
    options: { signal?: AbortSignal; onUsage?: (usage: ProviderUsage) => void } = {},
  ): AsyncIterable<SpeechChunk> {
    const { signal } = options;
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
    // For a telephone line it is converted once, and not again in every call that says it.
    const sampleRateHz = request.lineRateHz === telephoneRateHz ? telephoneRateHz : voiceRateHz;
    const { urgency: asked = 'now' } = request;
    let isFirst = true;
    for (const piece of speakablePieces(text)) {
      const wanted = { voice, text: piece, sampleRateHz };
      // The rest is needed when the first sentence was heard.
      const urgency = isFirst || asked === 'spare' ? asked : 'next';
      const pcm = this.#cache.get(keyOf(wanted)) ?? (await this.#queue.ask(wanted, urgency, signal));
      if (isFirst) options.onUsage?.({ characters: request.text.length });
      isFirst = false;
      yield { pcm, sampleRateHz };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#queue.close();
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  async #produce(worker: FliteWorker, wanted: Wanted): Promise<Int16Array> {
    const { voice, text, sampleRateHz } = wanted;
    const wav = readWav(await worker.run({ text, voice }));
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
