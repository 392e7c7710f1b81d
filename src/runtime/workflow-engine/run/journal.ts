import type { StepType } from '../../../domains/workflow-definition/index.ts';

type EntryStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'canceled';

/** A recorded step of a run: a row of `workflow_steps`. */
export interface JournalEntry {
  /** The step's id, with iterations in loops: `notify#3.0`. */
  key: string;
  stepId: string;
  type: StepType;
  status: EntryStatus;
  /** The order in which steps began, from 0. */
  position: number;
  /** The number of attempts. */
  attempts: number;
  input: unknown;
  output: unknown;
  error: string | null;
  /** The time at which the step continues or times out (Unix time in milliseconds); null for none. */
  wakeAtMs: number | null;
  /** The key of the event that the step waits for; null for none. */
  wakeKey: string | null;
  startedAtMs: number;
  endedAtMs: number | null;
}

/** Maximum JSON characters of a step's input, and of its output. */
export const valueCharactersMax = 262_144;
/** Maximum characters of a run's journal. */
export const journalCharactersMax = 8_388_608;
/** Maximum steps of a run. */
export const entriesMax = 5_000;

/** Maximum attempts of a step, including those interrupted by crashes or internal errors. */
export const attemptsMax = 20;

/** Returns the key of a step in the iterations of its loops, outermost first. */
export function keyOf(stepId: string, iterations: readonly number[]): string {
  return iterations.length === 0 ? stepId : `${stepId}#${iterations.join('.')}`;
}

/** Returns the iterations in a key. */
export function iterationsOf(key: string): number[] {
  const at = key.indexOf('#');
  return at === -1
    ? []
    : key
        .slice(at + 1)
        .split('.')
        .map(Number);
}

/** Returns a value as JSON; undefined becomes null. */
export function jsonOf(value: unknown): string {
  return value === null || value === undefined ? 'null' : JSON.stringify(value);
}

/** Returns the JSON length of a value. */
export function sizeOf(value: unknown): number {
  return jsonOf(value).length;
}
