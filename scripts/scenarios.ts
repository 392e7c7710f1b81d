/**
 * `npm run scenarios [-- file…]`: plays conversations with simulated customers over real SIP and RTP, those of
 * scenarios/ unless files are named. It starts a service of its own on a temporary data directory, or takes a running
 * one: `--base-url http://host:8080 --key-file owner.key --sip host:5060`. What is made there is removed again. Ends with
 * 1 when a scenario did not go as it says.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toError } from '../src/kernel/index.ts';
import { onLauncherGone } from '../src/launcher-channel.ts';
import { Flite } from '../src/providers/flite/index.ts';
import { Api } from './demo/api.ts';
import { Screen } from './demo/screen.ts';
import { startService } from './demo/service.ts';
import { runScenario, type ScenarioOutcome, type Service } from './scenarios/run.ts';
import { showOutcome, table } from './scenarios/show.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'base-url': { type: 'string' },
    'key-file': { type: 'string' },
    sip: { type: 'string' },
  },
});
const screen = new Screen(process.stdout);
const world = new AsyncDisposableStack();

async function files(): Promise<string[]> {
  if (positionals.length > 0) return positionals.map((path) => resolve(path));
  const folder = join(import.meta.dirname, '..', 'scenarios');
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.yaml')).map((name) => join(folder, name));
}

/** The service that was named, or one of our own in `folder`. */
async function findService(folder: string): Promise<Service> {
  const baseUrl = values['base-url'];
  if (baseUrl === undefined) {
    screen.pending('starting a service and its database');
    const started = startService(join(folder, 'data'));
    world.defer(() => started.stop());
    const { apiUrl, sip, ownerKey } = await started.ready;
    return { api: new Api(apiUrl, ownerKey), sip };
  }
  if (values['key-file'] === undefined)
    throw new Error('--base-url needs --key-file, a file with an API key');
  const key = (await readFile(values['key-file'], 'utf8')).trim();
  const [address = '', port = '5060'] = (values.sip ?? `${new URL(baseUrl).hostname}:5060`).split(':');
  return { api: new Api(baseUrl.replace(/\/$/, ''), key), sip: { address, port: Number(port) } };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-scenarios-'));
  world.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const voice = world.use(new Flite({ temporaryFolder: folder }));
  const service = await findService(folder);
  const outcomes: ScenarioOutcome[] = [];
  for (const path of await files()) {
    screen.heading(path.split('/').at(-1)!);
    const tell = ({ atMs, who, what }: { atMs: number; who: string; what: string }) =>
      screen.event(atMs / 1000, who, what, who === 'agent' ? 'cyan' : 'yellow');
    const outcome = await runScenario(path, service, { voice, tell });
    showOutcome(screen, outcome);
    outcomes.push(outcome);
  }
  screen.line(`\n${table(outcomes)}`);
  if (outcomes.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

const stop = Promise.withResolvers<never>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.reject(new Error(`stopped by ${signal}`)));
}
onLauncherGone(() => stop.reject(new Error('stopped')));
try {
  const running = main();
  running.catch(() => undefined);
  await Promise.race([running, stop.promise]);
} catch (error) {
  screen.finish(`\n  ${screen.paint('red', '✗')} ${toError(error).message}\n`);
  process.exitCode = 1;
}
await world.disposeAsync();
process.exit();
