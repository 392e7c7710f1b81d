import { ExpressionError } from '../../../platform/expressions/index.ts';
import { toError } from '../../../platform/kernel/index.ts';
import { type JournalEntry, sizeOf, valueCharactersMax } from './journal.ts';

/** The result of an effect. */
export type EffectResult =
  | { kind: 'completed'; output: unknown }
  | { kind: 'failed'; error: string; output?: unknown }
  /** The effect is retried at `atMs`. */
  | { kind: 'retry'; error: string; atMs: number; output?: unknown }
  /** The step continues with an event, or fails at `wakeAtMs`. */
  | { kind: 'waiting'; output: unknown; wakeKey: string; wakeAtMs: number };

const errorCharactersMax = 2_000;

/** Returns the entry of a step with the result of its effect. */
export function settled(entry: JournalEntry, result: EffectResult, nowMs: number): JournalEntry {
  const output = result.output ?? null;
  const problem = problemOf(output);
  if (problem) return { ...entry, status: 'failed', error: problem, output: null, endedAtMs: nowMs };
  switch (result.kind) {
    case 'completed':
      return { ...entry, status: 'completed', output, error: null, endedAtMs: nowMs };
    case 'failed':
      return { ...entry, status: 'failed', output, error: cut(result.error), endedAtMs: nowMs };
    case 'retry':
      return { ...entry, status: 'waiting', output, error: cut(result.error), wakeAtMs: result.atMs };
    case 'waiting':
      return { ...entry, status: 'waiting', output, wakeKey: result.wakeKey, wakeAtMs: result.wakeAtMs };
  }
}

/** Returns why an output cannot be recorded, or null. */
function problemOf(output: unknown): string | null {
  try {
    if (sizeOf(output) <= valueCharactersMax) return null;
    return `its output has more than ${valueCharactersMax} characters as JSON`;
  } catch (error) {
    return cut(`its output cannot be recorded: ${toError(error).message}`);
  }
}

function cut(error: string): string {
  return error.slice(0, errorCharactersMax).toWellFormed();
}

/** Returns why a step failed: an error in its expression, or an internal error that a retry would repeat. */
export function messageOf(error: unknown): string {
  if (error instanceof ExpressionError) return error.message;
  return `it could not be evaluated: ${toError(error).message.slice(0, 500)}`;
}
