import type { CarrierConfiguration } from './configuration.ts';

/** Counts what a carrier carries, and refuses what goes beyond its limits. */
export class CarrierLimits {
  readonly #limits: CarrierConfiguration['limits'];
  /** When the calls of the last second were admitted, oldest first. */
  #recent: number[] = [];
  #live = 0;

  constructor(limits: CarrierConfiguration['limits']) {
    this.#limits = limits;
  }

  /** The calls that are being carried. */
  get live(): number {
    return this.#live;
  }

  /** Whether a call at `nowMs` is taken; one that is must be released when it is over. Times must not go back. */
  admit(nowMs: number): boolean {
    const { concurrentCalls, callsPerSecond } = this.#limits;
    if (concurrentCalls !== null && this.#live >= concurrentCalls) return false;
    if (callsPerSecond !== null) {
      this.#recent = this.#recent.filter((atMs) => atMs > nowMs - 1000);
      if (this.#recent.length >= callsPerSecond) return false;
      this.#recent.push(nowMs);
    }
    this.#live++;
    return true;
  }

  release(): void {
    this.#live--;
  }
}
