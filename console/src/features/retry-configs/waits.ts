/** How attempts end that may be repeated. */
export type RetryOutcome = 'no-answer' | 'busy' | 'failed' | 'voicemail';

/** What of a configuration says when attempts come. */
export interface RetryRules {
  /** The first included. */
  maxAttempts: number;
  /** After the first attempt, the second and so on; the last one repeats. */
  delaysSeconds: readonly number[];
  /** In the place of those after attempts that ended so. */
  outcomeDelaysSeconds: { readonly [Outcome in RetryOutcome]?: readonly number[] };
  retryOn: readonly RetryOutcome[];
}

/** How attempts end that may be repeated, with what it means. */
export const outcomes: readonly { value: RetryOutcome; word: string; about: string }[] = [
  { value: 'no-answer', word: 'No answer', about: 'The call rang and was not answered.' },
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

/** 90 s, 5 min, 1 h, 3 d: in the largest unit that fits without a rest. */
export function formatWait(seconds: number): string {
  const [unit, length] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['s', 1];
  return `${seconds / length} ${unit}`;
}

/** 5 min, 1 h, 1 d: as people write waits in a field. */
export function formatWaits(delaysSeconds: readonly number[]): string {
  return delaysSeconds.map(formatWait).join(', ');
}

const wait = /^(\d{1,7})\s*(s|sec|m|min|h|d)$/;
const lengths: Readonly<Record<string, number>> = { s: 1, sec: 1, m: 60, min: 60, h: 3_600, d: 86_400 };

/** The seconds of waits as people write them, between commas; null: one of them cannot be read. */
export function parseWaits(text: string): number[] | null {
  const parts = text.split(',').map((part) => wait.exec(part.trim().toLowerCase()));
  const seconds = parts.map((part) => (part ? Number(part[1]) * lengths[part[2]!]! : Number.NaN));
  return seconds.some(Number.isNaN) ? null : seconds;
}

/** The waits that follow attempts which ended so; none: the customer is not called again. */
export function waitsAfter(rules: RetryRules, outcome: RetryOutcome): number[] {
  if (!rules.retryOn.includes(outcome)) return [];
  const delays = rules.outcomeDelaysSeconds[outcome] ?? rules.delaysSeconds;
  return Array.from({ length: Math.max(0, rules.maxAttempts - 1) }, (_, index) => {
    return delays[index] ?? delays.at(-1) ?? 0;
  });
}

/** When attempts come at the earliest if each of them ends so, in seconds after the first. */
export function attemptsAt(rules: RetryRules, outcome: RetryOutcome): number[] {
  let atSeconds = 0;
  return [0, ...waitsAfter(rules, outcome).map((seconds) => (atSeconds += seconds))];
}

/** The waits in words, those that are all alike at the end told once: "5 min, 1 h, then 1 d each time". */
export function wordsOfWaits(waits: readonly number[]): string {
  if (waits.length === 0) return 'no retry';
  const last = waits.at(-1)!;
  const alike = waits.length - 1 - waits.findLastIndex((seconds) => seconds !== last);
  if (alike < 3) return `retry after ${formatWaits(waits)}`;
  const before = waits.slice(0, waits.length - alike);
  if (before.length === 0) return `retry after ${formatWait(last)}, ${alike} times`;
  return `retry after ${formatWaits(before)}, then every ${formatWait(last)}`;
}
