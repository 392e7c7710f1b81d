import { type LocalAudio, type Locator, type Negotiation, readAnswer } from '../../../telephony/sip/index.ts';

/** What the other side changed before it answered (UPDATE, RFC 3311): its answer stands for that, and need not repeat it. */
export class EarlyChange {
  readonly #locator: Pick<Locator, 'withAddresses'>;
  #last: { offer: string; negotiation: Negotiation } | null = null;

  constructor(locator: Pick<Locator, 'withAddresses'>) {
    this.#locator = locator;
  }

  keep(offer: string, negotiation: Negotiation): void {
    this.#last = { offer, negotiation };
  }

  /** What was agreed on by the description that an answer came to, after `local` was offered. */
  async agreedBy(answer: string, local: LocalAudio): Promise<Negotiation> {
    if (this.#last?.offer === answer) return this.#last.negotiation;
    return readAnswer(await this.#locator.withAddresses(answer), local);
  }
}
