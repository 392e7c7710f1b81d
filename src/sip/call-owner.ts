import { notify } from './call-stack.ts';
import type { EstablishedCallEvents } from './established-call.ts';
import type { IncomingReferral } from './incoming-referral.ts';
import type { Endpoint } from './transport.ts';

type Log = Parameters<typeof notify>[0];

/** What a call of either direction hands on from its dialog to its owner. */
export abstract class CallOwner {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The owner's handlers; null while there are none. */
  protected abstract get handlers(): EstablishedCallEvents | null;

  onOffer(offer: string): string | null {
    return this.handlers?.onOffer(offer) ?? null;
  }

  onOfferAsked(): string | null {
    return this.handlers?.onOfferAsked?.() ?? null;
  }

  onLateAnswer(answer: string): void {
    notify(this.#log, () => this.handlers?.onLateAnswer(answer));
  }

  onInfo(contentType: string, body: string): void {
    notify(this.#log, () => this.handlers?.onInfo?.(contentType, body));
  }

  onRefer(referral: IncomingReferral): boolean {
    const { handlers } = this;
    if (!handlers?.onRefer) return false;
    handlers.onRefer(referral);
    return true;
  }

  mayReplace(source: Endpoint): boolean {
    return this.handlers?.mayReplace?.(source) ?? false;
  }
}
