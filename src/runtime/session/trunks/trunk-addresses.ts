import { type Database, readStatement } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { Locator } from '../../../telephony/sip/index.ts';
import { AddressSet } from './address-set.ts';
import { LookAgain } from './look-again.ts';

const select = readStatement(
  'session.trunks',
  'select organization_id, trunk_id, host, port, transport, allowed_addresses from trunks',
);

const refreshEveryMs = 5000;

interface TrunkRow {
  organization_id: string;
  trunk_id: string;
  host: string;
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  allowed_addresses: string[] | null;
}

/**
 * Which addresses may send us calls: each trunk's allowed addresses, else where its host leads to. Held in memory
 * because it is asked for every datagram before any state exists; read on every change of the configuration, every few
 * seconds, and for a caller that nobody knows yet. Names are looked up aside, so that a slow one delays no other trunk.
 */
export class TrunkAddresses {
  readonly #db: Database;
  readonly #log: Log;
  readonly #locator: Pick<Locator, 'locate'>;
  readonly #abort = new AbortController();
  readonly #lookAgain = new LookAgain(() => this.#read(), monotonicMs);
  #rows: TrunkRow[] = [];
  #lastTurn = 0;
  #rowsOfTurn = 0;
  /** Where each host led to last: a name server that fails for a moment refuses nobody. */
  readonly #located = new Map<string, string[]>();
  #ofTrunk = new Map<string, AddressSet>();
  #all = new AddressSet();
  /** A host led elsewhere since the addresses were put together. */
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

  /** Trunks may have been changed: they are read again at once. */
  wake(): void {
    this.#wake();
  }

  /** Whether any trunk lets this address send calls. */
  admits(address: string): boolean {
    return this.#all.has(address);
  }

  /** Whether this trunk lets this address send calls. */
  belongs(organizationId: string, trunkId: string, address: string): boolean {
    return this.#ofTrunk.get(`${organizationId} ${trunkId}`)?.has(address) ?? false;
  }

  /**
   * Reads the trunks for somebody who is not admitted, because a trunk may be new: resolves when what is in the database
   * now is known here. Null: it was done lately for the same `who`, or too often for anybody, and is not done again.
   */
  lookAgain(who: string): Promise<void> | null {
    return this.#lookAgain.ask(who);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#wake();
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      // Set before the read, so that what is notified during it leads to another one.
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      // A name that takes its time holds up no change of the others.
      const read = this.#read().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the addresses of the trunks could not be read; the last known hold'),
      );
      await Promise.race([read, delay(refreshEveryMs, wait.signal)]);
      if (!this.#abort.signal.aborted) await delay(refreshEveryMs, wait.signal);
    }
  }

  /** Resolves when every name is looked up, or given up; what is known is in force before. */
  async #read(): Promise<void> {
    const turn = ++this.#lastTurn;
    const rows = await this.#db.query<TrunkRow>(select);
    // Reads overlap; what an earlier one found out is older, whenever its answer comes.
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

  async #locate(key: string, { host, port, transport }: TrunkRow): Promise<void> {
    const targets = await this.#locator.locate({ host, port, transport });
    const found = [...new Set(targets.map((target) => target.host))].sort();
    if (found.length === 0 || found.join() === this.#located.get(key)?.join()) return;
    this.#located.set(key, found);
    // Answers of many names that come together are put in force together.
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

function keyOf({ host, port, transport }: TrunkRow): string {
  return `${host} ${port ?? ''} ${transport}`;
}
