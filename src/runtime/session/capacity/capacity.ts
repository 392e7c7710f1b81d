/** The reason why a process accepts no new call. */
export type NoCapacity = 'draining' | 'database-away' | 'overloaded' | 'process-full';

interface CapacityOptions {
  /** Maximum live calls of the process. */
  callsMax: number;
  liveCalls: () => number;
  isOverloaded: () => boolean;
  /** Whether the database answers, and no other process can have taken this one for dead. */
  hasLease: () => boolean;
}

/** The free capacity of a process. An inbound call counts from its INVITE on, before it is live. */
export class Capacity {
  readonly #options: CapacityOptions;
  #arriving = 0;
  #isOpen = true;

  constructor(options: CapacityOptions) {
    this.#options = options;
  }

  /** Stops accepting calls. */
  close(): void {
    this.#isOpen = false;
  }

  /** Returns the number of further calls that the process accepts. `isMoved` as in `reserve`. */
  room(isMoved = false): number {
    const { callsMax, liveCalls, isOverloaded, hasLease } = this.#options;
    if (!this.#isOpen || !hasLease() || (isOverloaded() && !isMoved)) return 0;
    return Math.max(callsMax - liveCalls() - this.#arriving, 0);
  }

  /** Returns why the process accepts no new call, or `null` when it accepts one. */
  refusal(isMoved = false): NoCapacity | null {
    if (!this.#isOpen) return 'draining';
    if (!this.#options.hasLease()) return 'database-away';
    if (this.#options.isOverloaded() && !isMoved) return 'overloaded';
    return this.room(isMoved) === 0 ? 'process-full' : null;
  }

  /**
   * Reserves capacity for a call until it is live or refused, or returns why there is none. An overloaded process accepts only
   * a call that moves, which would otherwise end.
   */
  reserve(isMoved = false): { release(): void } | NoCapacity {
    const refusal = this.refusal(isMoved);
    if (refusal !== null) return refusal;
    this.#arriving++;
    return { release: () => void this.#arriving-- };
  }
}
