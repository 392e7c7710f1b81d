import type { LevelResult } from './level.ts';
import type { LiveMemory } from './memory.ts';
import type { GapSummary, OverloadResult } from './overload.ts';
import type { ShortCallsResult } from './short-calls.ts';

const ms = (value: number | null) => (value === null ? '-' : `${value.toFixed(1)} ms`);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

const rows: [string, (level: LevelResult) => string][] = [
  ['valid', ({ doubts }) => (doubts.length === 0 ? 'yes' : 'no')],
  ['calls answered', ({ answered }) => String(answered)],
  ['calls lost while talking', ({ lost }) => String(lost)],
  ['set up per second', ({ callsPerSecond }) => callsPerSecond.toFixed(1)],
  ['CPU of one set-up', ({ setUpCpuMs }) => ms(setUpCpuMs)],
  ['share of a core, process of calls', ({ cpuShare }) => percent(cpuShare)],
  ['  its main thread', ({ mainShare }) => percent(mainShare)],
  ['  its busiest other thread', ({ mediaShare, mediaName }) => `${percent(mediaShare)} ${mediaName}`],
  ['cores of the program with its database', ({ programCores }) => programCores.toFixed(2)],
  ['cores of the phone bank', ({ bankCores }) => bankCores.toFixed(2)],
  ['cores of other work', ({ otherCores }) => otherCores.toFixed(2)],
  ['CPU-seconds per call-minute', ({ cpuSecondsPerCallMinute }) => cpuSecondsPerCallMinute.toFixed(3)],
  ['resident memory per call', ({ residentKbPerCall }) => `${residentKbPerCall.toFixed(0)} KB`],
  ['objects and buffers per call', ({ liveKbPerCall }) => `${liveKbPerCall.toFixed(0)} KB`],
  ['RTP gap p50, as received', ({ gapP50 }) => ms(gapP50)],
  ['RTP gap p99, as received', ({ gapP99 }) => ms(gapP99)],
  ['RTP gap max, as received', ({ gapMax }) => ms(gapMax)],
  ['  control p99, as received', ({ controlP99 }) => ms(controlP99)],
  ['  control max, as received', ({ controlMax }) => ms(controlMax)],
  ['RTP gap p50, as sent', ({ wireP50 }) => ms(wireP50)],
  ['RTP gap p99, as sent', ({ wireP99 }) => ms(wireP99)],
  ['RTP gap max, as sent', ({ wireMax }) => ms(wireMax)],
  ['  control p99, as sent', ({ wireControlP99 }) => ms(wireControlP99)],
  ['  control max, as sent', ({ wireControlMax }) => ms(wireControlMax)],
  ['  bank late, max', ({ bankLatenessMax }) => ms(bankLatenessMax)],
  ['end of speech to sound p50 (wire)', ({ answerP50 }) => ms(answerP50)],
  ['end of speech to sound p95 (wire)', ({ answerP95 }) => ms(answerP95)],
  ['answers in the ledger', ({ turns }) => String(turns)],
  ['end of speech to first RTP p50 (ledger)', ({ waitedP50 }) => ms(waitedP50)],
  ['end of speech to first RTP p95 (ledger)', ({ waitedP95 }) => ms(waitedP95)],
  ['added latency p50 (ledger)', ({ addedP50 }) => ms(addedP50)],
  ['added latency p95 (ledger)', ({ addedP95 }) => ms(addedP95)],
];

/** Returns a table with a column for every level. */
export function levelTable(levels: readonly LevelResult[]): string {
  const cells = [
    ['calls in conversation', ...levels.map(({ calls }) => String(calls))],
    ...rows.map(([name, read]) => [name, ...levels.map(read)]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells
    .map((row) => row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))))
    .map((row) => row.join('  '));
  const doubts = levels
    .filter((level) => level.doubts.length > 0)
    .map((level) => `not valid at ${level.calls}: ${level.doubts.join('; ')}`);
  return [...lines, ...doubts].join('\n');
}

export function shortCallsWords(result: ShortCallsResult): string {
  const { calls, refused, callsPerSecond, cpuMsPerCall, memory } = result;
  const growth = (of: keyof LiveMemory) => {
    const [before, after] = [memory.before[of], memory.after[of]];
    const each = ((after - before) / calls).toFixed(2);
    return `${each} KB a call (${(before / 1024).toFixed(1)} to ${(after / 1024).toFixed(1)} MB)`;
  };
  return [
    `${calls} short calls: ${callsPerSecond.toFixed(1)} a second, ${refused} refused, CPU of a whole call ${ms(cpuMsPerCall)}`,
    '  what stays of them, with the garbage collected and the timers of SIP run out:',
    `  objects ${growth('heapKb')}`,
    `  buffers ${growth('externalKb')}`,
    `  resident ${growth('residentKb')}`,
  ].join('\n');
}

export function overloadWords({ capacity, answers, gapBefore, gapDuring, lost }: OverloadResult): string {
  const gap = ({ p99, max, controlP99 }: GapSummary) =>
    `p99 ${ms(p99)} (control ${ms(controlP99)}), max ${ms(max)}`;
  const got = Object.entries(answers).map(([code, count]) => `${count} × ${code}`);
  return [
    `Room for ${capacity} calls, and ${capacity} more were offered: ${got.join(', ')}; ${lost} running calls lost`,
    `  RTP gap of the running calls before: ${gap(gapBefore)}`,
    `  RTP gap of the running calls meanwhile: ${gap(gapDuring)}`,
  ].join('\n');
}
