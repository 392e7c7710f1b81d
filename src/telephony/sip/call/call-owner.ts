import type { Endpoint } from '../base/transport.ts';
import { notify } from './call-stack.ts';
import type { EstablishedCallEvents } from './established-call.ts';
import type { IncomingReferral } from './incoming-referral.ts';

type Log = Parameters<typeof notify>[0];

/** Passes the events of a call and of its dialog to the owner of the call. Base of both directions. */
export class CallOwner<Events extends EstablishedCallEvents> {
  readonly #log: Log;
  #events: Events | null;

  /** `events` is `null` until the delegate has decided on the call. */
  constructor(log: Log, events: Events | null) {
    this.#log = log;
    this.#events = events;
  }

  /** Sets the owner that receives the events from now on. */
  protected setOwner(events: Events): void {
    this.#events = events;
  }

  protected report(say: (events: Events) => void): void {
    const events = this.#events;
    if (events) notify(this.#log, () => say(events));
  }

  /**
   * Reports the last event, if any, and drops the owner. The transactions keep the call in memory for 32 s
   * after its end; its owner's data must not stay as well.
   */
  protected reportLast(say: (events: Events) => void = () => {}): void {
    this.report(say);
    this.#events = null;
  }

  onOffer(offer: string): string | null {
    return this.#events?.onOffer(offer) ?? null;
  }

  onOfferAsked(): string | null {
    return this.#events?.onOfferAsked?.() ?? null;
  }

  onLateAnswer(answer: string): void {
    this.report((events) => events.onLateAnswer(answer));
  }

  onInfo(contentType: string, body: string): void {
    this.report((events) => events.onInfo?.(contentType, body));
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
