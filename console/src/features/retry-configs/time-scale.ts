import { formatWait } from './waits.ts';

/** A logarithmic scale from minutes to weeks. */
interface TimeScale {
  /** Returns percent of the width. */
  at: (seconds: number) => number;
  marks: { percent: number; label: string }[];
}

const markSeconds = [60, 300, 900, 3_600, 14_400, 86_400, 259_200, 604_800, 2_592_000, 7_776_000];
/** Percent between marks, so that their labels do not overlap. */
const apartMin = 14;

/** Returns a scale that ends at `lastSeconds`, at 15 minutes or later. */
export function timeScale(lastSeconds: number): TimeScale {
  const whole = Math.max(lastSeconds, 900);
  const at = (seconds: number) => (Math.log1p(seconds / 60) / Math.log1p(whole / 60)) * 100;
  const marks: TimeScale['marks'] = [];
  for (const seconds of markSeconds) {
    const percent = at(seconds);
    if (seconds <= whole && percent - (marks.at(-1)?.percent ?? 0) >= apartMin)
      marks.push({ percent, label: formatWait(seconds) });
  }
  return { at, marks };
}
