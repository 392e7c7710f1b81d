import { type LocalAudio, type Locator, type Negotiation, readAnswer } from '../../../telephony/sip/index.ts';

/** Keeps a change by the other side before its answer (UPDATE, RFC 3311), which the answer need not repeat. */
export class EarlyChange {
  readonly #locator: Pick<Locator, 'withAddresses'>;
  #last: { offer: string; negotiation: Negotiation } | null = null;

  constructor(locator: Pick<Locator, 'withAddresses'>) {
    this.#locator = locator;
  }

  keep(offer: string, negotiation: Negotiation): void {
    this.#last = { offer, negotiation };
  }

  /** Returns the agreement that an answer to the offer `local` makes. */
  async agreedBy(answer: string, local: LocalAudio): Promise<Negotiation> {
    if (this.#last?.offer === answer) return this.#last.negotiation;
    return readAnswer(await this.#locator.withAddresses(answer), local);
  }
}
