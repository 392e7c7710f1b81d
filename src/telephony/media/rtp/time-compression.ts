/** The bounds of the stretch that is removed, and the length of the blend across the cut. */
const cutMsMin = 5;
const cutMsMax = 20;
const blendMs = 10;

/** The length of audio that a cut needs. */
export const cuttableMs = cutMsMax + blendMs;

/**
 * Removes 5 to 20 ms from the beginning of `pcm` by waveform-similarity overlap-add (WSOLA), and moves the rest up.
 * `count` samples are given, at least 30 ms. The audio after the removed stretch is the one most like the beginning. In a
 * voice the stretch is therefore one or several periods, and the pitch stays.
 *
 * Returns the number of samples removed. 0 means that the likeness stayed below `likenessMin` (1: the same wave form).
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

/** Returns the lag at which the first `length` samples are most like the audio; 0 when all are below `likenessMin`. */
function mostAlike(pcm: Int16Array, from: number, to: number, length: number, likenessMin: number): number {
  // A few samples, as at 4 kHz, are enough to find the neighbourhood.
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

/** Returns the normalized correlation of the first `length` samples and those `lag` after them, from −1 to 1. */
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
