/** The reason why a process accepts no new call. */
export type NoCapacity = 'draining' | 'database-away' | 'overloaded' | 'process-full';

interface CapacityOptions {
  /** Maximum live calls of the process. */
  callsMax: number;
  liveCalls: () => number;
  /** Returns how many more calls may begin beside `calls` by the load of the machine; 0 while it is overloaded. */
  admits: (calls: number) => number;
  /** Called for each call that begins. */
  onTaken: () => void;
  /** Whether the database answers, and no other process can have taken this one for dead. */
  hasLease: () => boolean;
}

/** The free capacity of a process. An inbound call counts before it is live, from the moment at which it is accepted. */
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
    const { callsMax, admits, hasLease } = this.#options;
    if (!this.#isOpen || !hasLease()) return 0;
    const free = Math.max(callsMax - this.#calls, 0);
    return isMoved ? free : Math.min(free, admits(this.#calls));
  }

  /** Returns why the process accepts no new call, or `null` when it accepts one. */
  refusal(isMoved = false): NoCapacity | null {
    if (!this.#isOpen) return 'draining';
    if (!this.#options.hasLease()) return 'database-away';
    if (this.#options.admits(this.#calls) === 0 && !isMoved) return 'overloaded';
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
    this.#options.onTaken();
    return { release: () => void this.#arriving-- };
  }

  get #calls(): number {
    return this.#options.liveCalls() + this.#arriving;
  }
}
