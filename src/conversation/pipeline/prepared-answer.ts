import type { LanguageModel, ModelMessage, ModelPart, ModelRequest } from '../providers/interfaces/index.ts';
import { conversationOver } from './ends.ts';
import { plainWords } from './languages.ts';
import { ReadAhead } from './read-ahead.ts';

interface TimedPart {
  part: ModelPart;
  atMs: number;
}

/** The most parts that wait for the end of the turn. */
const partsMax = 2000;

/**
 * An answer that a model generates before the caller's turn is certainly over. Nothing of it is spoken and no tool runs
 * until it is read.
 */
export class PreparedAnswer {
  readonly model: LanguageModel;
  /** The position at which the model was asked. */
  readonly askedMs: number;
  readonly #key: string;
  readonly #abort = new AbortController();
  readonly #parts: ReadAhead<TimedPart>;
  #arrivedMs: number | null = null;

  constructor(model: LanguageModel, request: ModelRequest, nowMs: () => number) {
    this.model = model;
    this.askedMs = nowMs();
    this.#key = keyOf(request.messages);
    const { signal } = this.#abort;
    this.#parts = new ReadAhead(
      timed(() => model.answer(request, { signal }), nowMs),
      partsMax,
    );
  }

  /** The position at which the last part that was read arrived; `null` before the first. */
  get arrivedMs(): number | null {
    return this.#arrivedMs;
  }

  /** Returns whether it answers these messages. Case and punctuation of spoken words do not count. */
  answers(messages: readonly ModelMessage[]): boolean {
    return this.#key === keyOf(messages);
  }

  /** Yields the parts of the answer, those that have arrived first. Ends the request when `signal` aborts. */
  async *read(signal: AbortSignal): AsyncGenerator<ModelPart> {
    const stop = () => this.#abort.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      for (let next = await this.#parts.take(); next; next = await this.#parts.take()) {
        this.#arrivedMs = next.atMs;
        yield next.part;
      }
      signal.throwIfAborted();
    } finally {
      signal.removeEventListener('abort', stop);
      this.drop();
    }
  }

  /** Ends the request, and drops what has arrived. */
  drop(): void {
    this.#parts.close();
    this.#abort.abort(conversationOver);
  }
}

async function* timed(ask: () => AsyncIterable<ModelPart>, nowMs: () => number): AsyncGenerator<TimedPart> {
  for await (const part of ask()) yield { part, atMs: nowMs() };
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
