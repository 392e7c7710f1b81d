import { parseArgs } from 'node:util';
import { failures, runKills } from './kill-run.ts';

/** `node bin/parley.js --script test/kill/main.ts --kills 100 [--seed 1]`: the long run, its findings and its verdict. */
const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
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
