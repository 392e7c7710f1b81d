import { Dispatcher } from 'undici';

/** Sends one request by another dispatcher, and knows whether it was given a connection. */
export class WatchedDispatcher extends Dispatcher {
  readonly #dispatcher: Dispatcher;
  #hasConnection = false;

  constructor(dispatcher: Dispatcher) {
    super();
    this.#dispatcher = dispatcher;
  }

  get hasConnection(): boolean {
    return this.#hasConnection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const begin = handler.onRequestStart;
    // Handlers keep what they know in themselves: another object in their place would have to pass everything on.
    handler.onRequestStart = (...begun) => {
      this.#hasConnection = true;
      begin?.apply(handler, begun);
    };
    return this.#dispatcher.dispatch(options, handler);
  }
}
