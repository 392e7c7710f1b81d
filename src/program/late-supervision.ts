import type { LiveCalls } from '../domains/calls/index.ts';
import type { Database, Notifier } from '../platform/db/index.ts';
import type { SocketRoute } from '../platform/http/index.ts';
import type { CallListening, CallSocket } from '../runtime/supervision/index.ts';

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
      path: '/api/calls/{callId}/socket',
      scope: 'calls:control',
      takesKeys: true,
      accept: async (connection) => (await this.#open()).control.accept(connection),
    },
  ];
  readonly #options: SupervisionOptions;
  #opened: Promise<{ listening: CallListening; control: CallSocket }> | null = null;

  constructor(options: SupervisionOptions) {
    this.#options = options;
  }

  /** Disconnects all clients. */
  async close(): Promise<void> {
    const opened = await this.#opened;
    await opened?.listening[Symbol.asyncDispose]();
    await opened?.control[Symbol.asyncDispose]();
  }

  #open(): Promise<{ listening: CallListening; control: CallSocket }> {
    this.#opened ??= this.#load();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }

  async #load(): Promise<{ listening: CallListening; control: CallSocket }> {
    const { CallSocket, CallListening } = await import('../runtime/supervision/index.ts');
    return { listening: new CallListening(this.#options), control: new CallSocket(this.#options) };
  }
}
