/**
 * `npm run fuzz:workflows -- --runs 200 --kills 40 [--program-kills 5] [--seed 1]` runs workflows of random definitions
 * on its own installation. Their processes are killed at random, and a receiver counts the requests by idempotency key.
 * Then it sends triggers and kills the whole program that often; no accepted trigger may be lost. It prints its
 * findings and whether it passed.
 */
import { parseArgs } from 'node:util';
import { startProgram } from '../world/program.ts';
import { addressOf } from './query.ts';
import { killAmongTriggers } from './trigger-kills.ts';
import { killWorkflows } from './workflow-kills.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    kills: { type: 'string' },
    'program-kills': { type: 'string' },
    seed: { type: 'string' },
  },
});
const runs = Number(values.runs ?? 100);
const kills = Number(values.kills ?? Math.ceil(runs / 5));
const programKills = Number(values['program-kills'] ?? 3);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (![runs, kills, programKills, seed].every((value) => Number.isInteger(value) && value >= 0)) {
  console.error('--runs, --kills, --program-kills and --seed take whole numbers');
  process.exit(2);
}
console.log(`seed ${seed}: the definitions are the same with the same seed, the timing cannot be`);
const startedAtMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1)} s  ${line}`);
const report = await killWorkers();
const triggers = await killAmongTriggers({ kills: programKills, seed, say });
console.log(JSON.stringify({ ...report, triggers }, null, 2));
const lost = triggers.missing.map((runId) => `${runId}: was answered with 202 and never came to its end`);
const violations = [...report.violations, ...lost];
for (const words of violations) console.error(`FAILED ${words}`);
const isHeld = violations.length === 0;
console.log(isHeld ? `held through ${kills + programKills} kills (seed ${seed})` : `broke (seed ${seed})`);
process.exitCode = isHeld ? 0 : 1;

async function killWorkers() {
  await using program = await startProgram({ env: { PARLEY_ROLES: 'api' } });
  const connectionString = await addressOf(program.dataDir);
  const { request } = program;
  return await killWorkflows({ connectionString, request, runs, kills, seed, say });
}
