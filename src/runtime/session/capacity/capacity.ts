/** Why a process takes no new call. */
export type NoCapacity = 'draining' | 'overloaded' | 'process-full';

interface CapacityOptions {
  /** The most live calls that the process carries. */
  callsMax: number;
  liveCalls: () => number;
  isOverloaded: () => boolean;
}

/** How many more calls a process takes. An inbound call counts from its INVITE on, before it is live. */
export class Capacity {
  readonly #options: CapacityOptions;
  #arriving = 0;
  #isOpen = true;

  constructor(options: CapacityOptions) {
    this.#options = options;
  }

  /** Takes no more calls. */
  close(): void {
    this.#isOpen = false;
  }

  /** Returns how many more calls the process takes. */
  room(): number {
    const { callsMax, liveCalls, isOverloaded } = this.#options;
    if (!this.#isOpen || isOverloaded()) return 0;
    return Math.max(callsMax - liveCalls() - this.#arriving, 0);
  }

  /** Reserves capacity for an inbound call until it is live or refused, or returns why there is none. */
  reserve(): { release(): void } | NoCapacity {
    if (!this.#isOpen) return 'draining';
    if (this.#options.isOverloaded()) return 'overloaded';
    if (this.room() === 0) return 'process-full';
    this.#arriving++;
    return { release: () => void this.#arriving-- };
  }
}
