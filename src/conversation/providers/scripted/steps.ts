/** How many steps may still be taken to understand something: below 0 there are none, and what was begun is given up. */
export interface Steps {
  left: number;
}

/** A dialogue may have a million characters of phrases, and all calls of a process share its thread: 50 ms or so of each. */
export const stepsFor = {
  /** All phrases that an utterance is held to. */
  utterance: (): Steps => ({ left: 500_000 }),
  /** All phrases that a recognizer is told of at one place. */
  expectation: (): Steps => ({ left: 200_000 }),
};
