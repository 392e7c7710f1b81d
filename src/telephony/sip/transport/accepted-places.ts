import { sourceOf } from '../base/addresses.ts';
import type { StreamLimits } from './stream-limits.ts';

/** A connection that a peer has opened. */
export interface Accepted {
  readonly address: string;
  /** When it said anything last. */
  readonly lastHeardAtMs: number;
  close(): void;
}

type PlaceLimits = Pick<
  StreamLimits,
  'acceptedMax' | 'acceptedPerAddressMax' | 'strangersMax' | 'strangersPerAddressMax'
>;

/**
 * Which connections of peers are taken. Those who may start something have places that no stranger takes; strangers
 * share a few, of which the most idle gives way to a new one, so that they cannot keep out one who is not known yet.
 */
export class AcceptedPlaces<T extends Accepted> {
  readonly #limits: PlaceLimits;
  readonly #isKnown: (address: string) => boolean;
  readonly #known = new Map<string, Set<T>>();
  readonly #strangers = new Set<T>();
  #knownCount = 0;

  /** `isKnown`: whether an address may start something. */
  constructor(limits: PlaceLimits, isKnown: (address: string) => boolean) {
    this.#limits = limits;
    this.#isKnown = isKnown;
  }

  /** Whether a connection of this address is taken; the one that gives way to it is closed. */
  makeRoom(address: string): boolean {
    const { acceptedMax, acceptedPerAddressMax, strangersMax, strangersPerAddressMax } = this.#limits;
    if (this.#isKnown(address)) {
      const own = this.#known.get(address)?.size ?? 0;
      return own < acceptedPerAddressMax && this.#knownCount < acceptedMax;
    }
    const source = sourceOf(address);
    const own = [...this.#strangers].filter((it) => sourceOf(it.address) === source).length;
    if (own >= strangersPerAddressMax) return false;
    if (this.#strangers.size >= strangersMax) this.#mostIdle()?.close();
    return true;
  }

  add(connection: T): void {
    const { address } = connection;
    if (!this.#isKnown(address)) {
      this.#strangers.add(connection);
      return;
    }
    this.#knownCount++;
    this.#known.set(address, (this.#known.get(address) ?? new Set<T>()).add(connection));
  }

  /** The connection is over, or gives way. */
  delete(connection: T): void {
    this.#strangers.delete(connection);
    const own = this.#known.get(connection.address);
    if (!own?.delete(connection)) return;
    this.#knownCount--;
    if (own.size === 0) this.#known.delete(connection.address);
  }

  /** Of those who are strangers still: a trunk may have been made for one meanwhile. */
  #mostIdle(): T | undefined {
    let found: T | undefined;
    for (const it of this.#strangers) {
      if (this.#isKnown(it.address)) {
        this.#strangers.delete(it);
        this.add(it);
      } else if (!found || it.lastHeardAtMs < found.lastHeardAtMs) found = it;
    }
    if (found) this.#strangers.delete(found);
    return found;
  }
}
