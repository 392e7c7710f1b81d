/** The stretch that is taken out, and how long one end of the cut is blended into the other. */
const cutMsMin = 5;
const cutMsMax = 20;
const blendMs = 10;

/** So much audio is needed for a cut. */
export const cuttableMs = cutMsMax + blendMs;

/**
 * Takes 5 to 20 ms out of the beginning of `pcm`, of which `count` samples are given (30 ms at least), and moves the rest
 * up: waveform-similarity overlap-add (WSOLA). The stretch is as long as makes what follows it most like its own
 * beginning, so of a voice it is one or several whole periods, and the pitch stays. Returns the number of samples that
 * were taken out; 0 where nothing is as alike as `likenessMin` (1: the same wave form; 0: the best there is).
 */
export function cutOut(pcm: Int16Array, count: number, sampleRateHz: number, likenessMin: number): number {
  const perMs = sampleRateHz / 1000;
  const blend = blendMs * perMs;
  const cut = mostAlike(pcm, cutMsMin * perMs, cutMsMax * perMs, blend, likenessMin);
  if (cut === 0) return 0;
  for (let n = 0; n < blend; n++) {
    const share = (n + 1) / (blend + 1);
    pcm[n] = Math.round((1 - share) * pcm[n]! + share * pcm[n + cut]!);
  }
  pcm.copyWithin(blend, blend + cut, count);
  return cut;
}

/** The lag at which the first `length` samples are most like what is there; 0 if they are less than `likenessMin`. */
function mostAlike(pcm: Int16Array, from: number, to: number, length: number, likenessMin: number): number {
  // Every few samples, as at 4 kHz, are enough to find the neighbourhood.
  const step = length / (blendMs * 4);
  let near = from;
  let nearLikeness = -1;
  for (let lag = from; lag <= to; lag += step) {
    const likeness = likenessAt(pcm, lag, length, step);
    if (likeness < nearLikeness) continue;
    nearLikeness = likeness;
    near = lag;
  }
  let best = 0;
  let bestLikeness = likenessMin;
  for (let lag = Math.max(from, near - step + 1); lag < Math.min(to + 1, near + step); lag++) {
    const likeness = likenessAt(pcm, lag, length, 1);
    if (likeness < bestLikeness) continue;
    bestLikeness = likeness;
    best = lag;
  }
  return best;
}

/** The normalized correlation of the first `length` samples and those `lag` after them, from −1 to 1. */
function likenessAt(pcm: Int16Array, lag: number, length: number, step: number): number {
  let product = 0;
  let own = 1;
  let other = 1;
  for (let n = 0; n < length; n += step) {
    const here = pcm[n]!;
    const there = pcm[n + lag]!;
    product += here * there;
    own += here * here;
    other += there * there;
  }
  return product / Math.sqrt(own * other);
}
