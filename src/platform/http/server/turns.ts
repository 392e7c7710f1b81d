/** How much of the main thread requests take in one round of the event loop, in milliseconds. */
const sliceMs = 4;

/**
 * Shares the main thread between organizations. Every request takes a turn before its body is parsed and checked, and a long
 * answer takes one before each of its parts. When the turns of a round of the event loop have taken `sliceMs`, the others
 * wait, and those of different organizations go on alternately. In between the event loop reads and answers what costs
 * nothing, such as `/healthz`. So whoever sends a single request waits for one turn of each busy organization, and not for
 * all of their requests.
 */
export class Turns {
  /** When the first turn of this round began; null: nothing has taken one. */
  #beganMs: number | null = null;
  /** By organization, in the order in which they are next. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Undefined: go on at once; else resolves when it is the organization's turn. */
  take(organizationId: string): Promise<void> | undefined {
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
        // What waited for it is carried out before this goes on.
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
