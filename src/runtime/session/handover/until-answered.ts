import { isDatabaseAway } from '../../../platform/db/index.ts';
import { delay, monotonicMs } from '../../../platform/kernel/index.ts';

/** How long the database may be away when a process must know whether it has a call, and the pause between two attempts. */
const awayMsMax = 30_000;
const againAfterMs = 250;

/** Repeats a statement while the database is away, because only its outcome says who has the call. */
export async function untilAnswered<Result>(work: () => Promise<Result>): Promise<Result> {
  const untilMs = monotonicMs() + awayMsMax;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || monotonicMs() > untilMs) throw error;
      await delay(againAfterMs);
    }
  }
}
