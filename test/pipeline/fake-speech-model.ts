import type {
  CallerEvent,
  ModelMessage,
  SpeechToSpeech,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpokenPart,
} from '../../src/conversation/providers/interfaces/index.ts';
import { Inbox, ProviderError } from '../../src/conversation/providers/kit/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';
import { speech } from './fake-voice.ts';

export interface FakeSpokenAnswer {
  text?: string;
  calls?: { name: string; arguments?: Record<string, unknown> }[];
  /** The time until the first part. */
  delayMs?: number;
  /** The answer and its connection fail after so many characters. */
  breaksAfter?: number;
  /** The session sends nothing more after so many characters, and its readers get no failure. */
  stallsAfter?: number;
}

export interface FakeSpeechModelOptions {
  answers?: FakeSpokenAnswer[];
  /** The transcripts of the caller's turns and their delays; `null` for none. */
  hears?: (string | null)[];
  heardAfterMs?: number;
  /** The delay of texts given to `say`. */
  sayAfterMs?: number;
  endsTurns?: boolean;
  /** Other tools need another connection. */
  keepsTools?: boolean;
  /** Returns why connection number `n`, from 1, is refused; `null` when it is accepted. */
  refuses?: (connection: number) => { retryable: boolean; isPlanned?: boolean } | null;
}

/** A speech-to-speech model on the virtual clock. Its audio encodes characters that `readSpeech` decodes. */
export class FakeSpeechModel implements SpeechToSpeech {
  readonly name = 'fake speech model';
  readonly endsTurns: boolean;
  /** The requests, in order. */
  readonly log: string[] = [];
  readonly opened: SpeechToSpeechOptions[] = [];
  readonly options: FakeSpeechModelOptions;
  readonly answers: FakeSpokenAnswer[];
  pieces = 0;
  #latest: FakeSession | null = null;
  #items = 0;

  constructor(options: FakeSpeechModelOptions = {}) {
    this.options = options;
    this.answers = [...(options.answers ?? [])];
    this.endsTurns = options.endsTurns ?? false;
  }

  open(options: SpeechToSpeechOptions): SpeechToSpeechSession {
    this.opened.push(options);
    const refusal = this.options.refuses?.(this.opened.length);
    this.#latest = new FakeSession(this, options);
    if (refusal) this.#latest.break(refusal.retryable, refusal.isPlanned);
    return this.#latest;
  }

  /** Ends the caller's turn, as a provider with `endsTurns` does. */
  endTurn(): void {
    this.#latest?.turn();
  }

  /** Breaks the connection. With `isPlanned`, the service only asks for another one. */
  cut({ isPlanned = false } = {}): void {
    this.#latest?.break(true, isPlanned);
  }

  newItem(): string {
    return `item-${++this.#items}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

type SpokenRequest = Parameters<SpeechToSpeechSession['respond']>[0];

class FakeSession implements SpeechToSpeechSession {
  readonly #model: FakeSpeechModel;
  readonly #options: SpeechToSpeechOptions;
  readonly #events = new Inbox<CallerEvent>(1000, () => undefined);
  readonly #broken = new AbortController();

  constructor(model: FakeSpeechModel, options: SpeechToSpeechOptions) {
    this.#model = model;
    this.#options = options;
  }

  write(): void {
    this.#model.pieces++;
  }

  finish(): void {
    this.#log('finish');
    this.turn();
  }

  turn(): void {
    const itemId = this.#model.newItem();
    this.#events.push({ type: 'turn', itemId });
    const text = this.#model.options.hears?.shift();
    if (text === null) return;
    void delay(this.#model.options.heardAfterMs ?? 400).then(() =>
      this.#events.push({ type: 'heard', itemId, text: text ?? 'Something.' }),
    );
  }

  discard(): void {
    this.#log('discard');
  }

  add(message: ModelMessage): void {
    this.#log(`tell ${message.role}: ${message.content}`);
  }

  async *respond({ tools, signal }: SpokenRequest): AsyncGenerator<SpokenPart> {
    if (this.#model.options.keepsTools && tools.length !== this.#options.tools.length) {
      this.break(true, true);
      throw this.#broken.signal.reason;
    }
    this.#log('respond');
    const answer = this.#model.answers.shift() ?? { text: 'Fine.' };
    const { text = '', calls = [], delayMs = 300, breaksAfter, stallsAfter } = answer;
    const both = AbortSignal.any([signal, this.#broken.signal]);
    await delay(delayMs, both);
    both.throwIfAborted();
    const itemId = this.#model.newItem();
    yield* this.#speak(itemId, text.slice(0, breaksAfter ?? stallsAfter), both);
    if (stallsAfter !== undefined) await new Promise(() => undefined);
    if (breaksAfter !== undefined) this.break(true);
    both.throwIfAborted();
    for (const [index, { name, arguments: args = {} }] of calls.entries())
      yield { type: 'tool-call', call: { id: `${itemId}-${index}`, name, arguments: args } };
    yield { type: 'finish', reason: calls.length > 0 ? 'tool-calls' : 'stop' };
  }

  async *say(text: string, signal: AbortSignal): AsyncGenerator<SpokenPart> {
    this.#log(`say ${text}`);
    const both = AbortSignal.any([signal, this.#broken.signal]);
    await delay(this.#model.options.sayAfterMs ?? 200, both);
    both.throwIfAborted();
    yield* this.#speak('aside', text, both);
    yield { type: 'finish', reason: 'stop' };
  }

  truncate(itemId: string, heardMs: number): void {
    this.#log(`truncate ${itemId} ${heardMs}`);
  }

  forget(itemId: string): void {
    this.#log(`forget ${itemId}`);
  }

  close(): void {
    this.#events.end();
  }

  break(retryable: boolean, isPlanned = false): void {
    const failure = new ProviderError(this.#model.name, 'the connection is lost', { retryable, isPlanned });
    this.#broken.abort(failure);
    this.#events.fail(failure);
  }

  [Symbol.asyncIterator](): AsyncIterator<CallerEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  async *#speak(itemId: string, text: string, signal: AbortSignal): AsyncGenerator<SpokenPart> {
    const pcm = speech(text);
    const share = pcm.length / Math.max(text.length, 1);
    for (let at = 0; at < text.length; at += 8) {
      signal.throwIfAborted();
      yield { type: 'text-delta', itemId, text: text.slice(at, at + 8) };
      yield { type: 'audio', itemId, pcm: pcm.slice(at * share, (at + 8) * share) };
    }
  }

  #log(line: string): void {
    if (!this.#options.signal.aborted) this.#model.log.push(line);
  }
}
