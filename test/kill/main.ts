import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { deployTalking } from './deploy-run.ts';
import { runKills } from './kill-run.ts';
import { killTalking } from './worker-run.ts';

/**
 * `npm run fuzz:kill -- --kills 1000 [--seed 1] [--report file.json]` is the long run. It prints its findings and
 * whether it passed. An interrupt ends it after the current kill; a second one ends it at once. With `--talking 50` it
 * instead kills the process once while it carries that many conversations. With `--deploy 100` it instead replaces three
 * processes one after the other while they carry that many, and prints the gaps that the customers heard.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seed: { type: 'string' },
    report: { type: 'string' },
    talking: { type: 'string' },
    deploy: { type: 'string' },
  },
});
if (values.talking !== undefined) {
  const report = await killTalking(Number(values.talking), (line) => console.log(line));
  console.log(JSON.stringify(report, null, 2));
  const isHeld =
    report.outcomes['worker-lost'] === report.calls + 1 &&
    report.leftHanging.length === 0 &&
    report.rangTwice.length === 0;
  process.exit(isHeld && report.withoutWords.length === 0 ? 0 : 1);
}
if (values.deploy !== undefined) {
  const report = await deployTalking(Number(values.deploy), (line) => console.log(line));
  console.log(JSON.stringify(report, null, 2));
  process.exit(Object.keys(report.ended).length + report.silent.length === 0 ? 0 : 1);
}
const kills = Number(values.kills ?? 100);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error('--kills takes a whole number from 1 on, --seed a whole number');
  process.exit(2);
}
console.log(`seed ${seed}: the plan of faults is the same with the same seed, the timing cannot be`);
const startedAtMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1)} s  ${line}`);
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // After the second interrupt, the started processes end with this one.
    if (interrupted.signal.aborted) process.exit(1);
    interrupted.abort();
  });
}
const report = await runKills({ kills, seed, say, signal: interrupted.signal });
const text = JSON.stringify(report, null, 2);
console.log(text);
if (values.report !== undefined) await writeFile(values.report, `${text}\n`);
for (const words of report.violations) console.error(`FAILED ${words}`);
const isHeld = report.violations.length === 0;
const inflicted = Object.values(report.kills).reduce((sum, count) => sum + count, 0);
console.log(isHeld ? `held through ${inflicted} kills (seed ${seed})` : `broke (seed ${seed})`);
process.exit(isHeld ? 0 : 1);
