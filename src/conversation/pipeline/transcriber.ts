import { delay, monotonicMs } from '../../platform/kernel/index.ts';
import type {
  ProviderFailure,
  SpeechToText,
  TranscriptEvent,
  TranscriptionStream,
} from '../providers/interfaces/index.ts';
import { openLast } from '../providers/kit/index.ts';
import type { CallLanguage } from './call-language.ts';
import type { ConversationOptions, ProviderSetback } from './conversation.ts';
import { conversationOver } from './ends.ts';
import { KeptAudio } from './kept-audio.ts';
import { again, handedTo, labelOf, skipsOf } from './setback.ts';

interface TranscriberOptions {
  /** The preferred one first; at least one. */
  providers: readonly SpeechToText[];
  sampleRateHz: number;
  language: Pick<CallLanguage, 'tag' | 'others'>;
  /** Returns the phrases that the caller is expected to say next. */
  phrases: () => readonly string[];
  /** Names and terms that the caller may say. */
  keyTerms: readonly string[];
  boosts: ReadonlyMap<string, number>;
  onEvent: (event: TranscriptEvent) => void;
  /** Words arrived for speech that was given up as lost. */
  onLate: (event: Extract<TranscriptEvent, { type: 'final' }>) => void;
  onProblem: ConversationOptions['onProblem'];
  /** Whether it goes on trying, because the call does not need the words now. */
  isPatient: () => boolean;
  /** No provider can be reached any more. */
  onGone: (error: unknown) => void;
}

/** How much audio without words is kept for the next provider after a failure. */
const keptMsMax = 10_000;
const backoffMs = 100;
/** The most streams in a row that fail without a result. */
const failuresMax = 6;
/** The most utterances in a row without a result. */
const lostMax = 3;
/** How long results of an abandoned stream are still accepted. */
const lateMsMax = 20_000;

/** The reading of one stream. */
interface Reading {
  /** Why the stream was abandoned; `null` while it is in use. */
  left: Error | null;
  /** Another stream listens now; results of this one are late. */
  isLetGo: boolean;
  /** Another stream is wanted, although this one works. */
  isReplaced: boolean;
  letGo: () => void;
}

/** An unexpected end of a transcription. A retry may succeed. */
class TranscriberFailure extends Error implements ProviderFailure {
  readonly provider: string;
  readonly retryable = true;
  readonly status = null;

  constructor(provider: string, what: string) {
    super(`${provider} ${what}`);
    this.name = 'TranscriberFailure';
    this.provider = provider;
  }
}

/**
 * Transcribes the caller with failover: after a failure the next provider opens a stream, and receives the audio without
 * words again.
 */
export class Transcriber {
  readonly #options: TranscriberOptions;
  readonly #abort = new AbortController();
  #stream: TranscriptionStream | null = null;
  readonly #kept = new KeptAudio(keptMsMax);
  #finishAtMs: number | null = null;
  #provider: SpeechToText;
  #lost = 0;
  #reading: Reading | null = null;

