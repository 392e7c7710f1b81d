import type { Writing } from './journal-writer.ts';
import type { Claimed } from './store.ts';

/** A run fails after this many consecutive interruptions. */
export const interruptionsMax = 10;
const firstDelayMs = 5_000;
const delayMsMax = 300_000;
/** Maximum runs with a count. Beyond it, the oldest count is dropped. */
const runsMax = 10_000;

/** Counts consecutive interruptions of runs by errors that are not recorded as the failure of a step. */
export class Interruptions {
  readonly #counts = new Map<string, number>();

  /** Counts an interruption. Returns the delay until the next attempt in milliseconds, or null when there is none. */
  add(run: Claimed): number | null {
    const key = keyOf(run);
    const count = (this.#counts.get(key) ?? 0) + 1;
    const [oldest] = this.#counts.keys();
    if (count === 1 && this.#counts.size >= runsMax && oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(key, count);
    return count < interruptionsMax ? Math.min(firstDelayMs * 2 ** (count - 1), delayMsMax) : null;
  }

  /** Forgets a run that made progress or ended. */
  forget(run: Claimed): void {
    this.#counts.delete(keyOf(run));
  }
}

function keyOf({ organizationId, facts }: Claimed): string {
  return `${organizationId}/${facts.runId}`;
}

/** Returns the final record of a run that cannot continue: failed with the reason, open steps canceled. */
export function givenUp(run: Claimed, why: string, nowMs: number): Writing {
  const open = run.journal.filter(({ status }) => status === 'running' || status === 'waiting');
  const changed = open.map((entry) => ({ ...entry, status: 'canceled' as const, endedAtMs: nowMs }));
  const reason = `The run was interrupted ${interruptionsMax} times in a row: ${why.slice(0, 500)}`;
  return { run, changed, outcome: { status: 'failed', output: null, reason }, release: null };
}
