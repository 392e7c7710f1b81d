/** The source of timers. Tests have one whose time they advance. */
export interface Scheduler {
  /** Runs `run` once after `ms`, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
  /** Milliseconds on a clock that never goes back. */
  nowMs(): number;
}

/** The timers of the event loop. */
export const systemScheduler: Scheduler = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
};
