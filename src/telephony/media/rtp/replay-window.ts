/** Indices that are remembered; RFC 3711 §3.3.2 wants 64 at least. */
const size = 128;

/** Which packets have come: an index counts as known if it came before, or is too old to tell. */
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
