import { delay } from '../../platform/kernel/index.ts';
import type { SpeechToText, TranscriptEvent, TranscriptionStream } from '../providers/interfaces/index.ts';
import type { ConversationOptions } from './conversation.ts';
import { EarFailure } from './ear-failure.ts';
import { conversationOver } from './ends.ts';
import { KeptAudio } from './kept-audio.ts';
import { again, handedTo } from './setback.ts';

interface EarOptions {
  /** The preferred one first; at least one. */
  providers: readonly SpeechToText[];
  sampleRateHz: number;
  language: string;
  /** What the caller is expected to say next. */
  phrases: () => readonly string[];
  onEvent: (event: TranscriptEvent) => void;
  /** Words of something that was lost, and that came after all. */
  onLate: (event: Extract<TranscriptEvent, { type: 'final' }>) => void;
  onProblem: ConversationOptions['onProblem'];
  /** None of the providers can be had any more. */
  onGone: (error: unknown) => void;
}

/** What was said since the last words is kept for so long, for the provider that is asked when one fails. */
const keptMsMax = 10_000;
const backoffMs = 100;
/** Streams in a row that gave nothing before they failed. */
const failuresMax = 6;
/** Utterances in a row of which nothing was told. */
const lostMax = 3;
/** What a stream that was let go may still tell is taken for so long. */
const lateMsMax = 20_000;

/** A stream that is read, and what becomes of that. */
interface Reading {
  /** Why it is left; null: it is not. */
  left: Error | null;
  /** Another stream listens now; words of this one are late. */
  isLetGo: boolean;
  letGo: () => void;
}

/**
 * Listens to the caller through whichever provider works: a stream that fails is followed by one of the next
 * provider, which is given again what had not been understood yet.
 */
export class Ear {
  readonly #options: EarOptions;
  readonly #abort = new AbortController();
  #stream: TranscriptionStream | null = null;
  readonly #kept = new KeptAudio(keptMsMax);
  #finishAtMs: number | null = null;
  #provider: SpeechToText;
  #lost = 0;
  #reading: Reading | null = null;

  constructor(options: EarOptions) {
    this.#options = options;
    this.#provider = options.providers[0]!;
    void this.#run();
  }

  /** Whether the provider that listens now judges by itself when the caller's turn is over. */
  get endsTurns(): boolean {
    return this.#provider.endsTurns;
  }

  /** Whether the provider that listens now tells words while they are spoken. */
  get tellsPartials(): boolean {
    return this.#provider.tellsPartials;
  }

  write(pcm: Int16Array, atMs: number): void {
    this.#kept.push(pcm, atMs);
    this.#stream?.write(pcm, atMs);
  }

  /** The caller has been silent since `atMs`. */
  finish(atMs: number): void {
    this.#finishAtMs = atMs;
    this.#stream?.finish(atMs);
  }

  /** The last words are not there in time: another provider, where there is one, is given what was said. */
  overdue(): void {
    if (this.#options.providers.length < 2 || !this.#stream || !this.#reading) return;
    this.#reading.left = new EarFailure(this.#provider.name, 'did not tell in time what was said');
    this.#stream.close();
  }

  /** Nothing was told of what was said, and nobody waits for it any more; another stream listens from here on. */
  lost(): void {
    this.#kept.clear();
    this.#finishAtMs = null;
    this.#letGo();
    if (++this.#lost >= lostMax)
      this.#giveUp(new Error('nothing was told of what was said, time after time'));
  }

  close(): void {
    this.#abort.abort(conversationOver);
    this.#stream?.close();
    this.#kept.clear();
  }

  async #run(): Promise<void> {
    const { providers, onProblem } = this.#options;
    let error: unknown = null;
    let failures = 0;
    for (let index = 0; !this.#abort.signal.aborted; index++) {
      this.#provider = providers[index % providers.length]!;
      try {
        await this.#listen(this.#open(this.#provider), () => void (failures = 0));
        error = this.#reading?.left ?? new EarFailure(this.#provider.name, 'ended the transcript');
      } catch (thrown) {
        error = thrown;
      }
      const isLetGo = this.#reading?.isLetGo === true;
      if (!isLetGo) this.#stream?.close();
      this.#stream = null;
      this.#reading = null;
      if (this.#abort.signal.aborted) return;
      const { name } = this.#provider;
      const isLast = ++failures >= failuresMax;
      const next = providers.length === 1 ? again : handedTo(providers[(index + 1) % providers.length]);
      const after = isLast ? handedTo(undefined) : next;
      // Of what was no speech there is nothing to tell.
      const setback = isLetGo ? undefined : ({ kind: 'transcriber', provider: name, after } as const);
      onProblem({ what: `the transcriber ${name} failed`, error, ...(setback && { setback }) });
      if (isLast) this.#giveUp(error);
      await delay(backoffMs * 2 ** Math.min(failures - 1, 4), this.#abort.signal);
    }
  }

  /** Takes what a stream tells, until it ends or is let go; then for a while what it tells late. */
  #listen(stream: TranscriptionStream, onEvent: () => void): Promise<void> {
    const letGo = Promise.withResolvers<void>();
    const reading: Reading = { left: null, isLetGo: false, letGo: letGo.resolve };
    this.#reading = reading;
    const read = async (): Promise<void> => {
      for await (const event of stream) {
        if (this.#abort.signal.aborted) return;
        if (reading.isLetGo) {
          this.#takeLate(event);
          continue;
        }
        onEvent();
        this.#take(event);
      }
    };
    // How one ends that was let go is of no account.
    return Promise.race([read(), letGo.promise]);
  }

  #letGo(): void {
    const [stream, reading] = [this.#stream, this.#reading];
    if (!stream || !reading) return;
    reading.left = new Error('it told nothing of what was said');
    reading.isLetGo = true;
    reading.letGo();
    void delay(lateMsMax, this.#abort.signal).then(() => stream.close());
  }

  #takeLate(event: TranscriptEvent): void {
    if (event.type !== 'final' || event.text.trim() === '') return;
    this.#lost = 0;
    this.#options.onLate(event);
  }

  #giveUp(error: unknown): void {
    if (this.#abort.signal.aborted) return;
    this.close();
    this.#options.onGone(error);
  }

  #open(provider: SpeechToText): TranscriptionStream {
    const { sampleRateHz, language, phrases } = this.#options;
    const stream = provider.listen({
      sampleRateHz,
      language,
      phrases,
      signal: this.#abort.signal,
    });
    this.#stream = stream;
    for (const { pcm, atMs } of this.#kept.pieces()) stream.write(pcm, atMs);
    if (this.#finishAtMs !== null) stream.finish(this.#finishAtMs);
    return stream;
  }

  #take(event: TranscriptEvent): void {
    this.#lost = 0;
    if (event.type === 'final') {
      if (event.endMs >= (this.#finishAtMs ?? Number.POSITIVE_INFINITY)) this.#finishAtMs = null;
      this.#kept.dropBefore(event.endMs);
    }
    this.#options.onEvent(event);
  }
}
