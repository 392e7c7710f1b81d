import type { SpokenPart } from '../interfaces/index.ts';
import type { SocketOptions } from '../network/index.ts';
import { LiveConnection } from './connection.ts';
import { failed } from './generation.ts';
import { activityEnd, activityStart, type SessionSettings, setupMessage, textMessage } from './messages.ts';

const instructions = `You read texts aloud on a telephone call. Say exactly the text that the user gives you, word for word, in its
own language. Add nothing, leave nothing out, and do not answer it.`;

/**
 * Speaks given texts in the voice of the model. An answer on the conversation's own connection would become part of the conversation,
 * so it has another one, which stays open for the next text.
 */
export class Reader {
  readonly #open: () => LiveConnection;
  #connection: LiveConnection;
  /** The end of the text before: the service says one at a time. */
  #before: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    service: Omit<SocketOptions, 'onMessage' | 'onEnd'>,
    settings: SessionSettings,
    sampleRateHz: number,
    onUsage: (usage: Record<string, unknown>) => void,
  ) {
    const setup = setupMessage({ instructions, tools: [], history: [] }, settings);
    // The next text meets the failure of a connection again, or opens another one.
    this.#open = () => new LiveConnection(service, setup, sampleRateHz, { onUsage, onEnd: () => undefined });
    this.#connection = this.#open();
  }

  async *say(text: string, signal: AbortSignal): AsyncGenerator<SpokenPart> {
    signal.throwIfAborted();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const before = this.#before;
    this.#before = before.then(() => over);
    await before;
    try {
      yield* this.#read(text, signal);
    } finally {
      resolve();
    }
  }

  close(failure: unknown): void {
    this.#isClosed = true;
    this.#connection.close(failure);
  }

  async *#read(text: string, signal: AbortSignal): AsyncGenerator<SpokenPart> {
    signal.throwIfAborted();
    if (this.#isClosed) throw failed('was closed');
    if (this.#connection.isClosed) this.#connection = this.#open();
    const connection = this.#connection;
    connection.send(activityStart);
    connection.send(textMessage(text));
    const answer = connection.ask(activityEnd);
    const onAbort = () => answer.parts.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      yield* answer.parts;
    } finally {
      signal.removeEventListener('abort', onAbort);
      // The rest of an unfinished text would come before the next one.
      if (!answer.isOver) connection.close();
    }
  }
}
