import type { Overlap } from '../turn-latency.ts';

/** What is reported of sounds that did not stop the agent. Coughs and a listener's words are in the record only. */
const messages: Partial<Record<Overlap['why'], string>> = {
  background:
    'A voice that was too soft to be the caller’s did not stop the agent: other people, a television, or its own echo.',
  uninterruptible:
    'The caller’s speech or keys did not stop the agent, because its settings do not let callers interrupt it.',
  bound: 'The caller’s speech did not stop the agent, which said its last words or transferred the call.',
  'no-speech': 'A sound that was no speech paused the agent, which then spoke on.',
};

/** Reports once in a call for each reason that a sound did not stop the agent. The turns of the record hold every case. */
export class OverlapFacts {
  readonly #emit: (reason: string, message: string) => void;
  readonly #reported = new Set<Overlap['why']>();

  constructor(emit: (reason: string, message: string) => void) {
    this.#emit = emit;
  }

  note({ outcome, why }: Overlap): void {
    const message = messages[why];
    if (outcome === 'interrupted' || message === undefined || this.#reported.has(why)) return;
    this.#reported.add(why);
    this.#emit(`not-stopped-${why}`, message);
  }
}
