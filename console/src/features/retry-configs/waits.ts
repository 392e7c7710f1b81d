/** Outcomes that can be retried. */
export type RetryOutcome = 'no-answer' | 'busy' | 'failed' | 'voicemail';

/** The part of a configuration that decides when attempts come. */
export interface RetryRules {
  /** Includes the first attempt. */
  maxAttempts: number;
  /** Waits after the first attempt, the second and so on. The last one repeats. */
  delaysSeconds: readonly number[];
  /** Replaces the waits after attempts with this outcome. */
  outcomeDelaysSeconds: { readonly [Outcome in RetryOutcome]?: readonly number[] };
  retryOn: readonly RetryOutcome[];
}

/** Outcomes that can be retried, with their meaning. */
export const outcomes: readonly { value: RetryOutcome; word: string; about: string }[] = [
  { value: 'no-answer', word: 'No answer', about: 'The call was not answered, or no person spoke.' },
  { value: 'busy', word: 'Busy', about: "The customer's line was busy." },
  { value: 'voicemail', word: 'Voicemail', about: 'A machine answered the call.' },
  { value: 'failed', word: 'Failed', about: 'The trunk rejected the call or could not be reached.' },
];

const units: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** Formats as 90 s, 5 min, 1 h or 3 d, in the largest unit without a remainder. */
export function formatWait(seconds: number): string {
  const [unit, length] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['s', 1];
  return `${seconds / length} ${unit}`;
}

/** Formats waits as a field shows them: 5 min, 1 h, 1 d. */
export function formatWaits(delaysSeconds: readonly number[]): string {
  return delaysSeconds.map(formatWait).join(', ');
}

const wait = /^(\d{1,7})\s*(s|sec|m|min|h|d)$/;
const lengths: Readonly<Record<string, number>> = { s: 1, sec: 1, m: 60, min: 60, h: 3_600, d: 86_400 };

/** Parses comma-separated waits to seconds, or returns null when one is invalid. */
export function parseWaits(text: string): number[] | null {
  const parts = text.split(',').map((part) => wait.exec(part.trim().toLowerCase()));
  const seconds = parts.map((part) => (part ? Number(part[1]) * lengths[part[2]!]! : Number.NaN));
  return seconds.some(Number.isNaN) ? null : seconds;
}

/** Returns the waits after attempts with this outcome. Empty: it is not retried. */
export function waitsAfter(rules: RetryRules, outcome: RetryOutcome): number[] {
  if (!rules.retryOn.includes(outcome)) return [];
  const delays = rules.outcomeDelaysSeconds[outcome] ?? rules.delaysSeconds;
  return Array.from({ length: Math.max(0, rules.maxAttempts - 1) }, (_, index) => {
    return delays[index] ?? delays.at(-1) ?? 0;
  });
}

/** Returns the earliest time of each attempt in seconds after the first, when every attempt has this outcome. */
export function attemptsAt(rules: RetryRules, outcome: RetryOutcome): number[] {
  let atSeconds = 0;
  return [0, ...waitsAfter(rules, outcome).map((seconds) => (atSeconds += seconds))];
}

/** Formats waits, with equal ones at the end once: "5 min, 1 h, then 1 d each time". */
export function waitsInWords(waits: readonly number[]): string {
  if (waits.length === 0) return 'no retry';
  const last = waits.at(-1)!;
  const alike = waits.length - 1 - waits.findLastIndex((seconds) => seconds !== last);
  if (alike < 3) return `retry after ${formatWaits(waits)}`;
  const before = waits.slice(0, waits.length - alike);
  if (before.length === 0) return `retry after ${formatWait(last)}, ${alike} times`;
  return `retry after ${formatWaits(before)}, then every ${formatWait(last)}`;
}
