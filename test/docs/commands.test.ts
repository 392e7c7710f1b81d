import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../interop/sip-agent.ts';
import { hasSipp } from '../interop/sipp.ts';
import { type Program, startProgram } from '../world/program.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { blocksByHand, sentencesByHand } from './by-hand.ts';
import { linkClone, notIgnored } from './clone.ts';
import { allPages, commandsInSentences, outputsOf, root, runnable, shellBlocks } from './fences.ts';
import { rehearse } from './rehearse.ts';
import { differenceOf } from './shown-output.ts';

/** Pages whose commands are run by the test of what they are about. */
const testedElsewhere = ['docs/command-line.md', 'packages/sdk/README.md'];

/** In the order in which they are read: pages go on from what others have made, and the quick start makes the shell. */
const pages = [
  'docs/quick-start.md',
  'docs/carriers.md',
  'docs/dialing.md',
  'docs/first-campaign.md',
  'docs/agents.md',
  'docs/templates.md',
  'docs/hand-over.md',
  'docs/flows.md',
  'docs/knowledge.md',
  'docs/personalization.md',
  'docs/memory.md',
  'docs/providers.md',
  'docs/workflows.md',
  'docs/webhooks.md',
  'docs/alerts.md',
  'docs/teams.md',
  'docs/compliance.md',
  'docs/audit-log.md',
  'docs/security.md',
  'docs/deployment.md',
  'docs/operations.md',
  'docs/scenarios.md',
];

