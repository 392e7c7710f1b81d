import type { Found, NameServer } from './name-server.ts';
import type { Names, NaptrRecord, SrvRecord } from './resolution.ts';

/** A name server's word is kept for no shorter and no longer than this, whatever it says. */
const keptMs = { min: 10_000, max: 300_000, unsaid: 60_000 };
/** A question that nobody answered is asked again after this. */
const failedForMs = 5_000;
/** What was known before holds so long while nobody answers; and is used when an answer takes longer than the wait. */
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
 * What name servers said, kept for its time to live within bounds. One question at a time is asked of each name; where
 * the answer fails or takes its time, the last one holds.
 */
export class CachedNames implements Names {
  readonly #server: NameServer;
  readonly #nowMs: () => number;
  /** The one that was used longest ago comes first. */
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

  /** What is known of a name without asking anybody. */
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
    // Only what `ask` of the same key answered is in the entry.
    return entry.records as T[];
  }

  async #ask(entry: Entry, ask: () => Promise<Found<unknown>>): Promise<void> {
    try {
      const { records, ttlSeconds } = await ask();
      const ttlMs = ttlSeconds === null ? keptMs.unsaid : ttlSeconds * 1000;
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
