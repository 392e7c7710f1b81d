import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findCommit, unpack } from '../upgrade/release-before.ts';
import { Cluster, clockLibrary } from './cluster.ts';
import { enclose } from './enclose.ts';
import { faultKinds } from './faults.ts';
import { fuzzCluster, type Recovery } from './fuzz-run.ts';

/**
 * `npm run fuzz:cluster -- --faults 20 [--minutes 60] [--seed 1] [--asynchronous] [--from HEAD^] [--kinds 'switchover,…']`
 * plays faults on the cluster, and prints for how long each was felt. It exits with 1 when a rule was broken. The seed repeats the plan of faults, but not
 * its timing. The nodes start with the program of the commit `--from`. Rolling upgrades lead to this program, and back.
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    asynchronous: { type: 'boolean' },
    from: { type: 'string' },
    kinds: { type: 'string' },
  },
});
const faults = Number(values.faults ?? faultKinds.length);
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
const seed = Number(values.seed ?? 1);
if (!Number.isInteger(faults) || faults < 1 || !Number.isInteger(seed) || !(minutes > 0)) {
  console.error('--faults takes a whole number from 1 on, --seed a whole number, --minutes a number above 0');
  process.exit(2);
}
const asked = values.kinds?.split(',') ?? faultKinds;
const unknown = asked.find((kind) => !(faultKinds as readonly string[]).includes(kind));
if (unknown !== undefined) {
  console.error(`--kinds: ${unknown} is none of ${faultKinds.join(', ')}`);
  process.exit(2);
}
await enclose();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
const startedAtMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1)} s  ${line}`);
const from = await findCommit(values.from ?? 'HEAD^');
if (typeof from === 'string') say(`no rolling upgrades: ${from}`);
const other = typeof from === 'string' ? null : await unpack(from.commit);
process.once('exit', () => other && rmSync(other.root, { recursive: true, force: true }));
const otherRoot = other?.root ?? null;
if (clockLibrary === null) say('no wrong clocks: install faketime');
const kinds = faultKinds.filter(
  (kind) =>
    asked.includes(kind) &&
    (kind !== 'failover with lag' || values.asynchronous === true) &&
    (kind !== 'rolling upgrade' || otherRoot !== null) &&
    (kind !== 'wrong clock of a calls node' || clockLibrary !== null),
);
const cluster = await Cluster.start({
  ...{ isSynchronous: values.asynchronous !== true, say },
  ...(otherRoot === null ? {} : { root: otherRoot }),
});
const report = await fuzzCluster({ cluster, otherRoot, faults, minutes, kinds, seed, say });

/** Returns a quantile of times, where a fault that was not recovered from is the worst; NaN without any. */
function quantile(times: readonly (number | null)[], share: number): number {
  const sorted = times.map((ms) => ms ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
const inSeconds = (ms: number) => (ms === Number.POSITIVE_INFINITY ? 'never' : `${(ms / 1000).toFixed(1)} s`);
const inMs = (ms: number) => (Number.isNaN(ms) ? '' : `${Math.round(ms)} ms`);

const row = (kind: string, all: readonly Recovery[]) => {
  const dialing = all.map(({ dialingMs }) => dialingMs);
  const answering = all.map(({ answeringMs }) => answeringMs);
  return {
    kind,
    faults: all.length,
    'dialing, median': inSeconds(quantile(dialing, 0.5)),
    'dialing, p95': inSeconds(quantile(dialing, 0.95)),
    'answering, median': inSeconds(quantile(answering, 0.5)),
    'answering, p95': inSeconds(quantile(answering, 0.95)),
  };
};
const { recoveries } = report;
const byKind = Object.entries(Object.groupBy(recoveries, ({ kind }) => kind));
console.table([...byKind.map(([kind, all]) => row(kind, all)), row('all', recoveries)]);
const gaps = report.deploys.flatMap(({ gapsMs }) => gapsMs);
const sum = (of: 'talking' | 'moves' | 'over' | 'lost') =>
  report.deploys.reduce((total, deploy) => total + deploy[of], 0);
console.table([
  {
    deploys: report.deploys.length,
    ...{ talking: sum('talking'), moves: sum('moves'), over: sum('over'), lost: sum('lost') },
    'gap, median': inMs(quantile(gaps, 0.5)),
    'gap, p95': inMs(quantile(gaps, 0.95)),
    'gap, most': inMs(quantile(gaps, 1)),
  },
]);
console.table(report.answers);
const {
  violations,
  acknowledged,
  invites,
  conversations,
  work,
  outcomes,
  losses,
  fenced,
  timelines,
  lateMs,
} = report;
const counts = { acknowledged, invites, conversations, work, outcomes, losses, fenced, timelines, lateMs };
console.log(JSON.stringify(counts, null, 2));
for (const words of violations) console.error(`FAILED ${words}`);
const isHeld = violations.length === 0;
console.log(`${isHeld ? 'held through' : 'broke in'} ${recoveries.length} faults (seed ${seed})`);
process.exit(isHeld ? 0 : 1);
