import { parseArgs } from 'node:util';
import { failures, runKills } from './kill-run.ts';
import { killTalking } from './worker-run.ts';

/**
 * `node bin/parley.js --script test/kill/main.ts --kills 100 [--seed 1]`: the long run, its findings and its verdict.
 * With `--talking 50` instead: so many calls talk while the process that carries them is killed, once.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string' }, seed: { type: 'string' }, talking: { type: 'string' } },
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
const kills = Number(values.kills ?? 100);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error('--kills takes a whole number from 1 on, --seed a whole number');
  process.exit(2);
}
console.log(`seed ${seed}`);
const report = await runKills({ kills, seed, say: (line) => console.log(line) });
console.log(JSON.stringify(report, null, 2));
const found = failures(report);
for (const line of found) console.error(`FAILED ${line}`);
console.log(found.length === 0 ? `held through ${kills} kills (seed ${seed})` : `broke (seed ${seed})`);
process.exit(found.length === 0 ? 0 : 1);
