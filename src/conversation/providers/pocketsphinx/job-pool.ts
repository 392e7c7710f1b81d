/** Runs at most so many jobs at once; the others wait in the order they came, up to a bound. */
export class JobPool {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
  }

  /** The job's own outcome; null at once when too many wait. */
  run<Value>(job: () => Promise<Value>): Promise<Value> | null {
    if (this.#running < this.#runningMax) return this.#start(job);
    if (this.#waiting.length >= this.#waitingMax) return null;
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => this.#start(job).then(resolve, reject));
    });
  }

  async #start<Value>(job: () => Promise<Value>): Promise<Value> {
    this.#running++;
    try {
      return await job();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }
}
