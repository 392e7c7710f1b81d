/** The size of the transform: 4 * 4 * 5 * 5. */
export const size = 400;

/** The roots of unity. */
const cosines = Float64Array.from({ length: size }, (_, n) => Math.cos((2 * Math.PI * n) / size));
const sines = Float64Array.from({ length: size }, (_, n) => Math.sin((2 * Math.PI * n) / size));
const [cos1, cos2, sin1, sin2] = [cosines[80]!, cosines[160]!, sines[80]!, sines[160]!];

/** The place of each input in the order in which the stages of the transform combine them. */
const order = orderOf(Array.from({ length: size }, (_, n) => n));
const re = new Float64Array(size);
const im = new Float64Array(size);

/**
 * Writes the powers of the frequencies 0 to 200 of two real signals of 400 samples. One transform computes both, because it
 * has a real part and an imaginary part.
 */
export function powers(
  first: Float64Array,
  second: Float64Array,
  firstPower: Float64Array,
  secondPower: Float64Array,
): void {
  for (let n = 0; n < size; n++) {
    re[n] = first[order[n]!]!;
    im[n] = second[order[n]!]!;
  }
  combineFive(1);
  combineFive(5);
  combineFour(25);
  combineFour(100);
  for (let k = 0; k <= size / 2; k++) {
    const mirror = (size - k) % size;
    firstPower[k] = ((re[k]! + re[mirror]!) ** 2 + (im[k]! - im[mirror]!) ** 2) / 4;
    secondPower[k] = ((im[k]! + im[mirror]!) ** 2 + (re[k]! - re[mirror]!) ** 2) / 4;
  }
}

/** Orders the inputs for a decimation in time (Cooley and Tukey) whose last stages have the factor 4. */
function orderOf(inputs: number[]): number[] {
  if (inputs.length === 1) return inputs;
  const factor = inputs.length % 4 === 0 ? 4 : 5;
  return Array.from({ length: factor }, (_, p) => orderOf(inputs.filter((_, n) => n % factor === p))).flat();
}

/** Multiplies the number at `at` by the root of unity number `-turn`. */
function turnBy(at: number, turn: number): void {
  const [a, b] = [re[at]!, im[at]!];
  re[at] = a * cosines[turn]! + b * sines[turn]!;
  im[at] = b * cosines[turn]! - a * sines[turn]!;
}

/** Combines each four transforms of the size `part` into one. */
function combineFour(part: number): void {
  const turn = size / (4 * part);
  for (let block = 0; block < size; block += 4 * part) {
    for (let k = 0; k < part; k++) {
      const a = block + k;
      const [b, c, d] = [a + part, a + 2 * part, a + 3 * part];
      turnBy(b, k * turn);
      turnBy(c, 2 * k * turn);
      turnBy(d, 3 * k * turn);
      const [evenRe, evenIm] = [re[a]! + re[c]!, im[a]! + im[c]!];
      const [evenRe2, evenIm2] = [re[a]! - re[c]!, im[a]! - im[c]!];
      const [oddRe, oddIm] = [re[b]! + re[d]!, im[b]! + im[d]!];
      const [oddRe2, oddIm2] = [re[b]! - re[d]!, im[b]! - im[d]!];
      re[a] = evenRe + oddRe;
      im[a] = evenIm + oddIm;
      re[b] = evenRe2 + oddIm2;
      im[b] = evenIm2 - oddRe2;
      re[c] = evenRe - oddRe;
      im[c] = evenIm - oddIm;
      re[d] = evenRe2 - oddIm2;
      im[d] = evenIm2 + oddRe2;
    }
  }
}

/** Combines each five transforms of the size `part` into one. */
function combineFive(part: number): void {
  const turn = size / (5 * part);
  for (let block = 0; block < size; block += 5 * part) {
    for (let k = 0; k < part; k++) {
      const a = block + k;
      const [b, c, d, e] = [a + part, a + 2 * part, a + 3 * part, a + 4 * part];
      turnBy(b, k * turn);
      turnBy(c, 2 * k * turn);
      turnBy(d, 3 * k * turn);
      turnBy(e, 4 * k * turn);
      const [outerRe, outerIm] = [re[b]! + re[e]!, im[b]! + im[e]!];
      const [innerRe, innerIm] = [re[c]! + re[d]!, im[c]! + im[d]!];
      const [outerRe2, outerIm2] = [re[b]! - re[e]!, im[b]! - im[e]!];
      const [innerRe2, innerIm2] = [re[c]! - re[d]!, im[c]! - im[d]!];
      const [re1, im1] = [re[a]! + cos1 * outerRe + cos2 * innerRe, im[a]! + cos1 * outerIm + cos2 * innerIm];
      const [re2, im2] = [re[a]! + cos2 * outerRe + cos1 * innerRe, im[a]! + cos2 * outerIm + cos1 * innerIm];
      const [turnRe1, turnIm1] = [sin1 * outerRe2 + sin2 * innerRe2, sin1 * outerIm2 + sin2 * innerIm2];
      const [turnRe2, turnIm2] = [sin2 * outerRe2 - sin1 * innerRe2, sin2 * outerIm2 - sin1 * innerIm2];
      re[a] = re[a]! + outerRe + innerRe;
      im[a] = im[a]! + outerIm + innerIm;
      re[b] = re1 + turnIm1;
      im[b] = im1 - turnRe1;
      re[e] = re1 - turnIm1;
      im[e] = im1 + turnRe1;
      re[c] = re2 + turnIm2;
      im[c] = im2 - turnRe2;
      re[d] = re2 - turnIm2;
      im[d] = im2 + turnRe2;
    }
  }
}
