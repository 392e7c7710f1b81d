import type { LiveCalls } from '../domains/calls/index.ts';
import type { Database, Notifier } from '../platform/db/index.ts';
import type { SocketRoute } from '../platform/http/index.ts';
import type { CallListening, CallSocket, CallTakeOver } from '../runtime/supervision/index.ts';

interface SupervisionOptions {
  db: Database;
  notifier: Notifier;
  liveCalls: LiveCalls;
}

interface Supervision {
  listening: CallListening;
  takeOver: CallTakeOver;
  control: CallSocket;
}

/** Lets members listen to live calls, take them over and control them over WebSockets. The first one loads the code of it. */
export class LateSupervision {
  readonly routes: readonly SocketRoute[] = [
    {
      path: '/api/calls/{callId}/audio',
      scope: 'calls:listen',
      takesKeys: true,
      accept: async (connection) => (await this.#open()).listening.accept(connection),
    },
    {
      path: '/api/calls/{callId}/takeover',
      scope: 'calls:control',
      takesKeys: true,
      accept: async (connection) => (await this.#open()).takeOver.accept(connection),
    },
    {
      path: '/api/calls/{callId}/socket',
      scope: 'calls:control',
      takesKeys: true,
      accept: async (connection) => (await this.#open()).control.accept(connection),
    },
  ];
  readonly #options: SupervisionOptions;
  #opened: Promise<Supervision> | null = null;

  constructor(options: SupervisionOptions) {
    this.#options = options;
  }

  /** Disconnects all clients. */
  async close(): Promise<void> {
    const opened = await this.#opened;
    await opened?.listening[Symbol.asyncDispose]();
    await opened?.takeOver[Symbol.asyncDispose]();
    await opened?.control[Symbol.asyncDispose]();
  }

  #open(): Promise<Supervision> {
    this.#opened ??= this.#load();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }

  async #load(): Promise<Supervision> {
    const { CallSocket, CallListening, CallTakeOver } = await import('../runtime/supervision/index.ts');
    return {
      listening: new CallListening(this.#options),
      takeOver: new CallTakeOver(this.#options),
      control: new CallSocket(this.#options),
    };
  }
}
