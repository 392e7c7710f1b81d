/** Returns the next pseudorandom number, from 0 (included) to 1 (excluded). */
export type Draws = () => number;

/** Returns draws that depend only on `parts`. The order in which calls are drawn does not matter. */
export function drawsOf(...parts: readonly (string | number)[]): Draws {
  let state = hashOf(parts.join('|'));
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a and the final mixing of MurmurHash3, so that texts that differ in one digit have unrelated hashes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
