import type { LevelResult } from './level.ts';
import type { OverloadResult } from './overload.ts';
import type { ShortCallsResult } from './short-calls.ts';

const ms = (value: number | null) => (value === null ? '-' : `${value.toFixed(1)} ms`);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

const rows: [string, (level: LevelResult) => string][] = [
  ['load average (1 min)', ({ load }) => load.toFixed(1)],
  ['calls answered', ({ answered }) => String(answered)],
  ['calls lost while talking', ({ lost }) => String(lost)],
  ['set up per second', ({ callsPerSecond }) => callsPerSecond.toFixed(1)],
  ['CPU of one set-up', ({ setUpCpuMs }) => ms(setUpCpuMs)],
  ['share of a core', ({ cpuShare }) => percent(cpuShare)],
  ['  its main thread', ({ mainShare }) => percent(mainShare)],
  ['  its busiest other thread', ({ mediaShare, mediaName }) => `${percent(mediaShare)} ${mediaName}`],
  ['CPU-seconds per call-minute', ({ cpuSecondsPerCallMinute }) => cpuSecondsPerCallMinute.toFixed(3)],
  ['resident memory per call', ({ residentKbPerCall }) => `${residentKbPerCall.toFixed(0)} KB`],
  ['RTP gap p50', ({ gapP50 }) => ms(gapP50)],
  ['RTP gap p99', ({ gapP99 }) => ms(gapP99)],
  ['RTP gap max', ({ gapMax }) => ms(gapMax)],
  ['  bank late, max', ({ bankLatenessMax }) => ms(bankLatenessMax)],
  ['end of speech to sound p50 (wire)', ({ answerP50 }) => ms(answerP50)],
  ['end of speech to sound p95 (wire)', ({ answerP95 }) => ms(answerP95)],
  ['answers in the ledger', ({ turns }) => String(turns)],
  ['end of speech to first RTP p50 (ledger)', ({ waitedP50 }) => ms(waitedP50)],
  ['end of speech to first RTP p95 (ledger)', ({ waitedP95 }) => ms(waitedP95)],
  ['added latency p50 (ledger)', ({ addedP50 }) => ms(addedP50)],
  ['added latency p95 (ledger)', ({ addedP95 }) => ms(addedP95)],
];

/** A table with a column for every level. */
export function levelTable(levels: readonly LevelResult[]): string {
  const cells = [
    ['calls that talk', ...levels.map(({ calls }) => String(calls))],
    ...rows.map(([name, read]) => [name, ...levels.map(read)]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) => row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))))
    .map((row) => row.join('  '))
    .join('\n');
}

export function shortCallsWords(result: ShortCallsResult): string {
  const { calls, refused, callsPerSecond, cpuMsPerCall, residentKbPerCall, residentMb } = result;
  return [
    `${calls} short calls one after the other: ${callsPerSecond.toFixed(1)} a second, ${refused} refused`,
    `  CPU of a whole call ${ms(cpuMsPerCall)}, resident memory ${residentMb.first.toFixed(0)} to ${residentMb.last.toFixed(0)} MB`,
    `  growth ${residentKbPerCall.toFixed(2)} KB a call (linear regression without the first fifth)`,
  ].join('\n');
}

export function overloadWords({ capacity, answers, gapBefore, gapDuring, lost }: OverloadResult): string {
  const got = Object.entries(answers).map(([code, count]) => `${count} × ${code}`);
  return [
    `Room for ${capacity} calls, and ${capacity} more were offered: ${got.join(', ')}; ${lost} running calls lost`,
    `  RTP gap of the running calls p99 ${ms(gapBefore.p99)} before, ${ms(gapDuring.p99)} meanwhile`,
    `  max ${ms(gapBefore.max)} before, ${ms(gapDuring.max)} meanwhile`,
  ].join('\n');
}
