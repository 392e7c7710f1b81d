/** The number of remembered indices; at least 64 by RFC 3711 §3.3.2. */
const size = 128;

/** Remembers the packets that have come. An index counts as known when it came before or is older than the window. */
export class ReplayWindow {
  readonly #seen = new Float64Array(size).fill(-1);
  #highest = -1;

  isKnown(index: number): boolean {
    return index <= this.#highest - size || this.#seen[index % size] === index;
  }

  add(index: number): void {
    this.#seen[index % size] = index;
    this.#highest = Math.max(this.#highest, index);
  }
}
