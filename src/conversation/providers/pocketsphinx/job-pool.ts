/** Runs a limited number of jobs at once; others wait in order, up to a limit. */
export class JobPool {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
  }

  /** Returns the job's result, or `null` at once when too many wait. */
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
