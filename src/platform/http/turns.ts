/** How many milliseconds of the main thread requests may take in one round of the event loop. */
const sliceMs = 4;

/**
 * Shares the main thread between organizations. Every request takes a turn before its body is parsed, and a long answer
 * takes one before each chunk. When the turns of one round of the event loop have taken `sliceMs`, the others wait, and
 * organizations continue alternately. In between, the event loop answers requests that need no turn, such as
 * `/healthz`. A single request therefore waits for one turn of each busy organization, not for all of its requests.
 */
export class Turns<Key = string> {
  /** When the first turn of this round began, or `null`. */
  #beganMs: number | null = null;
  /** By organization, in the order of their next turns. */
  readonly #waiting = new Map<Key, (() => void)[]>();

  /** Returns undefined when the organization may continue at once, otherwise a promise of its turn. */
  take(organizationId: Key): Promise<void> | undefined {
    if (this.#beganMs === null) {
      this.#beganMs = performance.now();
      setImmediate(() => void this.#round());
    }
    if (this.#waiting.size === 0 && !this.#isUsedUp()) return undefined;
    return new Promise((resolve) => {
      const queue = this.#waiting.get(organizationId);
      if (queue) queue.push(resolve);
      else this.#waiting.set(organizationId, [resolve]);
    });
  }

  #isUsedUp(): boolean {
    return this.#beganMs !== null && performance.now() - this.#beganMs >= sliceMs;
  }

  async #round(): Promise<void> {
    if (this.#waiting.size > 0) {
      this.#beganMs = performance.now();
      do {
        this.#letOneGoOn();
        // The code that awaited the turn runs before the loop continues.
        await null;
      } while (this.#waiting.size > 0 && !this.#isUsedUp());
    }
    this.#beganMs = null;
    if (this.#waiting.size === 0) return;
    this.#beganMs = performance.now();
    setImmediate(() => void this.#round());
  }

  #letOneGoOn(): void {
    const [organizationId, queue] = this.#waiting.entries().next().value!;
    this.#waiting.delete(organizationId);
    const goOn = queue.shift()!;
    if (queue.length > 0) this.#waiting.set(organizationId, queue);
    goOn();
  }
}
