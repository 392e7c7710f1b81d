/**
 * The levels that are compared: a second. Levels below the quietest are equal. Shorter stretches resemble others of the same
 * speech.
 */
const comparedCount = 50;
const quietest = -55;
/** The most silence that is looked for (3 s), and the mean difference in decibels up to which two stretches are the same. */
const addedMax = 150;
const differenceMax = 3;
/** How long before a mark the stretches may end: where the machine was busy just then, an earlier one is compared. */
const endsBefore = [0, 10, 20];

/** Returns the mean difference between the levels before `at` and those of the reference before `at - later`. */
function difference(
  heard: readonly number[],
  reference: readonly number[],
  at: number,
  later: number,
): number {
  if (at - later < comparedCount || at - later > reference.length || at > heard.length) return Infinity;
  let sum = 0;
  for (let n = 1; n <= comparedCount; n++) {
    const [one, other] = [heard[at - n]!, reference[at - later - n]!];
    sum += Math.abs(Math.max(one, quietest) - Math.max(other, quietest));
  }
  return sum / comparedCount;
}

/**
 * Returns by how much speech was delayed between each two neighbours of `marks`, by the levels of 20 ms of what was heard
 * and of the same speech without interruption (`reference`). `null` where the speech before the later mark is not that of the
 * reference, because it was dropped or is silent. Levels and marks are counted from the same moment of both calls.
 */
export function addedSilence(
  heard: readonly number[],
  reference: readonly number[],
  marks: readonly number[],
): (number | null)[] {
  let later: number | null = null;
  const found = marks.map((at) => {
    const from: number = later ?? 0;
    let [best, least] = [from, Infinity];
    for (let tried = Math.max(from - 2, 0); tried <= from + addedMax; tried++) {
      const now = Math.min(...endsBefore.map((before) => difference(heard, reference, at - before, tried)));
      if (now < least) [best, least] = [tried, now];
    }
    if (least > differenceMax) return null;
    later = best;
    return best;
  });
  return found.slice(1).map((value, n) => {
    const before = found.slice(0, n + 1).findLast((one) => one !== null) ?? 0;
    return value === null ? null : value - before;
  });
}
