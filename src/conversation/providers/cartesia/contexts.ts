import { monotonicMs } from '../../../platform/kernel/index.ts';
import { asText, type ProviderError, parseMessage, Watch } from '../kit/index.ts';
import type { SocketOptions } from '../network/index.ts';
import { openSocket, type ProviderSocket } from '../network/index.ts';

/** An idle connection is closed after this time; the service would close it after some minutes. */
const idleMs = 60_000;

interface ContextsOptions extends Omit<SocketOptions, 'onMessage' | 'onEnd'> {
  /** An abort after this much silence, in milliseconds, replaces the connection for later speeches. */
  silentMs: number;
}

/** One speech on the connection. */
interface SpeechContext {
  onMessage(message: Record<string, unknown>): void;
  onFailure(failure: unknown): void;
}

/** A connection and its speeches. */
interface Connection {
  socket: ProviderSocket;
  contexts: Map<string, SpeechContext>;
  /** When the last message arrived, or the connection opened. */
  heardAtMs: number;
}

/**
 * The connection that all speeches share. It opens with the first speech and closes after a time without any. A speech
 * that is aborted after `silentMs` of silence replaces the connection for later speeches, because a lost connection
 * reports nothing. The context id of a message identifies its speech.
 */
export class Contexts {
  readonly #options: ContextsOptions;
  /** The connection of each speech, and the time of its request. */
  readonly #asked = new Map<string, { connection: Connection; atMs: number }>();
  readonly #idle = new Watch(() => this.close());
  #current: Connection | null = null;

  constructor(options: ContextsOptions) {
    this.#options = options;
  }

  open(contextId: string, context: SpeechContext, request: Record<string, unknown>): void {
    this.#idle.stop();
    this.#current ??= this.#connect();
    const connection = this.#current;
    connection.contexts.set(contextId, context);
    this.#asked.set(contextId, { connection, atMs: monotonicMs() });
    connection.socket.send(JSON.stringify({ ...request, context_id: contextId }));
  }

  /** Ends a speech. An unfinished one is canceled at the service. */
  release(contextId: string, isDone: boolean): void {
    const asked = this.#asked.get(contextId);
    if (!asked) return;
    const { connection, atMs } = asked;
    this.#asked.delete(contextId);
    connection.contexts.delete(contextId);
    if (!isDone) this.#cancel(connection, contextId, atMs);
    if (connection.contexts.size > 0) return;
    if (connection === this.#current) this.#idle.restart(idleMs);
    else connection.socket.close();
  }

  close(): void {
    this.#idle.stop();
    this.#current?.socket.close();
    this.#current = null;
  }

  #cancel(connection: Connection, contextId: string, askedAtMs: number): void {
    connection.socket.send(JSON.stringify({ context_id: contextId, cancel: true }));
    const sinceMs = Math.max(connection.heardAtMs, askedAtMs);
    const isSilent = monotonicMs() - sinceMs >= this.#options.silentMs;
    if (isSilent && connection === this.#current) this.#current = null;
  }

  #connect(): Connection {
    const { silentMs: _, ...options } = this.#options;
    const connection: Connection = {
      socket: openSocket({
        ...options,
        onMessage: (data) => this.#receive(connection, data),
        onEnd: (failure) => {
          if (this.#current === connection) this.close();
          this.#failAll(connection, failure);
        },
      }),
      contexts: new Map(),
      heardAtMs: monotonicMs(),
    };
    return connection;
  }

  #receive(connection: Connection, data: string | Uint8Array): void {
    connection.heardAtMs = monotonicMs();
    if (typeof data !== 'string') return;
    let message: Record<string, unknown>;
    try {
      message = parseMessage(this.#options.provider, data);
    } catch (error) {
      this.#failAll(connection, error as ProviderError);
      return;
    }
    const contextId = asText(message.context_id);
    if (contextId !== '') connection.contexts.get(contextId)?.onMessage(message);
    // A failure without a context fails all speeches.
    else if (message.type === 'error')
      for (const context of [...connection.contexts.values()]) context.onMessage(message);
  }

  #failAll(connection: Connection, failure: unknown): void {
    const failed = [...connection.contexts];
    connection.contexts.clear();
    for (const [contextId, context] of failed) {
      this.#asked.delete(contextId);
      context.onFailure(failure);
    }
  }
}
