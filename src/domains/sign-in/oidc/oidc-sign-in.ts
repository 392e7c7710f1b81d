import type { Log } from '../../../platform/kernel/index.ts';
import type { OidcOptions } from './options.ts';
import type { OidcProvider } from './provider.ts';

/** Single sign-on through a provider. Its client is loaded on first use. */
export class OidcSignIn implements AsyncDisposable {
  readonly options: OidcOptions;
  readonly #log: Log;
  #opened: Promise<OidcProvider> | undefined;

  constructor(options: OidcOptions, log: Log) {
    this.options = options;
    this.#log = log;
  }

  open(): Promise<OidcProvider> {
    this.#opened ??= import('./provider.ts').then(
      ({ OidcProvider }) => new OidcProvider(this.options, this.#log),
    );
    return this.#opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opened)?.[Symbol.asyncDispose]();
  }
}
