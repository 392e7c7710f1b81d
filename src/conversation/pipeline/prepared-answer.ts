import type { LanguageModel, ModelMessage, ModelPart, ModelRequest } from '../providers/interfaces/index.ts';
import { conversationOver } from './ends.ts';
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
    this.#key = JSON.stringify(request.messages);
    this.#parts = new ReadAhead(
      timed(model.answer(request, { signal: this.#abort.signal }), nowMs),
      partsMax,
    );
  }

  /** The position at which the last part that was read arrived; `null` before the first. */
  get arrivedMs(): number | null {
    return this.#arrivedMs;
  }

  /** Returns whether it answers these messages. */
  answers(messages: readonly ModelMessage[]): boolean {
    return this.#key === JSON.stringify(messages);
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

async function* timed(parts: AsyncIterable<ModelPart>, nowMs: () => number): AsyncGenerator<TimedPart> {
  for await (const part of parts) yield { part, atMs: nowMs() };
}
