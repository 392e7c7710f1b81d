import type {
  CampaignConfiguration,
  SimulationProgress,
  SimulationResult,
} from '../../src/simulation/index.ts';

const barMax = 50;

/** Returns one line about the progress of a simulation after this many seconds. */
export function describeProgress({ atMs, dials, live }: SimulationProgress, seconds: number): string {
  const rate = Math.round(dials / Math.max(seconds, 0.001));
  return `${at(atMs)}: ${dials} calls dialed, ${live} live (${rate} calls simulated a second)`;
}

/** Describes the result of a campaign for people. */
export function describeResult(
  { customers, seed }: CampaignConfiguration,
  result: SimulationResult,
  seconds: number,
): string {
  const { startedAtMs, finishedAtMs, dials, outcomes, records, utilization, attempts, violations, digest } =
    result;
  const rate = Math.round(dials / Math.max(seconds, 0.001));
  const percent = utilization === null ? 'nothing was ever due' : `${(100 * utilization).toFixed(1)} %`;
  return [
    '',
    `${customers.count} customers, ${dials} calls, simulated in ${seconds.toFixed(1)} s (${rate} calls a second)`,
    `began ${at(startedAtMs)}`,
    finishedAtMs === null ? 'has not finished in the time given' : `finishes ${at(finishedAtMs)}`,
    '',
    'How the calls that were dialed ended',
    ...table(outcomes),
    '',
    'How all records ended, also those that were never dialed',
    ...table(records),
    '',
    'Calls dialed by hour (UTC), and how many of them were answered',
    ...chart(result),
    '',
    `Utilization of the caps while calls were due: ${percent}`,
    '',
    'Attempts of a customer',
    ...table(attempts.map((count, attempt) => [String(attempt), count] as [string, number])),
    '',
    ...rulesText(violations),
    `digest ${digest} (seed ${seed})`,
    '',
  ].join('\n');
}

/** Returns the result for machines. */
export function resultJson(result: SimulationResult, seconds: number): string {
  const { startedAtMs, finishedAtMs, outcomes, records, hours, violations, ...rest } = result;
  return JSON.stringify({
    startedAt: new Date(startedAtMs).toISOString(),
    finishedAt: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
    outcomes: Object.fromEntries(outcomes),
    records: Object.fromEntries(records),
    hours: hours.map(({ atMs, dialed, answered }) => ({
      at: new Date(atMs).toISOString(),
      dialed,
      answered,
    })),
    violations: Object.fromEntries(violations),
    ...rest,
    seconds,
  });
}

function rulesText(violations: SimulationResult['violations']): string[] {
  if (violations.size === 0) return ['No rule was broken.'];
  const broken = [...violations].map(
    ([rule, { count, first }]) => `  ${rule}: ${count} times, first ${first}`,
  );
  return ['RULES WERE BROKEN', ...broken];
}

function table(rows: readonly [string, number][]): string[] {
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  const width = Math.max(...rows.map(([name]) => name.length), 0);
  return rows.map(
    ([name, count]) =>
      `  ${name.padEnd(width)}  ${String(count).padStart(8)}  ${((100 * count) / Math.max(total, 1)).toFixed(1).padStart(5)} %`,
  );
}

/** Returns one line for each hour. Consecutive hours without events are one gap. */
function chart({ hours }: SimulationResult): string[] {
  const most = Math.max(...hours.map(({ dialed }) => dialed), 1);
  return hours.flatMap(({ atMs, dialed, answered }, place) => {
    const isGap = place > 0 && atMs - hours[place - 1]!.atMs > 3_600_000;
    const bar = (count: number) => Math.round((barMax * count) / most);
    const line = '█'.repeat(bar(answered)) + '░'.repeat(Math.max(bar(dialed) - bar(answered), 0));
    const counts = `${String(dialed).padStart(7)} ${String(answered).padStart(7)}`;
    return [...(isGap ? ['  …'] : []), `  ${at(atMs).slice(0, 13)}h ${counts}  ${line}`];
  });
}

function at(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
