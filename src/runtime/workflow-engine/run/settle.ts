import { toError } from '../../../platform/kernel/index.ts';
import { type JournalEntry, sizeOf, valueCharactersMax } from './journal.ts';

/** What carrying something out came to. */
export type EffectResult =
  | { kind: 'completed'; output: unknown }
  | { kind: 'failed'; error: string; output?: unknown }
  /** To be tried again. */
  | { kind: 'retry'; error: string; atMs: number; output?: unknown }
  /** It goes on when something happens, or fails at a time. */
  | { kind: 'waiting'; output: unknown; wakeKey: string; wakeAtMs: number };

const errorCharactersMax = 2_000;

/** The entry of a step with what carrying it out came to. */
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

/** Why an output cannot be written down; whatever it is, the step ends by it. */
function problemOf(output: unknown): string | null {
  try {
    if (sizeOf(output) <= valueCharactersMax) return null;
    return `its output has more than ${valueCharactersMax} characters as JSON`;
  } catch (error) {
    return cut(`its output cannot be written down: ${toError(error).message}`);
  }
}

function cut(error: string): string {
  return error.slice(0, errorCharactersMax).toWellFormed();
}
