import type { Endpoint } from '../base/transport.ts';
import { notify } from './call-stack.ts';
import type { EstablishedCallEvents } from './established-call.ts';
import type { IncomingReferral } from './incoming-referral.ts';

type Log = Parameters<typeof notify>[0];

/** What a call of either direction tells its owner, and hands on to it from its dialog. */
export class CallOwner<Events extends EstablishedCallEvents> {
  readonly #log: Log;
  #events: Events | null;

  /** `events`: null while nobody decided on the call. */
  constructor(log: Log, events: Events | null) {
    this.#log = log;
    this.#events = events;
  }

  /** From here on these hear of the call. */
  protected belongsTo(events: Events): void {
    this.#events = events;
  }

  protected tell(say: (events: Events) => void): void {
    const events = this.#events;
    if (events) notify(this.#log, () => say(events));
  }

  /**
   * Tells the last there is to tell, if anything. The transactions of a call are remembered for 32 s after its end, and it
   * with them; whatever its owner keeps of it is not.
   */
  protected tellLast(say: (events: Events) => void = () => {}): void {
    this.tell(say);
    this.#events = null;
  }

  onOffer(offer: string): string | null {
    return this.#events?.onOffer(offer) ?? null;
  }

  onOfferAsked(): string | null {
    return this.#events?.onOfferAsked?.() ?? null;
  }

  onLateAnswer(answer: string): void {
    this.tell((events) => events.onLateAnswer(answer));
  }

  onInfo(contentType: string, body: string): void {
    this.tell((events) => events.onInfo?.(contentType, body));
  }

  onRefer(referral: IncomingReferral): boolean {
    const events = this.#events;
    if (!events?.onRefer) return false;
    events.onRefer(referral);
    return true;
  }

  mayReplace(source: Endpoint): boolean {
    return this.#events?.mayReplace?.(source) ?? false;
  }
}