describe('the commands of the pages', { timeout: 240_000 }, () => {
  let program: Program;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let cloned: string[];
  beforeAll(async () => {
    program = await startProgram({ env: { PARLEY_EGRESS_ALLOW: '10.1.0.0/16' } });
    folder = await temporaryFolder();
    cloned = await linkClone(root, folder.path);
    await symlink(program.dataDir, join(folder.path, 'data'));
  });
  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
  });

  /** Starts the telephone of the README that needs no sound card, on another port. */
  async function startTelephone(port: string): Promise<AsyncDisposable> {
    const all = await commandsInSentences('README.md');
    const [name, ...args] = all.find((command) => command.startsWith('sipp '))!.split(' ');
    const child = spawn(name!, [...args.with(args.indexOf('5080'), port), '-nostdin'], {
      cwd: folder.path,
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    const exited = once(child, 'exit');
    return {
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  /** Runs commands in a shell in the folder, as a reader does, and returns what they print. */
  async function run(script: string): Promise<string> {
    const commands = script
      .replaceAll('http://127.0.0.1:8080', program.url)
      .replaceAll('127.0.0.1:9464', `127.0.0.1:${program.metricsPort}`);
    const bash = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: folder.path,
      maxBuffer: 2 ** 24,
      env: {
        ...process.env,
        PARLEY_URL: program.url,
        PARLEY_DATA_DIR: program.dataDir,
        PARLEY_SECRET_KEY: 'a secret for tests, long enough to be taken',
      },
    });
    const { stdout } = await bash.catch(({ stdout, stderr }) => {
      throw new Error(`${stderr}\nafter\n${String(stdout).slice(-3000)}`);
    });
    return stdout;
  }

  it('of the README work as they are written', async () => {
    const commands = await runnable('README.md');
    const port = String(await freePort());
    await using telephone = hasSipp ? await startTelephone(port) : null;
    // Without a telephone, there is no recording to wait for.
    const tour = telephone ? commands : commands.replaceAll(/^.*\/recording.*$/gm, '');
    const stdout = await run(tour.replaceAll('5080', port));
    expect(await compareShown('README.md', stdout)).toBe(3);
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(answers.length).toBeGreaterThanOrEqual(7);
    for (const answer of answers) expect(answer).not.toMatch(/"error":(?!null)/);
    expect(stdout).toContain('"first_name":"Ada"');
    expect(stdout).toContain('"state":"available"');
    expect(stdout).toMatch(/org_\w+: right, \d+ entries/);
    // A header alone has 44 bytes.
    if (telephone) expect((await stat(join(folder.path, 'call.wav'))).size).toBeGreaterThan(50_000);
  });

  it('of the docs work as they are written, one page after the other', async () => {
    const scripts = await Promise.all(
      pages.map(async (page) => `echo '== ${page}'\n${await runnable(page)}`),
    );
    const stdout = await run(scripts.join('\n'));
    const printed = new Map(
      stdout
        .split(/^== /m)
        .slice(1)
        .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
    );
    expect([...printed.keys()]).toEqual(pages);
    let compared = 0;
    for (const [page, text] of printed) compared += await compareShown(page, text);
    expect(compared).toBe(6);
    for (const [page, text] of printed) {
      expect(outputsOf(text).join('').trim(), page).not.toBe('');
      expect(text, page).not.toMatch(/^\{"error":/m);
    }
    expect(printed.get('docs/first-campaign.md')).toMatch(/^.*phoneNumber: .*nobody,Nobody$/m);
    expect(printed.get('docs/agents.md')).toContain('Hello there, this is Ada of Northwind.');
    expect(printed.get('docs/audit-log.md')).toMatch(/org_\w+: right, \d+ entries/);
    expect(printed.get('docs/deployment.md')).toMatch(/^https?:\S+\/join#\S+$/m);
    expect(printed.get('docs/operations.md')).toMatch(/^parley_calls_by_status\{/m);
    expect(printed.get('docs/scenarios.md')).toContain('scenarios/greeting.yaml');
    expect((await readdir(join(folder.path, 'restored'))).sort()).toContain('postgres');
    await expectIgnored(folder.path, cloned, ['parley.backup', 'restored', 'second.key', 'customers.csv']);
  });
});

it('the blocks that cannot be run name what is there, and are as many as have a reason', async () => {
  const blocks = await Promise.all(
    (await allPages()).map(async (page) => {
      const byHand = (await shellBlocks(page)).filter(({ isByHand }) => isByHand);
      return [page, byHand.map(({ commands }) => commands)] as const;
    }),
  );
  const counts = blocks.filter(([, some]) => some.length > 0).map(([page, some]) => [page, some.length]);
  const reasons = Object.entries(blocksByHand).map(([page, some]) => [page, some.length]);
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(reasons));
  await using stage = await temporaryFolder();
  const clone = join(stage.path, 'clone');
  await mkdir(join(clone, 'data'), { recursive: true });
  const cloned = await linkClone(root, clone);
  // What the reader has by then.
  for (const name of ['mine.yaml', 'changes.yaml', 'owner.key']) await writeFile(join(clone, name), '');
  const stdout = await rehearse(
    stage.path,
    blocks.flatMap(([, some]) => some),
  );
  for (const line of ['systemctl enable --now parley', 'npm start', 'npm run bench'])
    expect(stdout.split('\n')).toContain(line);
  await expectIgnored(clone, cloned, ['call.yaml', 'mine.yaml', 'owner.key']);
});

it.each([
  ['a command that nobody stands in for', 'apt-get install nothing'],
  ['one that its caller is forgiven for', 'nothing-of-the-kind && true; true'],
  ['one in a pipe', 'echo a | sudo tee nothing'],
  ['one by its path', 'sudo /nowhere/tool'],
  ['one by its path, behind another', 'true && ./tool'],
  ['a copy to elsewhere', 'cp owner.key /nowhere/'],
  ['a copy by way of a link', 'cp owner.key examples/nowhere'],
  ['a copy to elsewhere by an option', 'cp -t /nowhere owner.key'],
  ['a folder elsewhere', 'sudo mkdir -p /nowhere/folder'],
  ['going elsewhere', 'cd / && echo a'],
  ['writing elsewhere', 'echo a > /nowhere/file'],
  ['writing above', 'echo a >> ../file'],
  ['another search path', 'PATH=/usr/bin:/bin'],
  ['ending others', 'kill 0'],
])('a rehearsal refuses %s', async (_, commands) => {
  await using stage = await temporaryFolder();
  const clone = join(stage.path, 'clone');
  await mkdir(clone);
  await linkClone(root, clone);
  await writeFile(join(clone, 'owner.key'), '');
  await expect(rehearse(stage.path, ['echo it begins', commands, 'echo it goes on'])).rejects.toThrow(
    /no stand-in|cannot be rehearsed|readonly/,
  );
});

it('a clone has nothing of what was made in it', async () => {
  await using from = await temporaryFolder();
  await using to = await temporaryFolder();
  await cp(join(root, '.gitignore'), join(from.path, '.gitignore'));
  const made = ['parley.backup', 'second.key', 'restored', 'data', 'test-results', '.env', 'mine.yaml'];
  for (const name of ['src', 'package.json', 'node_modules', ...made]) await mkdir(join(from.path, name));
  await linkClone(from.path, to.path);
  expect((await readdir(to.path)).sort()).toEqual(['.gitignore', 'node_modules', 'package.json', 'src']);
});

it('every command in a sentence is in a block too, or is known to run elsewhere or never', async () => {
  const all = await allPages();
  const plain = (text: string) => text.replaceAll(/ (-s|--silent)\b/g, '').replaceAll(/ +#.*$/gm, '');
  const blocks = (await Promise.all(all.map(shellBlocks))).flat();
  const inBlocks = plain(blocks.map(({ commands }) => commands).join('\n'));
  // A decision describes what was done when it was taken.
  const mentioned = await Promise.all(
    all.filter((page) => !page.includes('/decisions/')).map(commandsInSentences),
  );
  // `npm run providers` is another command than `npm run providers:live`.
  const isInBlocks = (command: string) =>
    inBlocks
      .split(command)
      .slice(1)
      .some((rest) => !/^[\w:]/.test(rest));
  const others = [...new Set(mentioned.flat().map(plain))].filter((command) => !isInBlocks(command));
  expect(others.sort()).toEqual(Object.keys(sentencesByHand).sort());
});

it('every page with blocks that are run is run', async () => {
  for (const page of await allPages()) {
    if ((await shellBlocks(page)).some(({ isByHand }) => !isByHand))
      expect(['README.md', ...pages, ...testedElsewhere], 'pages that are run').toContain(page);
  }
});

it('every script that a page names is there', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const files = [...(await allPages()), 'packages/cli/src/help.ts'];
  for (const page of files) {
    const text = await readFile(join(root, page), 'utf8');
    for (const [, name] of text.matchAll(/npm run (?:-\S+ )*([a-z][\w-]*(?::[\w-]+)*)(?![\w:-]*\w| -w)/g)) {
      expect(Object.keys(scripts), `${page}: npm run ${name}`).toContain(name);
    }
  }
});

/** Compares what the blocks of a page printed with what the page shows. Returns how many it shows. */
async function compareShown(page: string, stdout: string): Promise<number> {
  const blocks = (await shellBlocks(page)).filter(({ isByHand }) => !isByHand);
  const outputs = outputsOf(stdout);
  expect(outputs.length, page).toBe(blocks.length);
  const shown = blocks.flatMap(({ prints }, at) =>
    prints === null ? [] : [[prints, outputs[at]!] as const],
  );
  for (const [prints, printed] of shown) expect(differenceOf(prints, printed), page).toBeNull();
  return shown.length;
}

/** What commands have made in the folder of a clone, some of it by name, gets neither into the repository nor into an image. */
async function expectIgnored(
  folder: string,
  cloned: readonly string[],
  some: readonly string[],
): Promise<void> {
  const made = (await readdir(folder)).filter((name) => !cloned.includes(name));
  expect(made).toEqual(expect.arrayContaining([...some]));
  for (const file of ['.gitignore', '.dockerignore'] as const)
    expect(await notIgnored(root, file, made), file).toEqual([]);
}
