import type { EstablishedCall } from '../../../telephony/sip/index.ts';

/** Maximum times that the other side may transfer a call, because each transfer is another call that costs money. */
const changesMax = 3;

/** One SIP call with the other side. */
export type Leg = EstablishedCall & { hangUp(): void };

/**
 * The SIP call that carries a live call. When the other side transfers us, another leg replaces it. Audio, conversation
 * and record continue.
 */
export class CallLegs {
  #current: Leg | null = null;
  readonly #past = new WeakSet<Leg>();
  #next: Leg | null = null;
  #isChanging = false;
  #changesLeft = changesMax;
  /** Ends the call when the current leg ended during a change and the next leg is not answered. */
  #lateEnd: (() => void) | null = null;

  /** The answered leg. Throws before the answer. */
  get current(): Leg {
    if (!this.#current) throw new Error('the call is not answered');
    return this.#current;
  }

  answered(leg: Leg): void {
    this.#current = leg;
  }

  /** Returns whether another leg has replaced this one. Its messages are then ignored. */
  isPast(leg: Leg): boolean {
    return this.#past.has(leg);
  }

  /** Returns whether this leg carries the call. */
  isCurrent(leg: Leg): boolean {
    return leg === this.#current;
  }

  /** Whether the other side is transferring the call. */
  get isChanging(): boolean {
    return this.#isChanging;
  }

  /** Handles the end of a leg. Calls `end` when no other leg continues the call. */
  ended(leg: Leg, end: () => void): void {
    if (this.isPast(leg)) return;
    if (this.#isChanging && leg === this.#current) this.#lateEnd = end;
    else end();
  }

  /** Begins a change. Returns false during another change, before the answer, and after too many changes. */
  beginChange(): boolean {
    if (this.#isChanging || !this.#current || this.#changesLeft === 0) return false;
    this.#changesLeft--;
    this.#isChanging = true;
    return true;
  }

  /** Sets the leg that is being called. */
  calling(next: Leg): void {
    this.#next = next;
  }

  /** Completes the change, after which the next leg carries the call. Returns the previous leg. */
  change(): Leg {
    const before = this.current;
    if (!this.#next) throw new Error('no leg is being called');
    this.#past.add(before);
    this.#current = this.#next;
    this.#settle();
    return before;
  }

  /** Gives up the change. Ends the call if its leg ended during the change. */
  giveUpChange(): void {
    const end = this.#lateEnd;
    this.#settle();
    end?.();
  }

  /** Hangs up every leg. */
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
