/**
 * `npm run fuzz:workflows -- --runs 200 --kills 40 [--seed 1]`: workflows of random definitions on an installation of its own,
 * whose processes are killed at random, against a receiver that counts by idempotency keys; its findings and its verdict.
 */
import { parseArgs } from 'node:util';
import { startProgram } from '../world/program.ts';
import { addressOf } from './query.ts';
import { killWorkflows } from './workflow-kills.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } },
});
const runs = Number(values.runs ?? 100);
const kills = Number(values.kills ?? Math.ceil(runs / 5));
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (![runs, kills, seed].every((value) => Number.isInteger(value) && value >= 0)) {
  console.error('--runs, --kills and --seed take whole numbers');
  process.exit(2);
}
console.log(`seed ${seed}: the definitions are the same with the same seed, the timing cannot be`);
await using program = await startProgram({ env: { PARLEY_ROLES: 'api' } });
const connectionString = await addressOf(program.dataDir);
const { request } = program;
const startedAtMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1)} s  ${line}`);
const report = await killWorkflows({ connectionString, request, runs, kills, seed, say });
console.log(JSON.stringify(report, null, 2));
for (const words of report.violations) console.error(`FAILED ${words}`);
const isHeld = report.violations.length === 0;
console.log(isHeld ? `held through ${kills} kills (seed ${seed})` : `broke (seed ${seed})`);
process.exitCode = isHeld ? 0 : 1;
