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

/** The paths of Debian's packages pocketsphinx and pocketsphinx-en-us. */
const defaultCommand = '/usr/bin/pocketsphinx_batch';
const defaultModelFolder = '/usr/share/pocketsphinx/model/en-us';

/** The most queued utterances. */
const waitingMax = 100;

interface PocketSphinxOptions {
  /** The path of the decoder; Debian's by default. */
  command?: string;
  /** The folder with `en-us`, the acoustic model, and `cmudict-en-us.dict`. */
  modelFolder?: string;
  /** The folder for the private folder of each utterance; the system's temporary folder by default. */
  temporaryFolder?: string;
  /** The limit for decoding one utterance; 5 s by default. */
  timeoutMs?: number;
}

/** Returns whether the decoder and its English model are installed. */
export function isPocketSphinxInstalled(options: PocketSphinxOptions = {}): boolean {
  const { command = defaultCommand, modelFolder = defaultModelFolder } = options;
  return existsSync(command) && existsSync(join(modelFolder, 'cmudict-en-us.dict'));
}

/**
 * The embedded English transcriber: CMU PocketSphinx, without a key or a network. It recognizes only expected phrases, and
 * decodes each utterance after its end, in separate processes limited by the number of cores.
 */
export class PocketSphinx implements SpeechToText {
  readonly name = providerName;
  readonly needsPhrases = true;
  readonly emitsPartials = false;
  readonly endsTurns = false;
  readonly #options: Required<PocketSphinxOptions>;
  readonly #pronunciations: Pronunciations;
  // Each job runs two processes.
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

  /** Returns the recognized phrase, or `null`. Rejects with a `ProviderError` or the reason of `signal`. */
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
