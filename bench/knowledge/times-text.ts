import { percentile } from '../percentile.ts';
import type { CpuClock } from './cpu-clock.ts';

/** Returns the times of searches in words: by the clock, and on a CPU. */
export function timesText(times: readonly ReturnType<CpuClock['stop']>[]): string {
  const at = (name: 'clockMs' | 'databaseMs' | 'nodeMs') =>
    [50, 95]
      .map((share) =>
        percentile(
          times.map((one) => one[name]),
          share,
        ).toFixed(1),
      )
      .join('/');
  return `p50/p95 ${at('clockMs')} ms by the clock, CPU ${at('databaseMs')} ms in the database and ${at('nodeMs')} ms here`;
}
