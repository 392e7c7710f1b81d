import { readWav, telephoneRateHz, toTelephoneRate } from '../../media/index.ts';
import { hasWords } from '../kit/index.ts';
import type { ProviderUsage, SpeechChunk, SpeechRequest, TextToSpeech, Voice } from '../spec/index.ts';
import { AudioCache } from './audio-cache.ts';
import { FliteFailure, providerName } from './failure.ts';
import { FliteWorker } from './flite-worker.ts';
import { spokenLength, toSpeakableText } from './speakable-text.ts';

/** Characters of one text as `spokenLength` counts them: about four minutes of speech. */
const textLengthMax = 3_000;

/** Texts that may wait for the one that is being spoken. */
const waitingMax = 100;

/** Of all voices in the module. */
const voiceRateHz = 16_000;

/** Those in the module. */
export const fliteVoices: readonly Voice[] = [
  { id: 'slt', language: 'en-US', description: 'A woman from the United States' },
  { id: 'rms', language: 'en-US', description: 'A man from the United States' },
  { id: 'awb', language: 'en-GB', description: 'A man from Scotland' },
];

export interface FliteOptions {
  /** How long one text may take; 20 s unless said otherwise. */
  timeoutMs?: number;
  /** After so long without work the module is unloaded; 30 s unless said otherwise. */
  idleStopMs?: number;
  /** Memory for speech that may be asked for again; 8 MiB, about four minutes, unless said otherwise. */
  cacheBytesMax?: number;
}

/**
 * The voices that come with the program: CMU Flite in WebAssembly, for English, without a key or a network. Texts
 * are spoken one after the other in one thread, some 30 times faster than they are heard, and what was spoken
 * before comes from memory.
 */
export class Flite implements TextToSpeech {
  readonly name = providerName;
  readonly voices = fliteVoices;
  readonly #worker: FliteWorker;
  readonly #cache: AudioCache;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #disposed = false;

  constructor(options: FliteOptions = {}) {
    const { timeoutMs = 20_000, idleStopMs = 30_000 } = options;
    this.#worker = new FliteWorker({ timeoutMs, idleStopMs });
    this.#cache = new AudioCache(options.cacheBytesMax ?? 8 * 2 ** 20);
  }

  /** Whether the module is in memory. */
  get isLoaded(): boolean {
    return this.#worker.isLoaded;
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
    const wanted = { voice, text, sampleRateHz };
    const pcm = this.#cache.get(keyOf(wanted)) ?? (await this.#waitForTurn(wanted, signal));
    options.onUsage?.({ characters: request.text.length });
    yield { pcm, sampleRateHz };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#worker.stop();
    await this.#last;
    await this.#worker.stop();
  }

  /** Queues a text; an abort ends the waiting at once, and the work only if it has not begun. */
  async #waitForTurn(wanted: Wanted, signal: AbortSignal | undefined): Promise<Int16Array> {
    if (this.#waiting >= waitingMax) throw new FliteFailure('too many texts wait to be spoken', true);
    this.#waiting++;
    const spoken = this.#last
      .then(() => this.#produce(wanted, signal))
      .finally(() => {
        this.#waiting--;
      });
    this.#last = spoken.catch(() => {});
    if (!signal) return spoken;
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([spoken, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #produce(wanted: Wanted, signal: AbortSignal | undefined): Promise<Int16Array> {
    signal?.throwIfAborted();
    const { voice, text, sampleRateHz } = wanted;
    const key = keyOf(wanted);
    // Who waited for the same text as the one before finds it spoken.
    const known = this.#cache.get(key);
    if (known) return known;
    if (this.#disposed) throw new FliteFailure('the provider is closed', false);
    const wav = readWav(await this.#worker.run({ text, voice }));
    if (wav.sampleRateHz !== voiceRateHz) {
      throw new FliteFailure(`speech came at ${wav.sampleRateHz} Hz`, false);
    }
    const spoken = wav.channels[0]!;
    const pcm = sampleRateHz === telephoneRateHz ? toTelephoneRate(spoken, voiceRateHz) : spoken;
    this.#cache.set(key, pcm);
    return pcm;
  }
}

/** A text to be spoken, and as what. */
interface Wanted {
  voice: string;
  text: string;
  sampleRateHz: number;
}

function keyOf({ voice, text, sampleRateHz }: Wanted): string {
  return `${sampleRateHz} ${voice} ${text}`;
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
