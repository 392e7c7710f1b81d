/** Why no new call is taken. */
export type NoPlace = 'draining' | 'overloaded' | 'process-full';

interface PlacesOptions {
  /** Live calls that are carried at most. */
  callsMax: number;
  liveCalls: () => number;
  isOverloaded: () => boolean;
}

/** How many calls a process still takes. An inbound call has its place from its INVITE on, before it is live. */
export class Places {
  readonly #options: PlacesOptions;
  #arriving = 0;
  #isOpen = true;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** From now on there are none. */
  close(): void {
    this.#isOpen = false;
  }

  /** Places that are left. */
  room(): number {
    const { callsMax, liveCalls, isOverloaded } = this.#options;
    if (!this.#isOpen || isOverloaded()) return 0;
    return Math.max(callsMax - liveCalls() - this.#arriving, 0);
  }

  /** A place for a call that arrives, to be given back once it is live or refused; or why there is none. */
  take(): { giveBack(): void } | NoPlace {
    if (!this.#isOpen) return 'draining';
    if (this.#options.isOverloaded()) return 'overloaded';
    if (this.room() === 0) return 'process-full';
    this.#arriving++;
    return { giveBack: () => void this.#arriving-- };
  }
}
