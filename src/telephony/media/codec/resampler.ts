/** Zero crossings of the sinc on each side, at the lower of the two rates. */
const crossings = 16;

/**
 * Converts a stream to another sample rate: pieces join as if the whole had been converted at once. The filter is a
 * windowed sinc whose edge lies just below half of the lower rate. The output lags by half of the filter (2 ms from 16
 * to 8 kHz), which `flush` returns.
 */
export class Resampler {
  readonly #step: number;
  readonly #half: number;
  readonly #phases: Float32Array[];
  readonly #inPerCycle: number;
  /** Input that is still needed; its first sample is number `#start` of the stream. */
  #input: Int16Array;
  #start: number;
  #received = 0;
  #produced = 0;

  constructor(fromHz: number, toHz: number) {
    if (!(Number.isInteger(fromHz) && Number.isInteger(toHz) && fromHz > 0 && toHz > 0)) {
      throw new RangeError(`sample rates must be positive integers: ${fromHz} Hz, ${toHz} Hz`);
    }
    const divisor = greatestCommonDivisor(fromHz, toHz);
    this.#step = fromHz / toHz;
    this.#inPerCycle = fromHz / divisor;
    this.#half = fromHz === toHz ? 0 : Math.ceil(crossings * Math.max(this.#step, 1));
    const count = toHz / divisor;
    this.#phases = Array.from({ length: count }, (_, phase) =>
      kernel(((phase * this.#inPerCycle) % count) / count, this.#half, Math.min(1, 1 / this.#step) * 0.92),
    );
    this.#input = new Int16Array(this.#half);
    this.#start = -this.#half;
  }

  /** The lag of the output, in input samples. */
  get lagSamples(): number {
    return this.#half;
  }

  /** Takes more audio. Returns the output that is complete. */
  push(pcm: Int16Array): Int16Array {
    if (this.#half === 0) {
      this.#received += pcm.length;
      this.#produced += pcm.length;
      return pcm;
    }
    const joined = new Int16Array(this.#input.length + pcm.length);
    joined.set(this.#input);
    joined.set(pcm, this.#input.length);
    this.#input = joined;
    this.#received += pcm.length;
    return this.#produce(this.#received - this.#half);
  }

  /** Returns the rest of the output, as if silence followed the input. */
  flush(): Int16Array {
    const before = this.#produced;
    const total = Math.ceil(this.#received / this.#step);
    return this.push(new Int16Array(this.#half)).subarray(0, Math.max(total - before, 0));
  }

  /** Returns all output samples that lie before input sample `before`. */
  #produce(before: number): Int16Array {
    const count = Math.max(Math.ceil(before / this.#step) - this.#produced, 0);
    const output = new Int16Array(count);
    for (let i = 0; i < count; i++) {
      const n = this.#produced + i;
      const middle = Math.floor((n * this.#inPerCycle) / this.#phases.length);
      const phase = this.#phases[n % this.#phases.length]!;
      output[i] = convolve(this.#input, middle - this.#half + 1 - this.#start, phase);
    }
    this.#produced += count;
    const keepFrom = Math.floor(this.#produced * this.#step) - this.#half;
    const drop = Math.max(Math.min(keepFrom - this.#start, this.#input.length), 0);
    this.#input = this.#input.slice(drop);
    this.#start += drop;
    return output;
  }
}

function convolve(input: Int16Array, from: number, taps: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < taps.length; i++) sum += taps[i]! * (input[from + i] ?? 0);
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

/** Returns the taps for an output sample `fraction` behind an input sample, scaled so that a constant is preserved. */
function kernel(fraction: number, half: number, cutoff: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * half }, (_, i) => {
    const distance = i - half + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * Math.min(Math.abs(distance), half)) / half);
    const x = Math.PI * distance * cutoff;
    return window * (x === 0 ? 1 : Math.sin(x) / x);
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
