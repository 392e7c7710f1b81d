/** A key gets no second read within this time. */
const sameAgainMs = 10_000;
const knownMax = 10_000;
/** For all keys together: maximum reads at once, and the interval after them. */
const burst = 5;
const everyMs = 500;

/** Bounds an expensive read that strangers can cause. Concurrent requests share a read. */
export class BoundedRead {
  readonly #read: () => Promise<void>;
  readonly #nowMs: () => number;
  /** The last read by key, the oldest first. */
  readonly #readAtMs = new Map<string, number>();
  #tokens = burst;
  #filledAtMs: number;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(read: () => Promise<void>, nowMs: () => number) {
    this.#read = read;
    this.#nowMs = nowMs;
    this.#filledAtMs = nowMs();
  }

  /** Resolves or rejects with a read that begins after this call. Returns `null` when the bounds allow none. */
  ask(key: string): Promise<void> | null {
    const nowMs = this.#nowMs();
    const lastMs = this.#readAtMs.get(key);
    if (lastMs !== undefined && nowMs - lastMs < sameAgainMs) return null;
    const scheduled = this.#next;
    if (!scheduled && !this.#takeToken(nowMs)) return null;
    this.#readAtMs.delete(key);
    this.#readAtMs.set(key, nowMs);
    if (this.#readAtMs.size > knownMax) this.#readAtMs.delete(this.#readAtMs.keys().next().value!);
    return scheduled ?? this.#start();
  }

  /** Starts a read. When one is running, which may have begun too early, starts another one after it. */
  #start(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#read().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    const begin = (): Promise<void> => {
      this.#next = null;
      return this.#start();
    };
    this.#next = this.#running.then(begin, begin);
    return this.#next;
  }

  #takeToken(nowMs: number): boolean {
    this.#tokens = Math.min(burst, this.#tokens + (nowMs - this.#filledAtMs) / everyMs);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
