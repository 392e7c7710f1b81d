import type { Providers } from '../conversation/providers/registry.ts';

/** Opens providers on first use, which loads their code. */
export class LateProviders implements AsyncDisposable {
  readonly #open: () => Promise<Providers>;
  #opened: Promise<Providers> | null = null;

  constructor(open: () => Promise<Providers>) {
    this.#open = open;
  }

  /** Returns the providers. A failure to open them is not kept. */
  async open(): Promise<Providers> {
    const opening = (this.#opened ??= this.#open());
    opening.catch(() => {
      if (this.#opened === opening) this.#opened = null;
    });
    return await opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opened)?.[Symbol.asyncDispose]();
  }
}
