import type { Egress } from '../platform/egress/index.ts';

/** Opens egress on first use, which loads its code. */
export class LateEgress implements AsyncDisposable {
  readonly #allow: readonly string[];
  #opened: Promise<Egress> | undefined;

  /** `allow` lists the CIDRs of private addresses that may be reached. */
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
