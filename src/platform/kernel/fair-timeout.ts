import { type Scheduler, systemScheduler } from './scheduler.ts';

/** Timers are no more precise than this. */
const lateMsMax = 20;
/** The longest extra wait, in which other threads and processes report what arrived during a stall. */
const catchUpMsMax = 100;

/**
 * Runs `action` after `ms`, unless the returned function is called before. A stalled event loop runs its timers before
 * it reads what arrived meanwhile. This timer lets it read first: when it fires late, it waits again for the same
 * delay, at most 100 ms.
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
