/** The remaining steps for matching. Below 0, matching stops. */
export interface Steps {
  left: number;
}

/**
 * The limits of steps, about 50 ms each. A dialogue may have a million characters of phrases, and all calls of a process
 * share one thread.
 */
export const stepsFor = {
  /** For matching one utterance against all phrases. */
  utterance: (): Steps => ({ left: 500_000 }),
  /** For listing the phrases of one place for a transcriber. */
  expectation: (): Steps => ({ left: 200_000 }),
};
