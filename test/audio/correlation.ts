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
  const size = 2 ** Math.ceil(Math.log2(recording.length + signal.length + 1));
  const products = crossCorrelation(recording, signal, size);
  const energies = energySums(recording);
  const signalEnergy = energySums(signal)[signal.length]!;
  let best: Correlation = { lag: 0, coefficient: 0 };
  for (let lag = 1 - signal.length; lag < recording.length; lag++) {
    const from = Math.max(0, lag);
    const to = Math.min(recording.length, lag + signal.length);
    const energy = energies[to]! - energies[from]!;
    // In a stretch much quieter than the signal, rounding noise would look similar.
    if (energy < signalEnergy * 1e-4) continue;
    const coefficient = products[(lag + size) % size]! / Math.sqrt(energy * signalEnergy);
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
  for (let n = 0; n < pcm.length; n++) sums[n + 1] = sums[n]! + pcm[n]! ** 2;
  return sums;
}

function crossCorrelation(recording: Int16Array, signal: Int16Array, size: number): Float64Array {
  const a = transformed(recording, size);
  const b = transformed(signal, size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    re[k] = a.re[k]! * b.re[k]! + a.im[k]! * b.im[k]!;
    im[k] = a.im[k]! * b.re[k]! - a.re[k]! * b.im[k]!;
  }
  // The inverse transform is the forward transform of the conjugate. The result is real, so it needs no conjugation.
  for (let k = 0; k < size; k++) im[k] = -im[k]!;
  transform(re, im);
  return re.map((value) => value / size);
}

function transformed(pcm: Int16Array, size: number): { re: Float64Array; im: Float64Array } {
  const re = new Float64Array(size);
  re.set(pcm);
  const im = new Float64Array(size);
  transform(re, im);
  return { re, im };
}

/** Computes the discrete Fourier transform in place (Cooley and Tukey, radix 2). The length is a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length / 2;
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((-2 * Math.PI * k) / length);
      const sin = Math.sin((-2 * Math.PI * k) / length);
      for (let i = k; i < size; i += length) {
        const j = i + half;
        const oddRe = re[j]! * cos - im[j]! * sin;
        const oddIm = re[j]! * sin + im[j]! * cos;
        re[j] = re[i]! - oddRe;
        im[j] = im[i]! - oddIm;
        re[i] = re[i]! + oddRe;
        im[i] = im[i]! + oddIm;
      }
    }
  }
}
