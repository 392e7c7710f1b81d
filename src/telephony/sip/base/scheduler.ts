import type { Scheduler } from '../../../platform/kernel/index.ts';

export { type Scheduler, systemScheduler } from '../../../platform/kernel/index.ts';

/**
 * RFC 3261 §17 table 4: T1 is the round-trip estimate, T2 the longest retransmission interval, T4 the life of
 * a message.
 */
export const t1Ms = 500;
export const t2Ms = 4_000;
export const t4Ms = 5_000;
/** 64*T1: timers B, F, H, J, L and M, and the wait for any unanswered message. */
export const transactionTimeoutMs = 64 * t1Ms;

/**
 * Runs `send` after T1, then after intervals that double up to `maxMs` (timers A, E, G). Returns a function
 * that stops it.
 */
export function repeatWithBackoff(scheduler: Scheduler, maxMs: number, send: () => void): () => void {
  let pauseMs = t1Ms;
  let stop = scheduler.after(pauseMs, next);
  function next(): void {
    send();
    pauseMs = Math.min(pauseMs * 2, maxMs);
    stop = scheduler.after(pauseMs, next);
  }
  return () => stop();
}
