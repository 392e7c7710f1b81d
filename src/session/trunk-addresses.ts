import { BlockList, isIP } from 'node:net';
import { type Database, statement } from '../db/index.ts';
import { delay, type Log } from '../kernel/index.ts';
import { resolveHost } from './resolve-host.ts';

const select = statement(
  'session.trunks',
  'select organization_id, trunk_id, host, allowed_addresses from trunks',
);

const refreshEveryMs = 5000;

interface TrunkRow {
  organization_id: string;
  trunk_id: string;
  host: string;
  allowed_addresses: string[] | null;
}

/**
 * Which addresses may send us calls: each trunk's allowed addresses, else what its host resolves to. Held in
 * memory because it is asked for every datagram before any state exists; read on every change of the
 * configuration and every few seconds.
 */
export class TrunkAddresses {
  readonly #db: Database;
  readonly #log: Log;
  readonly #abort = new AbortController();
  readonly #resolve: (host: string) => Promise<string[]>;
  /** What each host resolved to last: a name server that fails for a moment refuses nobody. */
  #resolved = new Map<string, string[]>();
  #ofTrunk = new Map<string, BlockList>();
  #all = new BlockList();
  #refreshing: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(db: Database, log: Log, resolve = resolveHost) {
    this.#resolve = resolve;
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
    return contains(this.#all, address);
  }

  /** Whether this trunk lets this address send calls. */
  belongs(organizationId: string, trunkId: string, address: string): boolean {
    const list = this.#ofTrunk.get(`${organizationId} ${trunkId}`);
    return list !== undefined && contains(list, address);
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
      await this.#read().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the addresses of the trunks could not be read; the last known hold'),
      );
      if (!this.#abort.signal.aborted) await delay(refreshEveryMs, wait.signal);
    }
  }

  async #read(): Promise<void> {
    const rows = await this.#db.query<TrunkRow>(select);
    await this.#resolveHosts(new Set(rows.filter((row) => !row.allowed_addresses).map(({ host }) => host)));
    const all = new BlockList();
    const ofTrunk = new Map<string, BlockList>();
    for (const row of rows) {
      const key = `${row.organization_id} ${row.trunk_id}`;
      const entries = row.allowed_addresses ?? this.#resolved.get(row.host) ?? [];
      const own = new BlockList();
      for (const entry of entries) {
        addTo(own, entry);
        addTo(all, entry);
      }
      ofTrunk.set(key, own);
    }
    this.#all = all;
    this.#ofTrunk = ofTrunk;
  }

  /** Resolves them all at once, so that one that does not answer keeps none of the others waiting for its turn. */
  async #resolveHosts(hosts: Set<string>): Promise<void> {
    const known = this.#resolved;
    const found = await Promise.all(
      [...hosts].map(async (host) => {
        const addresses = await this.#resolve(host);
        return [host, addresses.length > 0 ? addresses : (known.get(host) ?? [])] as const;
      }),
    );
    this.#resolved = new Map(found);
  }
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) return;
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}

function contains(list: BlockList, address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
