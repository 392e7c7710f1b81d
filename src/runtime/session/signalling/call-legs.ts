import type { EstablishedCall } from '../../../telephony/sip/index.ts';

/** How often one call may be put through, because each time is another call that costs money. */
const changesMax = 3;

/** One SIP call with the other side. */
export type Leg = EstablishedCall & { hangUp(): void };

/**
 * The SIP call that carries a live call. When the other side puts us through, another leg replaces it, while audio,
 * conversation and record go on.
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

  /** Whether another leg replaced this one, whose messages are ignored then. */
  isPast(leg: Leg): boolean {
    return this.#past.has(leg);
  }

  /** Whether this leg carries the call. */
  isCurrent(leg: Leg): boolean {
    return leg === this.#current;
  }

  /** Takes the end of a leg. Calls `end` when no other leg carries the call on. */
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

  /** Completes the change: the next leg carries the call from here. Returns the leg before. */
  change(): Leg {
    const before = this.current;
    if (!this.#next) throw new Error('no leg is being called');
    this.#past.add(before);
    this.#current = this.#next;
    this.#settle();
    return before;
  }

  /** Gives up the change, and ends the call when its leg ended meanwhile. */
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
