import type { Dispatcher } from 'undici';

/** The outcome of a WebSocket's opening request. The socket itself reports only that it failed. */
export interface Handshake {
  /** 101 when the connection is open; `null` without a response. */
  status: number | null;
  error: Error | null;
  /** The service's reason for a refusal, from a header; else empty. */
  reason: string;
}

/** Returns a dispatcher that stores the outcome of the handshake in `note`. */
export function noteHandshake(
  dispatcher: Dispatcher,
  note: Handshake,
  reasonHeader: string | undefined,
): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) => dispatch(options, new HandshakeNote(handler, note, reasonHeader)),
  );
}

type Handler = Required<Dispatcher.DispatchHandler>;

class HandshakeNote implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #note: Handshake;
  readonly #reasonHeader: string | undefined;

  constructor(handler: Dispatcher.DispatchHandler, note: Handshake, reasonHeader: string | undefined) {
    this.#handler = handler;
    this.#note = note;
    this.#reasonHeader = reasonHeader;
  }

  onRequestStart(...args: Parameters<Handler['onRequestStart']>): void {
    this.#handler.onRequestStart?.(...args);
  }

  onRequestUpgrade(...args: Parameters<Handler['onRequestUpgrade']>): void {
    this.#note.status = args[1];
    this.#handler.onRequestUpgrade?.(...args);
  }

  onResponseStart(...args: Parameters<Handler['onResponseStart']>): void {
    this.#note.status = args[1];
    const reason = this.#reasonHeader && args[2][this.#reasonHeader];
    if (typeof reason === 'string') this.#note.reason = reason;
    this.#handler.onResponseStart?.(...args);
  }

  onResponseData(...args: Parameters<Handler['onResponseData']>): void {
    this.#handler.onResponseData?.(...args);
  }

  onResponseEnd(...args: Parameters<Handler['onResponseEnd']>): void {
    this.#handler.onResponseEnd?.(...args);
  }

  onResponseError(...args: Parameters<Handler['onResponseError']>): void {
    this.#note.error = args[1];
    this.#handler.onResponseError?.(...args);
  }
}
