/** What is cached while somebody uses it, and for a while after. */
interface Entry {
  instance: AsyncDisposable;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** An instance for one user; `release` gives it back, once. */
export interface Lease<Instance> {
  instance: Instance;
  release(): void;
}

/**
 * Shares instances by key: made for the first user, closed when there has been no user for `idleMs`. When more than
 * `idleMax` are idle, the one that was used least recently is closed at once.
 */
export class InstanceCache {
  readonly #idleMs: number;
  readonly #idleMax: number;
  readonly #onError: (error: unknown) => void;
  /** Those that are idle stand in the order in which they became so. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: { idleMs: number; idleMax: number; onError: (error: unknown) => void }) {
    this.#idleMs = options.idleMs;
    this.#idleMax = options.idleMax;
    this.#onError = options.onError;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The instance of `key`; `create` makes one of the same type every time it is given with this key. */
  lease<Instance extends AsyncDisposable>(key: string, create: () => Instance): Lease<Instance> {
    const entry = this.#entries.get(key) ?? { instance: create(), users: 0, idle: undefined };
    clearTimeout(entry.idle);
    entry.idle = undefined;
    entry.users++;
    this.#entries.set(key, entry);
    let isHeld = true;
    return {
      instance: entry.instance as Instance,
      release: () => {
        if (isHeld) this.#release(key, entry);
        isHeld = false;
      },
    };
  }

  /** Closes all, also those in use. */
  async close(): Promise<void> {
    const entries = [...this.#entries];
    await Promise.all(entries.map(([key, entry]) => this.#drop(key, entry)));
  }

  #release(key: string, entry: Entry): void {
    if (--entry.users > 0 || this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.idle = setTimeout(() => void this.#drop(key, entry), this.#idleMs).unref();
    const idle = [...this.#entries].filter(([, { users }]) => users === 0);
    const oldest = idle[0];
    if (oldest && idle.length > this.#idleMax) void this.#drop(...oldest);
  }

  async #drop(key: string, entry: Entry): Promise<void> {
    clearTimeout(entry.idle);
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    try {
      await entry.instance[Symbol.asyncDispose]();
    } catch (error) {
      this.#onError(error);
    }
  }
}
