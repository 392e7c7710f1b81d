import type { Step } from '../../../domains/workflow-definition/index.ts';
import type { JournalEntry } from './journal.ts';

/** Returns the entry of a step that begins. */
export function newEntry(
  { id, type }: Step,
  key: string,
  position: number,
  startedAtMs: number,
): JournalEntry {
  const nothing = { input: null, output: null, error: null, wakeAtMs: null, wakeKey: null, endedAtMs: null };
  return { key, stepId: id, type, status: 'running', position, attempts: 1, ...nothing, startedAtMs };
}
