import { existsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { ListenOptions, SpeechToText, TranscriptionStream } from '../interfaces/index.ts';
import { ProviderError } from '../kit/index.ts';
import { grammarOf } from './grammar.ts';
import { JobPool } from './job-pool.ts';
import { Pronunciations } from './pronunciations.ts';
import { type Recognition, recognize } from './recognize.ts';
import { Stream } from './stream.ts';

const providerName = 'pocketsphinx';

/** Where Debian's packages pocketsphinx and pocketsphinx-en-us put things. */
const defaultCommand = '/usr/bin/pocketsphinx_batch';
const defaultModelFolder = '/usr/share/pocketsphinx/model/en-us';

/** Utterances that may wait for those that are being decoded. */
const waitingMax = 100;

interface PocketSphinxOptions {
  /** The decoder; Debian's unless said otherwise. */
  command?: string;
  /** Holds `en-us`, the acoustic model, and `cmudict-en-us.dict`. */
  modelFolder?: string;
  /** Where each utterance is while it is decoded, in a private folder of its own; the system's unless said otherwise. */
  temporaryFolder?: string;
  /** How long one utterance may take; 5 s unless said otherwise. */
  timeoutMs?: number;
}

/** Whether the decoder and its English model are on this machine. */
export function isPocketSphinxInstalled(options: PocketSphinxOptions = {}): boolean {
  const { command = defaultCommand, modelFolder = defaultModelFolder } = options;
  return existsSync(command) && existsSync(join(modelFolder, 'cmudict-en-us.dict'));
}

/**
 * The ear that needs no key and no network: CMU PocketSphinx, for English. It knows only the phrases that are expected,
 * and decodes each utterance when it is over, in processes of their own, as many at once as the machine has cores for.
 */
export class PocketSphinx implements SpeechToText {
  readonly name = providerName;
  readonly needsPhrases = true;
  readonly tellsPartials = false;
  readonly endsTurns = false;
  readonly #options: Required<PocketSphinxOptions>;
  readonly #pronunciations: Pronunciations;
  // Each job is two processes.
  readonly #pool = new JobPool(Math.ceil(availableParallelism() / 2), waitingMax);
  readonly #disposed = new AbortController();

  constructor(options: PocketSphinxOptions = {}) {
    this.#options = {
      command: options.command ?? defaultCommand,
      modelFolder: options.modelFolder ?? defaultModelFolder,
      temporaryFolder: options.temporaryFolder ?? tmpdir(),
      timeoutMs: options.timeoutMs ?? 5_000,
    };
    this.#pronunciations = new Pronunciations(join(this.#options.modelFolder, 'cmudict-en-us.dict'));
  }

  listen(options: ListenOptions): TranscriptionStream {
    const { language, sampleRateHz } = options;
    const stream = new Stream(options, (pcm, phrases, signal) =>
      this.#decode(pcm, phrases, sampleRateHz, signal),
    );
    if (language !== null && !/^en(-|$)/i.test(language)) {
      stream.fail(failure(`only English is understood, not ${language}`, false));
    }
    return stream;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed.abort(failure('the recognizer is closed', false));
  }

  /** What was said, of these phrases; null: none of them. Rejects with a ProviderError or the reason of `signal`. */
  async #decode(
    pcm: Int16Array,
    phrases: readonly string[],
    sampleRateHz: number,
    signal: AbortSignal,
  ): Promise<Recognition | null> {
    const { timeoutMs } = this.#options;
    const decoding = this.#pool.run(async () => {
      const grammar = await grammarOf(phrases, this.#pronunciations);
      if (grammar.phrases.size === 0) return null;
      const overdue = new AbortController();
      const callOff = fairTimeout(timeoutMs, () => overdue.abort());
      const ended = AbortSignal.any([signal, this.#disposed.signal, overdue.signal]);
      return recognize(pcm, sampleRateHz, grammar, { ...this.#options, signal: ended }).finally(callOff);
    });
    if (!decoding) throw failure('too many utterances wait to be understood', true);
    return decoding.catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ProviderError) throw error;
      const words = error instanceof DOMException ? `it took longer than ${timeoutMs} ms` : messageOf(error);
      throw failure(`the utterance could not be decoded: ${words}`, error instanceof DOMException, error);
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failure(message: string, retryable: boolean, cause?: unknown): ProviderError {
  return new ProviderError(providerName, message, { retryable, cause });
}
