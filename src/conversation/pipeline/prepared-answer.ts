import type { LanguageModel, ModelMessage } from '../providers/interfaces/index.ts';
import { conversationOver } from './ends.ts';
import type { HoldablePart } from './hold-back.ts';
import { plainWords } from './languages.ts';
import type { PreparedSpeech } from './prepared-speech.ts';
import { ReadAhead } from './read-ahead.ts';
import { hasWords, SentenceSplitter } from './sentences.ts';

/** The clock, the language and the voice for preparing an answer. */
export interface AnswerPreparation {
  nowMs: () => number;
  /** The language of the answer. */
  language: string;
  /** Lets a voice begin to speak a text. */
  speak: (text: string) => PreparedSpeech;
}

/** The request for the answer. */
interface AnswerRequest {
  model: LanguageModel;
  messages: readonly ModelMessage[];
  ask: (signal: AbortSignal) => AsyncIterable<HoldablePart>;
}

interface TimedPart {
  part: HoldablePart;
  atMs: number;
}

/** The most parts that wait for the end of the turn. */
const partsMax = 2000;

/**
 * An answer that a model generates before the caller's turn is certainly over. A voice begins to speak its first sentence.
 * The caller hears nothing and no tool runs until it is read.
 */
export class PreparedAnswer implements Disposable {
  readonly model: LanguageModel;
  /** The position at which the model was asked. */
  readonly askedMs: number;
  readonly #key: string;
  readonly #abort = new AbortController();
  readonly #parts: ReadAhead<TimedPart>;
  readonly #preparation: AnswerPreparation;
  #arrivedMs: number | null = null;
  /** The first sentence; `null` while it is incomplete, and once it was taken. */
  #speech: PreparedSpeech | null = null;

  constructor({ model, messages, ask }: AnswerRequest, preparation: AnswerPreparation) {
    this.model = model;
    this.#preparation = preparation;
    this.askedMs = preparation.nowMs();
    this.#key = keyOf(messages);
    this.#parts = new ReadAhead(this.#prepare(ask(this.#abort.signal)), partsMax);
  }

  /** The position at which the last part that was read arrived; `null` before the first. */
  get arrivedMs(): number | null {
    return this.#arrivedMs;
  }

  /** Returns whether it answers these messages. Case and punctuation of spoken words do not count. */
  answers(messages: readonly ModelMessage[]): boolean {
    return this.#key === keyOf(messages);
  }

  /** Returns the speech of the first sentence if it is this text, once; else `null`. */
  takeSpeech(text: string): PreparedSpeech | null {
    if (this.#speech?.text !== text) return null;
    const speech = this.#speech;
    this.#speech = null;
    return speech;
  }

  /** Yields the parts of the answer, those that have arrived first. Ends the request when `signal` aborts. */
  async *read(signal: AbortSignal): AsyncGenerator<HoldablePart> {
    const stop = () => this.drop();
    let isWhole = false;
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      for (let next = await this.#parts.take(); next; next = await this.#parts.take()) {
        this.#arrivedMs = next.atMs;
        yield next.part;
      }
      signal.throwIfAborted();
      isWhole = true;
    } finally {
      signal.removeEventListener('abort', stop);
      if (!isWhole) this.drop();
    }
  }

  [Symbol.dispose](): void {
    this.drop();
  }

  /** Ends the requests, and drops what has arrived and was not taken. */
  drop(): void {
    this.#parts.close();
    this.#abort.abort(conversationOver);
    this.#speech?.close();
    this.#speech = null;
  }

  async *#prepare(parts: AsyncIterable<HoldablePart>): AsyncGenerator<TimedPart> {
    const { nowMs, language, speak } = this.#preparation;
    const splitter = new SentenceSplitter(language);
    let isSpoken = false;
    const say = (pieces: readonly string[]) => {
      const first = pieces.find(hasWords);
      if (isSpoken || first === undefined || this.#abort.signal.aborted) return;
      isSpoken = true;
      this.#speech = speak(first);
    };
    for await (const part of parts) {
      if (part.type === 'text-delta') say(splitter.push(part.text));
      else say(splitter.flush());
      yield { part, atMs: nowMs() };
    }
  }
}

/** Returns a text that is equal for messages of the same words. A transcriber adds punctuation at the end of speech. */
function keyOf(messages: readonly ModelMessage[]): string {
  const plain = messages.map((message) =>
    message.role === 'user' && message.input === 'speech'
      ? { ...message, content: plainWords(message.content) }
      : message,
  );
  return JSON.stringify(plain);
}
