/** How a measure is read, and what its number is. */
interface Measure {
  /** `share`: per cent of the sample, `count`: calls, `money`: per hour, `ms`, `seconds` and `minutes`: a duration. */
  unit: 'share' | 'count' | 'money' | 'ms' | 'seconds' | 'minutes';
  /** The subject of a sentence, in the singular. */
  label: string;
}

/** What rules watch. */
export const measures = {
  'answer-rate': { unit: 'share', label: 'Answer rate' },
  'failure-rate': { unit: 'share', label: 'Failure rate' },
  calls: { unit: 'count', label: 'Number of ended calls' },
  'latency-p95': { unit: 'ms', label: 'Response time (95th percentile)' },
  'provider-errors': { unit: 'share', label: 'Share of calls with provider errors' },
  'negative-sentiment': { unit: 'share', label: 'Share of calls with negative sentiment' },
  phrase: { unit: 'count', label: 'Number of calls with the phrase' },
  'stage-rate': { unit: 'share', label: 'Share of calls that reach the stage' },
  'cost-per-hour': { unit: 'money', label: 'Cost per hour' },
  'queue-wait': { unit: 'minutes', label: 'Longest wait of a due call' },
  'team-wait': { unit: 'seconds', label: 'Longest wait for a team' },
  'team-service-level': { unit: 'share', label: 'Team service level' },
  'team-abandoned': { unit: 'share', label: 'Share of callers who hung up while they waited for a team' },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;

/** Measures of the callers who wait for a team. */
export type TeamMeasure = 'team-wait' | 'team-service-level' | 'team-abandoned';

/** Measures of the moment. Their past is not stored. */
export type MeasureOfNow = 'queue-wait' | 'team-wait';

export function isOfTeams(measure: MeasureName): measure is TeamMeasure {
  return measure === 'team-wait' || measure === 'team-service-level' || measure === 'team-abandoned';
}

export function isOfNow(measure: MeasureName): measure is MeasureOfNow {
  return measure === 'queue-wait' || measure === 'team-wait';
}

export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]];

/** Parts of a reading that can be added up: `part` of `sample` calls, or durations by their length. */
export interface Amounts {
  part: number;
  sample: number;
  /** The number of durations by milliseconds, for percentiles. */
  durations: ReadonlyMap<number, number>;
}

export const noAmounts: Amounts = { part: 0, sample: 0, durations: new Map() };

/** What was measured over a window. `value` is null when there is nothing to measure. */
export interface Reading {
  value: number | null;
  /** The calls behind the value. */
  sample: number;
}

/** Adds up the amounts of parts of a window. */
export function addedUp(parts: readonly Amounts[]): Amounts {
  const durations = new Map<number, number>();
  let part = 0;
  let sample = 0;
  for (const one of parts) {
    part += one.part;
    sample += one.sample;
    for (const [ms, count] of one.durations) durations.set(ms, (durations.get(ms) ?? 0) + count);
  }
  return { part, sample, durations };
}

/** Returns the value of a measure over a window. */
export function readingOf(measure: MeasureName, amounts: Amounts, windowMinutes: number): Reading {
  const { part, sample, durations } = amounts;
  const { unit } = measures[measure];
  if (unit === 'share') return { value: sample === 0 ? null : (100 * part) / sample, sample };
  if (unit === 'ms') return { value: percentile(durations, 0.95), sample };
  if (unit === 'money') return { value: (part * 60) / windowMinutes, sample };
  return { value: part, sample };
}

/** Returns the smallest duration that this share of durations does not exceed, or null without durations. */
function percentile(durations: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...durations].toSorted(([one], [other]) => one - other);
  const count = sorted.reduce((sum, [, many]) => sum + many, 0);
  let below = 0;
  for (const [ms, many] of sorted) {
    below += many;
    if (below >= share * count) return ms;
  }
  return null;
}

/** Returns the median of readings of earlier weeks that have enough calls, or null when fewer than two have. */
export function usualValue(readings: readonly Reading[], minimumCalls: number): number | null {
  const values = readings
    .filter(({ value, sample }) => value !== null && sample >= minimumCalls)
    .map(({ value }) => value!)
    .toSorted((one, other) => one - other);
  if (values.length < 2) return null;
  const middle = Math.floor(values.length / 2);
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
}
