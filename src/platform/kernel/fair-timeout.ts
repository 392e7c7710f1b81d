import { type Scheduler, systemScheduler } from './scheduler.ts';

/** Timers are not more exact than this. */
const lateMsMax = 20;
/** So long others, threads of this process among them, have for telling what came while all stood still. */
const catchUpMsMax = 100;

/**
 * Runs `action` after `ms`, unless the function that is returned is called before. An event loop that was held up goes
 * through its timers before it reads what came meanwhile; here what came is taken first: one that is late waits again, for
 * as long as it is late and 100 ms at most.
 */
export function fairTimeout(
  ms: number,
  action: () => void,
  scheduler: Scheduler = systemScheduler,
): () => void {
  const dueAtMs = scheduler.nowMs() + ms;
  let stop = scheduler.after(ms, () => {
    const lateMs = scheduler.nowMs() - dueAtMs;
    if (lateMs > lateMsMax) stop = scheduler.after(Math.min(lateMs, catchUpMsMax), action);
    else action();
  });
  return () => stop();
}
