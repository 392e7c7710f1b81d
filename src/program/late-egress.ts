import type { Egress } from '../platform/egress/index.ts';

/** The requests of tools and to webhooks; what makes them is loaded by the first call that needs it. */
export class LateEgress implements AsyncDisposable {
  readonly #allow: readonly string[];
  #opened: Promise<Egress> | undefined;

  /** `allow`: CIDRs that may be reached although they are private. */
  constructor(allow: readonly string[]) {
    this.#allow = allow;
  }

  open(): Promise<Egress> {
    this.#opened ??= import('../platform/egress/index.ts').then(
      ({ Egress }) => new Egress({ allow: this.#allow }),
    );
    return this.#opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opened)?.[Symbol.asyncDispose]();
  }
}
