/** The limits and errors of an instance cache. */
interface Entry {
  instance: AsyncDisposable;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** An instance for one user; `release` returns it, once. */
export interface Lease<Instance> {
  instance: Instance;
  release(): void;
}

/**
 * Shares instances by key. An instance is created for its first user and closed after `idleMs` without a user. When more
 * than `idleMax` are idle, the one used least recently is closed at once.
 */
export class InstanceCache {
  readonly #idleMs: number;
  readonly #idleMax: number;
  readonly #onError: (error: unknown) => void;
  /** Idle instances are in the order in which they became idle. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: { idleMs: number; idleMax: number; onError: (error: unknown) => void }) {
    this.#idleMs = options.idleMs;
    this.#idleMax = options.idleMax;
    this.#onError = options.onError;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns a lease on the instance of `key`. `create` must make the same type for the same key. */
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

  /** Closes all instances, including those in use. */
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
