import { asText, type ProviderError, parseMessage, Watch } from '../kit/index.ts';
import type { SocketOptions } from '../network/index.ts';
import { openSocket, type ProviderSocket } from '../network/index.ts';

/** A connection without anything to do is closed; the service does so after some minutes. */
const idleMs = 60_000;

/** One speech on the connection. */
export interface SpeechContext {
  onMessage(message: Record<string, unknown>): void;
  onFailure(failure: unknown): void;
}

/**
 * The connection that all speeches share: opened with the first, closed when there has been none for a while.
 * Messages find their speech by its context.
 */
export class Contexts {
  readonly #options: Omit<SocketOptions, 'onMessage' | 'onEnd'>;
  readonly #contexts = new Map<string, SpeechContext>();
  readonly #idle = new Watch(() => this.close());
  #socket: ProviderSocket | null = null;

  constructor(options: Omit<SocketOptions, 'onMessage' | 'onEnd'>) {
    this.#options = options;
  }

  open(contextId: string, context: SpeechContext, request: Record<string, unknown>): void {
    this.#idle.stop();
    this.#contexts.set(contextId, context);
    this.#socket ??= this.#connect();
    this.#socket.send(JSON.stringify({ ...request, context_id: contextId }));
  }

  /** Ends a speech; one that is not done is canceled at the service. */
  release(contextId: string, isDone: boolean): void {
    if (!this.#contexts.delete(contextId)) return;
    if (!isDone) this.#socket?.send(JSON.stringify({ context_id: contextId, cancel: true }));
    if (this.#contexts.size === 0) this.#idle.restart(idleMs);
  }

  close(): void {
    this.#idle.stop();
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): ProviderSocket {
    const socket: ProviderSocket = openSocket({
      ...this.#options,
      onMessage: (data) => this.#receive(data),
      onEnd: (failure) => {
        if (this.#socket === socket) this.#socket = null;
        this.#failAll(failure);
      },
    });
    return socket;
  }

  #receive(data: string | Uint8Array): void {
    if (typeof data !== 'string') return;
    let message: Record<string, unknown>;
    try {
      message = parseMessage(this.#options.provider, data);
    } catch (error) {
      this.#failAll(error as ProviderError);
      return;
    }
    const contextId = asText(message.context_id);
    if (contextId !== '') this.#contexts.get(contextId)?.onMessage(message);
    // A failure that names no context is everybody's.
    else if (message.type === 'error')
      for (const context of [...this.#contexts.values()]) context.onMessage(message);
  }

  #failAll(failure: unknown): void {
    this.#idle.stop();
    const contexts = [...this.#contexts.values()];
    this.#contexts.clear();
    for (const context of contexts) context.onFailure(failure);
  }
}
