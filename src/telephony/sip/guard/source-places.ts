import { sourceOf } from '../base/addresses.ts';

/** Beyond this many times the places nothing is taken, whoever asks. */
const overfullTimes = 4;

/**
 * Things that are held for peers, by the source that each is held for, so that one source, or a forged name, that has
 * taken every place leaves room to others: while all places are taken, a source still gets its even share of them.
 */
export class SourcePlaces<T> {
  readonly #places: number;
  readonly #ofSource = new Map<string, Set<T>>();
  readonly #all = new Map<T, string>();

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Whether there is a place for one more of this address. */
  hasRoom(address: string): boolean {
    if (this.#all.size < this.#places) return true;
    const own = this.#ofSource.get(sourceOf(address));
    const sources = this.#ofSource.size + (own ? 0 : 1);
    const share = Math.max(1, Math.floor(this.#places / sources));
    return (own?.size ?? 0) < share && this.#all.size < overfullTimes * this.#places;
  }

  add(held: T, address: string): void {
    const source = sourceOf(address);
    this.#all.set(held, source);
    const own = this.#ofSource.get(source) ?? new Set();
    this.#ofSource.set(source, own.add(held));
  }

  delete(held: T): void {
    const source = this.#all.get(held);
    if (source === undefined) return;
    this.#all.delete(held);
    const own = this.#ofSource.get(source);
    own?.delete(held);
    if (own?.size === 0) this.#ofSource.delete(source);
  }

  /** What makes room for one more of this address: the oldest of its own, or of all where it has none. */
  oldest(address: string): T | undefined {
    const own = this.#ofSource.get(sourceOf(address));
    return (own ?? this.#all).keys().next().value;
  }
}
