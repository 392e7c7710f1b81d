import type { Found, NameServer } from './name-server.ts';
import type { Names, NaptrRecord, SrvRecord } from './resolution.ts';

/** Bounds of the time that a DNS answer is cached, whatever its TTL; `withoutTtl` applies when it has none. */
const keptMs = { min: 10_000, max: 300_000, withoutTtl: 60_000 };
/** A failed query is repeated after this time. */
const failedForMs = 5_000;
/**
 * An outdated answer is used for this long while queries fail, and whenever a query takes longer than
 * `waitMs`.
 */
const outdatedForMs = 3_600_000;
const waitMs = 1_000;
const namesMax = 5_000;

interface Entry {
  records: unknown[];
  askAtMs: number;
  forgetAtMs: number;
  pending: Promise<void> | null;
}

/**
 * Caches DNS answers for their TTL within bounds. Each name has one query at a time. When it fails or is
 * slow, the previous answer is used.
 */
export class CachedNames implements Names {
  readonly #server: NameServer;
  readonly #nowMs: () => number;
  /** In order of use, the least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(server: NameServer, nowMs: () => number) {
    this.#server = server;
    this.#nowMs = nowMs;
  }

  naptr(name: string): Promise<NaptrRecord[]> {
    return this.#get(`naptr ${name}`, () => this.#server.naptr(name));
  }

  srv(name: string): Promise<SrvRecord[]> {
    return this.#get(`srv ${name}`, () => this.#server.srv(name));
  }

  addresses(host: string): Promise<string[]> {
    return this.#get(`address ${host}`, () => this.#server.addresses(host));
  }

  /** Returns the cached addresses of a name without a query. */
  knownAddresses(host: string): string[] {
    return (this.#entries.get(`address ${host}`)?.records ?? []) as string[];
  }

  async #get<T>(key: string, ask: () => Promise<Found<T>>): Promise<T[]> {
    const entry = this.#entryOf(key);
    if (this.#nowMs() >= entry.askAtMs) {
      entry.pending ??= this.#ask(entry, ask).finally(() => {
        entry.pending = null;
      });
      await (entry.records.length > 0 ? within(waitMs, entry.pending) : entry.pending);
    }
    // The entry holds only answers to this key.
    return entry.records as T[];
  }

  async #ask(entry: Entry, ask: () => Promise<Found<unknown>>): Promise<void> {
    try {
      const { records, ttlSeconds } = await ask();
      const ttlMs = ttlSeconds === null ? keptMs.withoutTtl : ttlSeconds * 1000;
      const heldMs = records.length === 0 ? keptMs.min : Math.min(Math.max(ttlMs, keptMs.min), keptMs.max);
      entry.records = records;
      entry.askAtMs = this.#nowMs() + heldMs;
      entry.forgetAtMs = this.#nowMs() + outdatedForMs;
    } catch {
      if (this.#nowMs() >= entry.forgetAtMs) entry.records = [];
      entry.askAtMs = this.#nowMs() + failedForMs;
    }
  }

  #entryOf(key: string): Entry {
    const known = this.#entries.get(key);
    const entry = known ?? { records: [], askAtMs: 0, forgetAtMs: 0, pending: null };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > namesMax) this.#entries.delete(this.#entries.keys().next().value!);
    return entry;
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
