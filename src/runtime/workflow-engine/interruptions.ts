import type { Claimed } from './claims.ts';
import type { Writing } from './journal-writer.ts';

/** A run that was interrupted so often in a row has failed. */
export const interruptionsMax = 10;
const firstWaitMs = 5_000;
const waitMsMax = 300_000;
/** Runs that are kept count of; beyond, the count of the oldest begins anew. */
const runsMax = 10_000;

/** Counts how often runs were interrupted in a row by what no step of theirs stands for. */
export class Interruptions {
  readonly #counts = new Map<string, number>();

  /** Counts one more; after how many milliseconds the run is tried again, null: not any more. */
  add(run: Claimed): number | null {
    const key = keyOf(run);
    const count = (this.#counts.get(key) ?? 0) + 1;
    const [oldest] = this.#counts.keys();
    if (count === 1 && this.#counts.size >= runsMax && oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(key, count);
    return count < interruptionsMax ? Math.min(firstWaitMs * 2 ** (count - 1), waitMsMax) : null;
  }

  /** The run went on, or is over. */
  forget(run: Claimed): void {
    this.#counts.delete(keyOf(run));
  }
}

function keyOf({ organizationId, facts }: Claimed): string {
  return `${organizationId}/${facts.runId}`;
}

/** What is written down of a run that cannot go on: it has failed with the reason, and what was open is over. */
export function givenUp(run: Claimed, why: string, nowMs: number): Writing {
  const open = run.journal.filter(({ status }) => status === 'running' || status === 'waiting');
  const changed = open.map((entry) => ({ ...entry, status: 'canceled' as const, endedAtMs: nowMs }));
  const reason = `The run was interrupted ${interruptionsMax} times in a row: ${why.slice(0, 500)}`;
  return { run, changed, outcome: { status: 'failed', output: null, reason }, release: null };
}
