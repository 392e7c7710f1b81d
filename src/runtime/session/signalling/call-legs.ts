import type { EstablishedCall } from '../../../telephony/sip/index.ts';

/** How often one call may be put through: every time is another call that costs money. */
const changesMax = 3;

/** One SIP call with the other side. */
export type Leg = EstablishedCall & { hangUp(): void };

/**
 * The SIP call that a live call is carried over, which another one takes the place of when the other side puts us
 * through to somebody else: the audio, the conversation and the record go on.
 */
export class CallLegs {
  #current: Leg | null = null;
  readonly #past = new WeakSet<Leg>();
  #next: Leg | null = null;
  #isChanging = false;
  #changesLeft = changesMax;
  /** The current leg ended while the next was being called: what that comes to, if the next is not answered. */
  #lateEnd: (() => void) | null = null;

  /** The leg that was answered; throws before. */
  get current(): Leg {
    if (!this.#current) throw new Error('the call is not answered');
    return this.#current;
  }

  answered(leg: Leg): void {
    this.#current = leg;
  }

  /** Another one has taken the place of this leg: what it says is of no account. */
  isPast(leg: Leg): boolean {
    return this.#past.has(leg);
  }

  /** Whether the call is carried over this leg. */
  isCurrent(leg: Leg): boolean {
    return leg === this.#current;
  }

  /** A leg ended by itself; `tell` ends the call, where no other leg carries it on. */
  ended(leg: Leg, tell: () => void): void {
    if (this.isPast(leg)) return;
    if (this.#isChanging && leg === this.#current) this.#lateEnd = tell;
    else tell();
  }

  /** Another leg is about to be called; false while one is already, before the call is answered, and after a few of them. */
  beginChange(): boolean {
    if (this.#isChanging || !this.#current || this.#changesLeft === 0) return false;
    this.#changesLeft--;
    this.#isChanging = true;
    return true;
  }

  /** The leg that is being called. */
  calling(next: Leg): void {
    this.#next = next;
  }

  /** The next leg carries the call on from here. Returns the one before. */
  change(): Leg {
    const before = this.current;
    if (!this.#next) throw new Error('no leg is being called');
    this.#past.add(before);
    this.#current = this.#next;
    this.#settle();
    return before;
  }

  /** The next leg came to nothing. */
  giveUpChange(): void {
    const tell = this.#lateEnd;
    this.#settle();
    tell?.();
  }

  /** Ends whatever there is. */
  hangUp(): void {
    this.#next?.hangUp();
    this.#current?.hangUp();
  }

  #settle(): void {
    this.#isChanging = false;
    this.#next = null;
    this.#lateEnd = null;
  }
}
