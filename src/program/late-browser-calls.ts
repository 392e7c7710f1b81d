import type { SocketRoute } from '../platform/http/index.ts';
import type { BrowserCalls } from '../runtime/browser-calls/index.ts';

export type OpenBrowserCalls = Pick<BrowserCalls, 'accept' | typeof Symbol.asyncDispose>;

/** Accepts browser calls. The first call loads the code of browser calls. */
export class LateBrowserCalls {
  /** A browser call costs money and runs the agent's tools, so it needs the permission to change agents. */
  readonly route: SocketRoute = {
    path: '/console/browser-call',
    scope: 'agents:write',
    accept: async (connection) => {
      this.#opened ??= this.#open();
      this.#opened.catch(() => {
        this.#opened = null;
      });
      await (await this.#opened).accept(connection);
    },
  };
  readonly #open: () => Promise<OpenBrowserCalls>;
  #opened: Promise<OpenBrowserCalls> | null = null;

  constructor(open: () => Promise<OpenBrowserCalls>) {
    this.#open = open;
  }

  /** Ends all calls. */
  async close(): Promise<void> {
    await (await this.#opened)?.[Symbol.asyncDispose]();
  }
}
