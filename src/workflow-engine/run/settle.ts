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
  if (sizeOf(output) > valueCharactersMax) {
    const error = `its output has more than ${valueCharactersMax} characters as JSON`;
    return { ...entry, status: 'failed', error, output: null, endedAtMs: nowMs };
  }
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

function cut(error: string): string {
  return error.slice(0, errorCharactersMax).toWellFormed();
}
