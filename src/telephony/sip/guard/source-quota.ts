import { sourceOf } from '../base/addresses.ts';

/** The total never exceeds this multiple of the capacity. */
const overfullTimes = 4;

/**
 * Holds a limited number of items by source. While it is full, each source still gets an even
 * share, so that one source, or a spoofed one, cannot exclude the others.
 */
export class SourceQuota<T> {
  readonly #capacity: number;
  readonly #ofSource = new Map<string, Set<T>>();
  readonly #all = new Map<T, string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Returns whether this address may hold one more item. */
  hasRoom(address: string): boolean {
    if (this.#all.size < this.#capacity) return true;
    const own = this.#ofSource.get(sourceOf(address));
    const sources = this.#ofSource.size + (own ? 0 : 1);
    const share = Math.max(1, Math.floor(this.#capacity / sources));
    return (own?.size ?? 0) < share && this.#all.size < overfullTimes * this.#capacity;
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

  /**
   * Returns the item to drop for one more of this address: the oldest of its source, or of all when it has
   * none.
   */
  oldest(address: string): T | undefined {
    const own = this.#ofSource.get(sourceOf(address));
    return (own ?? this.#all).keys().next().value;
  }
}
