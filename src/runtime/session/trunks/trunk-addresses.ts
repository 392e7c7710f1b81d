import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { Locator } from '../../../telephony/sip/index.ts';
import { AddressSet } from './address-set.ts';
import { BoundedRead } from './bounded-read.ts';
import { type AdmittingTrunk, admittingTrunks } from './store.ts';

const refreshEveryMs = 5000;

/**
 * The addresses that may send calls: each trunk's allowed addresses, or those of its host. They are in memory, because
 * every datagram is checked before any state exists. They are read on every change of the configuration, every few
 * seconds, and for an unknown source. A slow name server delays no other trunk.
 */
export class TrunkAddresses {
  readonly #db: Database;
  readonly #log: Log;
  readonly #locator: Pick<Locator, 'locate'>;
  readonly #abort = new AbortController();
  readonly #boundedRead = new BoundedRead(() => this.#read(), monotonicMs);
  #rows: AdmittingTrunk[] = [];
  #lastTurn = 0;
  #rowsOfTurn = 0;
  /** The last addresses of each host, so that a failing name server refuses no caller. */
  readonly #located = new Map<string, string[]>();
  #ofTrunk = new Map<string, AddressSet>();
  #all = new AddressSet();
  /** Whether the addresses of a host have changed since the last build. */
  #isStale = false;
  #refreshing: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(db: Database, log: Log, locator: Pick<Locator, 'locate'>) {
    this.#locator = locator;
    this.#db = db;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#read();
    this.#refreshing = this.#refresh();
  }

  /** Reads the trunks again at once. */
  wake(): void {
    this.#wake();
  }

  /** Returns whether any trunk admits calls from this address. */
  admits(address: string): boolean {
    return this.#all.has(address);
  }

  /** Returns whether this trunk admits calls from this address. */
  belongs(organizationId: string, trunkId: string, address: string): boolean {
    return this.#ofTrunk.get(`${organizationId} ${trunkId}`)?.has(address) ?? false;
  }

  /**
   * Reads the trunks for a source that is not admitted, because a trunk may be new. Resolves when the current trunks are
   * known. Returns `null` after a recent read for the same `key`, or after too many reads for all.
   */
  readAgain(key: string): Promise<void> | null {
    return this.#boundedRead.ask(key);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#wake();
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      // Set before the read, so that a notification during it causes another read.
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      // The next read need not wait for a slow name.
      const read = this.#read().catch((error: unknown) =>
        this.#log.warn(
          { err: error },
          'cannot read the addresses of the trunks; the last known ones are used',
        ),
      );
      await Promise.race([read, delay(refreshEveryMs, wait.signal)]);
      if (!this.#abort.signal.aborted) await delay(refreshEveryMs, wait.signal);
    }
  }

  /** Resolves when every name is resolved or failed. Known addresses take effect before that. */
  async #read(): Promise<void> {
    const turn = ++this.#lastTurn;
    const rows = await admittingTrunks(this.#db);
    // Reads may overlap. The result of an earlier read is older even if it arrives later.
    if (turn < this.#rowsOfTurn) return;
    this.#rowsOfTurn = turn;
    this.#rows = rows;
    const asked = new Map(
      this.#rows.filter((row) => !row.allowed_addresses).map((row) => [keyOf(row), row] as const),
    );
    for (const key of this.#located.keys()) if (!asked.has(key)) this.#located.delete(key);
    this.#build();
    await Promise.all([...asked].map(([key, row]) => this.#locate(key, row)));
    this.#catchUp();
  }

  async #locate(key: string, { host, port, transport }: AdmittingTrunk): Promise<void> {
    const targets = await this.#locator.locate({ host, port, transport });
    const found = [...new Set(targets.map((target) => target.host))].sort();
    if (found.length === 0 || found.join() === this.#located.get(key)?.join()) return;
    this.#located.set(key, found);
    // Addresses that arrive together take effect together.
    if (!this.#isStale) setImmediate(() => this.#catchUp());
    this.#isStale = true;
  }

  #catchUp(): void {
    if (this.#isStale) this.#build();
  }

  #build(): void {
    const all = new AddressSet();
    const ofTrunk = new Map<string, AddressSet>();
    for (const row of this.#rows) {
      const own = new AddressSet();
      for (const entry of row.allowed_addresses ?? this.#located.get(keyOf(row)) ?? []) {
        own.add(entry);
        all.add(entry);
      }
      ofTrunk.set(`${row.organization_id} ${row.trunk_id}`, own);
    }
    this.#all = all;
    this.#ofTrunk = ofTrunk;
    this.#isStale = false;
  }
}

function keyOf({ host, port, transport }: AdmittingTrunk): string {
  return `${host} ${port ?? ''} ${transport}`;
}
