/**
 * `npm run simulate [-- campaign.yaml] [--seed N] [--json]` runs a whole campaign on a virtual clock
 * (docs/simulation.md), with the real dialer on a temporary PostgreSQL. It exits with 1 when a rule was broken.
 * `npm run simulate -- dialing` compares ways of dialing for the members of a team.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorJson } from '../src/cli/command-error.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/index.ts';
import { migrate } from '../src/platform/db/index.ts';
import { createLog, toError } from '../src/platform/kernel/index.ts';
import { onLauncherGone } from '../src/program/launcher-channel.ts';
import { CampaignConfiguration, simulateCampaign } from '../src/simulation/index.ts';
import { simulateDialingCommand } from './simulate/dialing.ts';
import { readYaml } from './simulate/read-yaml.ts';
import { describeProgress, describeResult, resultJson } from './simulate/show.ts';

/**
 * The database is discarded, so nothing is flushed. The simulation vacuums where needed: records of calls are updated
 * within their pages, and repeated passes over all indexes would take as long as the simulation.
 */
const settings = {
  synchronous_commit: 'off',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};
const reportEveryMs = 2000;

const help = `parley simulate [FILE] [--seed N] [--json], or npm run simulate -- …

Runs the campaign of FILE (YAML; 10,000 customers without it) on a virtual clock, by the dialer as it is on a
throw-away database, and says what came of it. The same seed gives the same campaign. Ends with 0, with 1 when a rule
was broken, and with 2 when it could not be run. docs/simulation.md describes FILE.

  parley simulate examples/campaign.yaml --seed 7

parley simulate dialing --help describes the simulation of dialing for the members of a team.
`;

/** Returns null when only help was requested. */
async function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const [path] = positionals;
  const configuration =
    path === undefined ? CampaignConfiguration.parse({}) : await readYaml(path, CampaignConfiguration);
  const seed = values.seed === undefined ? configuration.seed : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number');
  return { configuration: { ...configuration, seed }, json: values.json };
}

const world = new AsyncDisposableStack();

async function run(): Promise<void> {
  if (process.argv[2] === 'dialing') return simulateDialingCommand(process.argv.slice(3));
  const options = await readOptions(process.argv.slice(2));
  if (options === null) return void process.stdout.write(help);
  const { configuration, json } = options;
  const log = createLog('warn');
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-simulation-'));
  world.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const beganAtMs = performance.now();
  const secondsSince = (ms: number) => (performance.now() - ms) / 1000;
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false, settings });
  world.defer(() => postgres.stop('immediate'));
  await migrate(postgres.url, log);
  say(`queueing ${configuration.customers.count} calls`);
  let dialingSinceMs = beganAtMs;
  let reportedAtMs = 0;
  const result = await simulateCampaign({
    configuration,
    connectionString: postgres.url,
    log,
    onQueued() {
      say(`queued after ${secondsSince(beganAtMs).toFixed(1)} s; the clock begins to move`);
      dialingSinceMs = performance.now();
    },
    onStep(progress) {
      if (performance.now() - reportedAtMs < reportEveryMs) return;
      reportedAtMs = performance.now();
      say(describeProgress(progress, secondsSince(dialingSinceMs)));
    },
  });
  const seconds = secondsSince(dialingSinceMs);
  process.stdout.write(
    json ? `${resultJson(result, seconds)}\n` : describeResult(configuration, result, seconds),
  );
  if (result.violations.size > 0) process.exitCode = 1;
}

const stopped = Promise.withResolvers<never>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopped.reject(new Error(`stopped by ${signal}`)));
}
onLauncherGone(() => stopped.reject(new Error('stopped')));

try {
  const running = run();
  running.catch(() => undefined);
  await Promise.race([running, stopped.promise]);
} catch (error) {
  const isJson = process.argv.includes('--json');
  process.stderr.write(`${isJson ? errorJson(error) : toError(error).message}\n`);
  process.exitCode = 2;
}
await world.disposeAsync();
process.exit();
