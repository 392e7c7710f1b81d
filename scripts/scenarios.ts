/**
 * `npm run scenarios [-- file…]` plays conversations with simulated customers over real SIP and RTP, by default those
 * of scenarios/. It starts a service on a temporary data directory, or uses a running one, and removes what it created.
 * `--help` lists the options.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { errorJson } from '../src/cli/command-error.ts';
import { Flite } from '../src/conversation/providers/flite/index.ts';
import { toError } from '../src/platform/kernel/index.ts';
import { onLauncherGone } from '../src/program/launcher-channel.ts';
import { Api } from './demo/api.ts';
import { Screen } from './demo/screen.ts';
import { startService } from './demo/service.ts';
import { type AgentChanges, readAgent, readAgentFile } from './scenarios/against.ts';
import { firstOf } from './scenarios/first-of.ts';
import { Lanes } from './scenarios/lanes.ts';
import { help, type Options, readOptions } from './scenarios/options.ts';
import type { Service } from './scenarios/place.ts';
import type { Happening } from './scenarios/play.ts';
import { type FileOutcome, isHeavy, playFile, type ScenarioFile } from './scenarios/play-file.ts';
import { readScenario } from './scenarios/read.ts';
import { isAsItShouldBe, outcomeJson, showFile, table } from './scenarios/show.ts';

/** With `--json`, output for people goes to standard error. */
const screen = new Screen(process.argv.includes('--json') ? process.stderr : process.stdout);
const world = new AsyncDisposableStack();

/** Reads all files, and reports every problem before anything is played. */
async function readFiles({ files }: Options): Promise<ScenarioFile[]> {
  const folder = join(import.meta.dirname, '..', 'scenarios');
  const own = async () =>
    (await readdir(folder)).filter((name) => name.endsWith('.yaml')).map((name) => join(folder, name));
  const paths = files.length > 0 ? files : (await own()).map((path) => relative('', path));
  const problems: string[] = [];
  const read = await Promise.all(
    paths.map(async (path) => {
      try {
        return { path, scenario: await readScenario(path) };
      } catch (error) {
        problems.push(toError(error).message);
        return null;
      }
    }),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return read.filter((file) => file !== null);
}

/** Returns the running service of the options, or starts one in `folder`. */
async function findService({ service }: Options, folder: string): Promise<Service> {
  if (service !== null) {
    const key = (await readFile(service.keyFile, 'utf8')).trim();
    return { api: new Api(service.baseUrl, key), sip: service.sip };
  }
  screen.pending('starting a service and its database');
  const started = startService(join(folder, 'data'));
  world.defer(() => started.stop());
  const { apiUrl, sip, ownerKey } = await started.ready;
  return { api: new Api(apiUrl, ownerKey), sip };
}

async function changesOf({ changed }: Options, { api }: Service): Promise<AgentChanges | null> {
  if (changed === null) return null;
  if ('file' in changed) return readAgentFile(changed.file);
  return readAgent(api, changed.agentId, changed.draft);
}

async function main(options: Options): Promise<void> {
  if (options.help) return screen.line(help);
  const files = await readFiles(options);
  if (options.list) return showList(options, files);
  if (options.changed && 'file' in options.changed) await readAgentFile(options.changed.file);
  const folder = await mkdtemp(join(tmpdir(), 'parley-scenarios-'));
  world.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const voice = world.use(new Flite());
  const service = await findService(options, folder);
  const changes = await changesOf(options, service);
  const lanes = new Lanes(availableParallelism(), options.parallel ?? undefined);
  const play = async (file: ScenarioFile): Promise<FileOutcome> => {
    const happenings: Happening[] = [];
    const show = ({ atMs, who, what }: Happening) =>
      screen.event(atMs / 1000, who, what, who === 'agent' ? 'cyan' : 'yellow');
    // With several simultaneous calls, each is printed in one piece when it is over.
    if (files.length === 1) screen.heading(file.path);
    const onHappening = files.length === 1 ? show : (happening: Happening) => happenings.push(happening);
    const outcome = await playFile(file, service, { voice, onHappening, changes });
    if (files.length > 1) screen.heading(file.path);
    for (const happening of happenings) show(happening);
    showFile(screen, outcome, process.stdout.columns ?? 110);
    return outcome;
  };
  const outcomes = await Promise.all(files.map((file) => lanes.run(isHeavy(file), () => play(file))));
  screen.line(`\n${table(outcomes)}`);
  if (options.json) process.stdout.write(`${JSON.stringify(outcomes.map(outcomeJson), null, 2)}\n`);
  if (!outcomes.every(isAsItShouldBe)) process.exitCode = 1;
}

function showList({ json }: Options, files: readonly ScenarioFile[]): void {
  const listed = files.map(({ path, scenario: { name, description, needs, direction } }) => ({
    ...{ path, name, description, needs, direction },
  }));
  if (json) process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
  else
    for (const { path, name, description, needs } of listed) {
      const needed = needs.length === 0 ? '' : screen.paint('yellow', ` (needs ${needs.join(', ')})`);
      screen.line(`${path}  ${screen.paint('bold', name)}${needed}\n    ${description}`);
    }
}

const stop = Promise.withResolvers<never>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.reject(new Error(`stopped by ${signal}`)));
}
onLauncherGone(() => stop.reject(new Error('stopped')));
try {
  const running = main(readOptions(process.argv.slice(2)));
  running.catch(() => undefined);
  await Promise.race([running, stop.promise]);
} catch (thrown) {
  const error = firstOf(thrown);
  screen.finish(
    process.argv.includes('--json')
      ? errorJson(error)
      : `${screen.paint('red', '✗')} ${toError(error).message}`,
  );
  process.exitCode = 2;
}
await world.disposeAsync();
process.exit();
