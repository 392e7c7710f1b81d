import type { SocketRoute } from '../platform/http/index.ts';
import type { Talks } from '../runtime/browser-calls/index.ts';

/** What carries talks, as far as this process asks for it. */
export type OpenTalks = Pick<Talks, 'accept' | typeof Symbol.asyncDispose>;

/** Talks in the browser; what carries them is loaded by the first. */
export class LateTalks {
  /** Talking uses up what agents cost, and their tools are really run: it is for who may change them. */
  readonly route: SocketRoute = {
    path: '/console/talk',
    scope: 'agents:write',
    accept: async (connection) => {
      this.#opened ??= this.#open();
      this.#opened.catch(() => {
        this.#opened = null;
      });
      await (await this.#opened).accept(connection);
    },
  };
  readonly #open: () => Promise<OpenTalks>;
  #opened: Promise<OpenTalks> | null = null;

  constructor(open: () => Promise<OpenTalks>) {
    this.#open = open;
  }

  /** Ends all talks. */
  async close(): Promise<void> {
    await (await this.#opened)?.[Symbol.asyncDispose]();
  }
}
