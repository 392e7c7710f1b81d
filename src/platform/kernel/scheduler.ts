/** The source of timers; tests have one whose time they move themselves. */
export interface Scheduler {
  /** Runs `run` once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
  /** Milliseconds on a clock that never goes back. */
  nowMs(): number;
}

/** The event loop's own timers. */
export const systemScheduler: Scheduler = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
};
