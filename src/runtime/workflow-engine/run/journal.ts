import type { StepType } from '../../../domains/workflow-definition/index.ts';

type EntryStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'canceled';

/** One step of a run as it is written down: a row of `workflow_steps`. */
export interface JournalEntry {
  /** The step's id, in loops with their iterations: `notify#3.0`. */
  key: string;
  stepId: string;
  type: StepType;
  status: EntryStatus;
  /** The order in which the steps of the run began, from 0. */
  position: number;
  /** How often it was tried. */
  attempts: number;
  input: unknown;
  output: unknown;
  error: string | null;
  /** When it goes on by itself, in milliseconds since the epoch; null: not by time. */
  wakeAtMs: number | null;
  /** What it waits for; null: for nothing but the time. */
  wakeKey: string | null;
  startedAtMs: number;
  endedAtMs: number | null;
}

/** Characters that the input and the output of a step may have as JSON. */
export const valueCharactersMax = 262_144;
/** Characters that a run's journal may have altogether. */
export const journalCharactersMax = 8_388_608;
/** Steps that a run may take. */
export const entriesMax = 5_000;

/** How often a step is carried out at most, those attempts counted that were interrupted: by a death, or by an error of ours. */
export const attemptsMax = 20;

/** The key of a step in the iterations of the loops around it, outermost first. */
export function keyOf(stepId: string, iterations: readonly number[]): string {
  return iterations.length === 0 ? stepId : `${stepId}#${iterations.join('.')}`;
}

/** The iterations that a key names. */
export function iterationsOf(key: string): number[] {
  const at = key.indexOf('#');
  return at === -1
    ? []
    : key
        .slice(at + 1)
        .split('.')
        .map(Number);
}

/** A value as JSON; what is nothing is null. */
export function jsonOf(value: unknown): string {
  return value === null || value === undefined ? 'null' : JSON.stringify(value);
}

/** How many characters a value has as JSON. */
export function sizeOf(value: unknown): number {
  return jsonOf(value).length;
}
