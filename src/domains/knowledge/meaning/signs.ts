/** How many projections the short form of a vector has. */
export const signsCount = 1024;

/**
 * Returns the signs of 1,024 projections of a vector, a bit each. The share of different signs of two vectors grows with the angle between them. The projections are the rows of a Hadamard matrix, over components whose signs
 * were changed at random, so that a component that is large in all vectors does not decide every sign.
 */
export function signsOf(vector: Float32Array): Buffer {
  const size = Math.max(signsCount, 2 ** Math.ceil(Math.log2(vector.length)));
  const projected = new Float32Array(size);
  let state = 0x9e3779b9;
  for (let at = 0; at < vector.length; at++) {
    // xorshift32: every process must change the same signs.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    projected[at] = state < 0 ? -vector[at]! : vector[at]!;
  }
  transform(projected);
  const signs = Buffer.alloc(signsCount / 8);
  for (let at = 0; at < signsCount; at++) if (projected[at]! < 0) signs[at >> 3]! |= 1 << (at & 7);
  return signs;
}

/** Multiplies by the Hadamard matrix, in place. The length is a power of two. */
function transform(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2)
    for (let block = 0; block < values.length; block += 2 * half)
      for (let at = block; at < block + half; at++) {
        const one = values[at]!;
        const other = values[at + half]!;
        values[at] = one + other;
        values[at + half] = one - other;
      }
}

/**
 * Returns the direction of a vector without what all vectors of its model have in common. Texts that have nothing to do with each
 * other are then not similar, and their signs differ. `center` is the mean of vectors of length 1.
 */
export function centered(vector: Float32Array, center: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value, at) => value / length - (center[at] ?? 0));
}

/** Returns the mean of the directions of vectors. */
export function centerOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors)
    for (const [at, value] of centered(vector, new Float32Array(0)).entries())
      sum[at]! += value / vectors.length;
  return sum;
}

/** Returns a vector with a byte for each dimension. Its length is lost; similarities do not need it. */
export function bytesOf(vector: Float32Array): Buffer {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < vector.length; at++) bytes[at] = Math.round((vector[at]! / largest) * 127);
  return Buffer.from(bytes.buffer);
}

/** Returns the cosine of the angle between a vector and one in bytes. 0 when they have other numbers of dimensions. */
export function similarityTo(vector: Float32Array, bytes: Uint8Array): number {
  if (bytes.length !== vector.length) return 0;
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  let product = 0;
  let ownSquares = 0;
  let squares = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    const own = vector[at]!;
    product += own * value;
    ownSquares += own * own;
    squares += value * value;
  }
  return product / Math.sqrt(ownSquares * squares);
}

/** Returns the numbers of a vector that is stored whole. */
export function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** Returns a vector as it is stored whole. */
export function bytesOfFloats(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
