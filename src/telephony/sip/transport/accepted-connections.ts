import { sourceOf } from '../base/addresses.ts';
import type { StreamLimits } from './stream-limits.ts';

/** A connection that a peer opened. */
export interface Accepted {
  readonly address: string;
  /** When the peer last sent anything. */
  readonly lastHeardAtMs: number;
  close(): void;
}

type ConnectionLimits = Pick<
  StreamLimits,
  'acceptedMax' | 'acceptedPerAddressMax' | 'unknownMax' | 'unknownPerAddressMax'
>;

/**
 * Admits connections that peers open. Known addresses have places of their own. Unknown addresses share a few
 * places, where the most idle connection yields to a new one, so that they cannot keep out an address that
 * becomes known later.
 */
export class AcceptedConnections<T extends Accepted> {
  readonly #limits: ConnectionLimits;
  readonly #isKnown: (address: string) => boolean;
  readonly #known = new Map<string, Set<T>>();
  readonly #unknown = new Set<T>();
  #knownCount = 0;

  /** `isKnown` returns whether an address may start a dialog. */
  constructor(limits: ConnectionLimits, isKnown: (address: string) => boolean) {
    this.#limits = limits;
    this.#isKnown = isKnown;
  }

  /** Returns whether a connection from this address is admitted. Closes the connection that yields to it. */
  makeRoom(address: string): boolean {
    const { acceptedMax, acceptedPerAddressMax, unknownMax, unknownPerAddressMax } = this.#limits;
    if (this.#isKnown(address)) {
      const own = this.#known.get(address)?.size ?? 0;
      return own < acceptedPerAddressMax && this.#knownCount < acceptedMax;
    }
    const source = sourceOf(address);
    const own = [...this.#unknown].filter((it) => sourceOf(it.address) === source).length;
    if (own >= unknownPerAddressMax) return false;
    if (this.#unknown.size >= unknownMax) this.#mostIdle()?.close();
    return true;
  }

  add(connection: T): void {
    const { address } = connection;
    if (!this.#isKnown(address)) {
      this.#unknown.add(connection);
      return;
    }
    this.#knownCount++;
    this.#known.set(address, (this.#known.get(address) ?? new Set<T>()).add(connection));
  }

  /** Removes a connection that closed or yielded. */
  delete(connection: T): void {
    this.#unknown.delete(connection);
    const own = this.#known.get(connection.address);
    if (!own?.delete(connection)) return;
    this.#knownCount--;
    if (own.size === 0) this.#known.delete(connection.address);
  }

  /** Moves addresses that became known since, then takes the most idle unknown connection. */
  #mostIdle(): T | undefined {
    let found: T | undefined;
    for (const it of this.#unknown) {
      if (this.#isKnown(it.address)) {
        this.#unknown.delete(it);
        this.add(it);
      } else if (!found || it.lastHeardAtMs < found.lastHeardAtMs) found = it;
    }
    if (found) this.#unknown.delete(found);
    return found;
  }
}
