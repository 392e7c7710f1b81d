import type { LiveCalls } from '../domains/calls/index.ts';
import type { Database, Notifier } from '../platform/db/index.ts';
import type { SocketRoute } from '../platform/http/index.ts';
import type { CallDesk, CallListening } from '../runtime/supervision/index.ts';

interface SupervisionOptions {
  db: Database;
  notifier: Notifier;
  liveCalls: LiveCalls;
}

/** Lets members listen to live calls and control them over WebSockets. The first one loads the code of it. */
export class LateSupervision {
  readonly routes: readonly SocketRoute[] = [
    {
      path: '/api/calls/{callId}/audio',
      scope: 'calls:listen',
      takesKeys: true,
      accept: async (connection) => (await this.#open()).listening.accept(connection),
    },
    {
      path: '/api/calls/{callId}/desk',
      scope: 'calls:control',
      takesKeys: true,
      accept: async (connection) => (await this.#open()).desk.accept(connection),
    },
  ];
  readonly #options: SupervisionOptions;
  #opened: Promise<{ listening: CallListening; desk: CallDesk }> | null = null;

  constructor(options: SupervisionOptions) {
    this.#options = options;
  }

  /** Disconnects all clients. */
  async close(): Promise<void> {
    const opened = await this.#opened;
    await opened?.listening[Symbol.asyncDispose]();
    await opened?.desk[Symbol.asyncDispose]();
  }

  #open(): Promise<{ listening: CallListening; desk: CallDesk }> {
    this.#opened ??= this.#load();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }

  async #load(): Promise<{ listening: CallListening; desk: CallDesk }> {
    const { CallDesk, CallListening } = await import('../runtime/supervision/index.ts');
    return { listening: new CallListening(this.#options), desk: new CallDesk(this.#options) };
  }
}
