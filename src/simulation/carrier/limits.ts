import type { CarrierConfiguration } from './configuration.ts';

/** Enforces the limits of a carrier. */
export class CarrierLimits {
  readonly #limits: CarrierConfiguration['limits'];
  /** The times at which the calls of the last second were admitted, oldest first. */
  #recent: number[] = [];
  #live = 0;

  constructor(limits: CarrierConfiguration['limits']) {
    this.#limits = limits;
  }

  /** The number of active calls. */
  get live(): number {
    return this.#live;
  }

  /** Returns whether a call at `nowMs` is admitted. The caller releases an admitted call. Times must not decrease. */
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
