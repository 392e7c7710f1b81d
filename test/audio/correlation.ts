/** The position of a known signal in a recording, and their similarity there. */
export interface Correlation {
  /** Samples from the recording's beginning to the signal's; negative if its beginning is missing. */
  lag: number;
  /** From −1 to 1; 1 is the same wave form at any loudness. */
  coefficient: number;
}

/**
 * Finds the lag at which `signal` correlates best with `recording`: the cross-correlation by Fourier transform,
 * normalized by the energy of the signal and of the stretch of the recording that it covers. A signal or a
 * recording that is silent gives a coefficient of 0.
 */
export function correlate(recording: Int16Array, signal: Int16Array): Correlation {
  const products = crossCorrelation(recording, signal);
  const energies = energySums(recording);
  const signalEnergy = energySums(signal)[signal.length]!;
  let best: Correlation = { lag: 0, coefficient: 0 };
  for (let lag = 1 - signal.length; lag < recording.length; lag++) {
    const from = Math.max(0, lag);
    const to = Math.min(recording.length, lag + signal.length);
    const energy = energies[to]! - energies[from]!;
    // In a stretch much quieter than the signal, rounding noise would look similar.
    if (energy < signalEnergy * 1e-4) continue;
    const coefficient = products[lag + signal.length - 1]! / Math.sqrt(energy * signalEnergy);
    if (coefficient > best.coefficient) best = { lag, coefficient };
  }
  return best;
}

/** The share of a known signal in a recording, in pieces that may be apart. */
export interface HeardPieces {
  /** From 0 to 1. */
  share: number;
  /** The sample after the last piece that was found; 0 when none was. */
  end: number;
}

/**
 * Finds the pieces of `signal`, each of 400 samples, in a recording. A stalled machine may leave gaps between the pieces,
 * or lose one; the others are found all the same.
 */
export function heardPieces(recording: Int16Array, signal: Int16Array): HeardPieces {
  const found: number[] = [];
  let count = 0;
  for (let at = 0; at + pieceSamples <= signal.length; at += pieceSamples, count++) {
    const { lag, coefficient } = correlate(recording, signal.subarray(at, at + pieceSamples));
    if (coefficient > 0.9) found.push(lag);
  }
  return { share: found.length / count, end: found.length > 0 ? Math.max(...found) + pieceSamples : 0 };
}

const pieceSamples = 400;

/** Returns the energy of the first n samples at index n. */
function energySums(pcm: Int16Array): Float64Array {
  const sums = new Float64Array(pcm.length + 1);
  for (let n = 0; n < pcm.length; n++) sums[n + 1] = sums[n]! + pcm[n]! * pcm[n]!;
  return sums;
}

/**
 * Returns the sum of products for each lag from `1 - signal.length` on. Tests ask several times a second whether a long
 * recording contains a short signal, so the recording is transformed in overlapping blocks a few times as long as the
 * signal (overlap-save). Two blocks share a transform: one is its real part, the other its imaginary part.
 */
function crossCorrelation(recording: Int16Array, signal: Int16Array): Float64Array {
  const products = new Float64Array(recording.length + signal.length);
  const size = 2 ** Math.ceil(Math.log2(Math.min(4 * signal.length, products.length + signal.length) + 1));
  const step = size - signal.length + 1;
  const wanted = { re: new Float64Array(size), im: new Float64Array(size) };
  wanted.re.set(signal);
  transform(wanted.re, wanted.im);
  for (let at = 0; at < products.length; at += 2 * step) {
    const re = block(recording, at + 1 - signal.length, size);
    const im = block(recording, at + step + 1 - signal.length, size);
    transform(re, im);
    // Multiplies by the conjugate of the signal. The inverse transform is the forward transform of a conjugate.
    for (let k = 0; k < size; k++) {
      const real = re[k]! * wanted.re[k]! + im[k]! * wanted.im[k]!;
      im[k] = re[k]! * wanted.im[k]! - im[k]! * wanted.re[k]!;
      re[k] = real;
    }
    transform(re, im);
    for (let n = 0; n < step; n++) {
      if (at + n < products.length) products[at + n] = re[n]! / size;
      if (at + step + n < products.length) products[at + step + n] = -im[n]! / size;
    }
  }
  return products;
}

/** Returns samples of a recording. Those outside it are 0. */
function block(recording: Int16Array, from: number, size: number): Float64Array {
  const samples = new Float64Array(size);
  if (from < recording.length && from + size > 0)
    samples.set(recording.subarray(Math.max(0, from), from + size), Math.max(0, -from));
  return samples;
}

/** The cosines and sines of half a turn, by the size of a transform. */
const turns = new Map<number, { cos: Float64Array; sin: Float64Array }>();

function turnOf(size: number): { cos: Float64Array; sin: Float64Array } {
  const known = turns.get(size);
  if (known) return known;
  const angles = Float64Array.from({ length: size / 2 }, (_, k) => (-2 * Math.PI * k) / size);
  const turn = { cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
  turns.set(size, turn);
  return turn;
}

/** Computes the discrete Fourier transform in place (Cooley and Tukey, radix 2). The length is a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  const { cos, sin } = turnOf(size);
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const real = re[i]!;
      const imaginary = im[i]!;
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = real;
      im[j] = imaginary;
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length / 2;
    const stride = size / length;
    // The inner loop runs through adjacent samples, which the processor's cache holds.
    for (let from = 0; from < size; from += length) {
      for (let k = 0; k < half; k++) {
        const i = from + k;
        const j = i + half;
        const turnRe = cos[k * stride]!;
        const turnIm = sin[k * stride]!;
        const oddRe = re[j]! * turnRe - im[j]! * turnIm;
        const oddIm = re[j]! * turnIm + im[j]! * turnRe;
        re[j] = re[i]! - oddRe;
        im[j] = im[i]! - oddIm;
        re[i] = re[i]! + oddRe;
        im[i] = im[i]! + oddIm;
      }
    }
  }
}
