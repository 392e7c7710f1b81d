import { randomInt } from 'node:crypto';

const slotsAtFirst = 8192;
/** Below 2 to the power of 32. */
const largestPrime = 4_294_967_291;

/**
 * A set of the numbers (E.164) of a file with their first rows, in 12 bytes a slot. A million numbers take about 25
 * MB, where a Map of texts takes 150. Open addressing, at most half full. E.164 has at most 15 digits, which a double
 * holds exactly.
 */
export class NumberSet {
  #numbers = new Float64Array(slotsAtFirst);
  #rows = new Uint32Array(slotsAtFirst);
  #size = 0;
  readonly #factor = randomInt(2 ** 31) * 2 + 1;

  /** Adds a number. Returns the row that it was first in, or undefined for a new number. */
  add(e164: string, row: number): number | undefined {
    const number = Number(e164.slice(1));
    const slot = this.#slotOf(number);
    if (this.#numbers[slot] === number) return this.#rows[slot];
    this.#numbers[slot] = number;
    this.#rows[slot] = row;
    this.#size += 1;
    if (this.#size * 2 > this.#numbers.length) this.#grow();
    return undefined;
  }

  /** Returns the slot of the number, or the free slot for it. 0, which is no number, marks a free slot. */
  #slotOf(number: number): number {
    const mask = this.#numbers.length - 1;
    // The high bits of a product by a secret odd number: no list can be crafted to collide.
    let slot = Math.imul(number % largestPrime, this.#factor) >>> Math.clz32(mask);
    while (this.#numbers[slot] !== 0 && this.#numbers[slot] !== number) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [numbers, rows] = [this.#numbers, this.#rows];
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#rows = new Uint32Array(rows.length * 2);
    numbers.forEach((number, old) => {
      if (number === 0) return;
      const slot = this.#slotOf(number);
      this.#numbers[slot] = number;
      this.#rows[slot] = rows[old]!;
    });
  }
}