  constructor(options: TranscriberOptions) {
    this.#options = options;
    this.#provider = openLast(options.providers)[0]!;
    // The conversation is still being put together.
    queueMicrotask(() => this.#reportSkips());
    void this.#run();
  }

  /** Whether the current provider detects the ends of turns. */
  get endsTurns(): boolean {
    return this.#provider.endsTurns;
  }

  /** Whether the current provider emits partial results. */
  get emitsPartials(): boolean {
    return this.#provider.emitsPartials;
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

  /** The final result is late: the next provider, if there is another, receives the audio. */
  overdue(): void {
    if (this.#options.providers.length < 2 || !this.#stream || !this.#reading) return;
    this.#reading.left = new TranscriberFailure(this.#provider.name, 'returned no result in time');
    this.#stream.close();
  }

  /** The final result is given up: another stream listens from now on. */
  lost(): void {
    this.#kept.clear();
    this.#finishAtMs = null;
    this.#letGo();
    if (++this.#lost < lostMax || this.#options.isPatient()) return;
    const error = new TranscriberFailure(this.#provider.name, `returned nothing for ${lostMax} utterances`);
    this.#report(this.#provider, error, { after: handedTo(undefined) });
    this.#giveUp(error);
  }

  /** Opens another stream, because the language has changed. It receives the audio without words again. */
  reopen(): void {
    if (!this.#stream || !this.#reading) return;
    this.#reading.isReplaced = true;
    this.#stream.close();
  }

  close(): void {
    this.#abort.abort(conversationOver);
    this.#stream?.close();
    this.#kept.clear();
  }

  #reportSkips(): void {
    const { providers, onProblem } = this.#options;
    const of = { kind: 'transcriber', what: 'transcriber' } as const;
    for (const skip of skipsOf(providers, [this.#provider], of)) onProblem(skip);
  }

  async #run(): Promise<void> {
    let error: unknown = null;
    let failures = 0;
    while (!this.#abort.signal.aborted) {
      const provider = this.#provider;
      const askedMs = monotonicMs();
      try {
        provider.circuit?.asked();
        await this.#listen(this.#open(provider), () => {
          failures = 0;
          provider.circuit?.succeeded();
        });
        error = this.#reading?.left ?? new TranscriberFailure(this.#provider.name, 'ended the stream');
      } catch (thrown) {
        error = thrown;
      }
      const { isLetGo = false, isReplaced = false } = this.#reading ?? {};
      if (!isLetGo) this.#stream?.close();
      this.#stream = null;
      this.#reading = null;
      if (this.#abort.signal.aborted) return;
      if (isReplaced && !isLetGo) continue;
      const afterMs = Math.round(monotonicMs() - askedMs);
      // An utterance without a result may have been noise, which is no failure of the provider.
      if (!isLetGo) provider.circuit?.failed(error);
      this.#provider = this.#providerAfter(provider);
      const { providers, isPatient } = this.#options;
      const isLast = ++failures >= failuresMax && !isPatient();
      const next = this.#provider === provider ? again : handedTo(this.#provider, providers);
      // The stream of a lost utterance has worked for an unknown time.
      const waited = isLetGo ? {} : { afterMs };
      this.#report(provider, error, { after: isLast ? handedTo(undefined) : next, ...waited });
      if (isLast) this.#giveUp(error);
      await delay(backoffMs * 2 ** Math.min(failures - 1, 4), this.#abort.signal);
    }
  }

  #report(provider: SpeechToText, error: unknown, outcome: Pick<ProviderSetback, 'after' | 'afterMs'>): void {
    const { providers, onProblem } = this.#options;
    const setback = { kind: 'transcriber', provider: labelOf(provider, providers), ...outcome } as const;
    onProblem({ what: `the transcriber ${provider.name} failed`, error, setback });
  }

  /** Returns the provider to use after another one, those with an open circuit last. */
  #providerAfter(provider: SpeechToText): SpeechToText {
    const { providers } = this.#options;
    const at = providers.indexOf(provider) + 1;
    return openLast([...providers.slice(at), ...providers.slice(0, at)])[0]!;
  }

  /** Takes the results of a stream until it ends or is abandoned, and late results for a while after that. */
  #listen(stream: TranscriptionStream, onEvent: () => void): Promise<void> {
    const letGo = Promise.withResolvers<void>();
    const reading: Reading = { left: null, isLetGo: false, isReplaced: false, letGo: letGo.resolve };
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
    // The end of an abandoned stream does not matter.
    return Promise.race([read(), letGo.promise]);
  }

  #letGo(): void {
    const [stream, reading] = [this.#stream, this.#reading];
    if (!stream || !reading) return;
    reading.left = new TranscriberFailure(this.#provider.name, 'returned nothing for the speech');
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
    const { sampleRateHz, language, phrases, keyTerms, boosts } = this.#options;
    const { tag, others } = language;
    const stream = provider.listen({
      sampleRateHz,
      language: tag,
      ...(others.length > 0 && { languages: others }),
      phrases,
      keyTerms,
      boosts,
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
