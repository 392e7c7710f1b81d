import { columnFrequencies, keypad, rowFrequencies } from './dtmf-keys.ts';

/** A look of 12.75 ms separates the frequencies, and fits twice into a tone of 40 ms. */
const looksPerSecond = 8_000 / 102;

/** The lowest mean square of a look: 45 dB below full scale. */
const meanSquareMin = 190 ** 2;
/** The lowest share of both tones in the sound: everything else is at least 7 dB below them. */
const shareMin = 0.83;
/** The largest power of a row over its column, and of a column over its row (ITU-T Q.24 allows for twist). */
const rowAboveColumn = 6;
const columnAboveRow = 3.5;
/** The smallest power of both tones over every other row and column. */
const aboveOthers = 6;

/**
 * Finds keys in audio by their tones (ITU-T Q.24), for peers that do not send telephone events. Two consecutive looks
 * report a key, and two without it end it. No key is therefore reported twice, and a voice that resembles a key for a
 * moment reports none.
 */
export class ToneDigits {
  readonly #length: number;
  readonly #coefficients: Float64Array;
  readonly #first = new Float64Array(8);
  readonly #second = new Float64Array(8);
  #energy = 0;
  #count = 0;
  #seen = '';
  #pressed = '';
  #misses = 0;

  constructor(sampleRateHz: number) {
    this.#length = Math.round(sampleRateHz / looksPerSecond);
    this.#coefficients = Float64Array.from(
      [...rowFrequencies, ...columnFrequencies],
      (frequency) => 2 * Math.cos((2 * Math.PI * frequency) / sampleRateHz),
    );
  }

  /** Takes audio. Returns the key whose press it completes, or `null`. */
  push(pcm: Int16Array): string | null {
    let key: string | null = null;
    const isQuiet = this.#isQuiet(pcm);
    for (let at = 0; at < pcm.length; ) {
      const end = Math.min(pcm.length, at + this.#length - this.#count);
      // Zeros would turn the resonators without changing their result.
      if (!isQuiet) this.#run(pcm, at, end);
      this.#count += end - at;
      at = end;
      if (this.#count < this.#length) continue;
      key = this.#judge(this.#look()) ?? key;
      this.#count = 0;
    }
    return key;
  }

  /** Whether audio is almost silent. Most of a call is, and then costs nothing more. */
  #isQuiet(pcm: Int16Array): boolean {
    let energy = 0;
    for (let n = 0; n < pcm.length; n++) energy += pcm[n]! ** 2;
    return energy < (meanSquareMin * pcm.length) / 8;
  }

  /** Runs the eight resonators of Goertzel over a stretch, four at a time, as each step waits for the one before it. */
  #run(pcm: Int16Array, from: number, to: number): void {
    const first = this.#first;
    const second = this.#second;
    const coefficients = this.#coefficients;
    for (let i = 0; i < 8; i += 4) {
      const c0 = coefficients[i]!;
      const c1 = coefficients[i + 1]!;
      const c2 = coefficients[i + 2]!;
      const c3 = coefficients[i + 3]!;
      let a0 = first[i]!;
      let a1 = first[i + 1]!;
      let a2 = first[i + 2]!;
      let a3 = first[i + 3]!;
      let b0 = second[i]!;
      let b1 = second[i + 1]!;
      let b2 = second[i + 2]!;
      let b3 = second[i + 3]!;
      for (let n = from; n < to; n++) {
        const sample = pcm[n]!;
        const n0 = sample + c0 * a0 - b0;
        const n1 = sample + c1 * a1 - b1;
        const n2 = sample + c2 * a2 - b2;
        const n3 = sample + c3 * a3 - b3;
        b0 = a0;
        b1 = a1;
        b2 = a2;
        b3 = a3;
        a0 = n0;
        a1 = n1;
        a2 = n2;
        a3 = n3;
      }
      first[i] = a0;
      first[i + 1] = a1;
      first[i + 2] = a2;
      first[i + 3] = a3;
      second[i] = b0;
      second[i + 1] = b1;
      second[i + 2] = b2;
      second[i + 3] = b3;
    }
    for (let n = from; n < to; n++) this.#energy += pcm[n]! ** 2;
  }

  /** Returns the key that the look shows, or `''`, and resets the resonators. */
  #look(): string {
    if (this.#energy === 0) return '';
    const powers = Array.from({ length: 8 }, (_, i) => {
      const [first, second] = [this.#first[i]!, this.#second[i]!];
      return first ** 2 + second ** 2 - this.#coefficients[i]! * first * second;
    });
    const energy = this.#energy;
    this.#first.fill(0);
    this.#second.fill(0);
    this.#energy = 0;
    if (energy < meanSquareMin * this.#length) return '';
    const row = strongest(powers, 0);
    const column = strongest(powers, 4);
    if (row < 0 || column < 0) return '';
    const [rowPower, columnPower] = [powers[row]!, powers[column]!];
    if (rowPower > columnPower * rowAboveColumn || columnPower > rowPower * columnAboveRow) return '';
    // A tone of energy E shows a power of E × length / 2.
    if (rowPower + columnPower < (shareMin * energy * this.#length) / 2) return '';
    return keypad[row * 4 + column - 4]!;
  }

  #judge(seen: string): string | null {
    const isSure = seen !== '' && seen === this.#seen;
    this.#seen = seen;
    this.#misses = seen === this.#pressed ? 0 : this.#misses + 1;
    if (isSure && seen !== this.#pressed) {
      this.#pressed = seen;
      this.#misses = 0;
      return seen;
    }
    if (this.#misses >= 2) this.#pressed = '';
    return null;
  }
}

/** Returns the index of the strongest of four powers from `from` on; −1 when it does not stand out. */
function strongest(powers: number[], from: number): number {
  let best = from;
  for (let i = from; i < from + 4; i++) if (powers[i]! > powers[best]!) best = i;
  for (let i = from; i < from + 4; i++) {
    if (i !== best && powers[i]! * aboveOthers > powers[best]!) return -1;
  }
  return best;
}
