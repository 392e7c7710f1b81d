import { execFile } from 'node:child_process';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from '../world/program.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { allPages, root, runnable, shellBlocks } from './fences.ts';

/** Pages whose commands are run by the test of what they are about. */
const testedElsewhere = ['docs/command-line.md', 'packages/sdk/README.md'];

/** In the order in which they are read: pages go on from what others have made, and the quick start makes the shell. */
const pages = [
  'docs/quick-start.md',
  'docs/carriers.md',
  'docs/first-campaign.md',
  'docs/agents.md',
  'docs/personalization.md',
  'docs/providers.md',
  'docs/workflows.md',
  'docs/webhooks.md',
  'docs/compliance.md',
  'docs/audit-log.md',
  'docs/security.md',
];

/** How many blocks each page has that are not run; one more is a decision. */
const byHand: Record<string, number> = {
  'README.md': 3,
  'docs/carriers.md': 1,
  'docs/deployment.md': 2,
  'docs/quick-start.md': 2,
  'docs/scenarios.md': 3,
  'docs/simulation.md': 2,
};

describe('the commands of the pages', { timeout: 120_000 }, () => {
  let program: Program;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    program = await startProgram({ env: { PARLEY_EGRESS_ALLOW: '10.1.0.0/16' } });
    folder = await temporaryFolder();
    // What is in the folder of a clone, with the data of this service.
    for (const name of await readdir(root)) {
      if (!['data', 'test-results'].includes(name)) await symlink(join(root, name), join(folder.path, name));
    }
    await symlink(program.dataDir, join(folder.path, 'data'));
  });
  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
  });

  /** Runs commands as somebody would who has opened a shell in the folder; what they print. */
  async function run(script: string): Promise<string> {
    const parley = `parley() { '${process.execPath}' bin/parley.js "$@"; }`;
    const commands = `${parley}\n${script.replaceAll('http://127.0.0.1:8080', program.url)}`;
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
    // Nobody answers on port 5080, so there is no recording.
    const stdout = await run((await runnable('README.md')).replaceAll(/^api .*\/recording.*$/gm, ''));
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(answers.length).toBeGreaterThanOrEqual(7);
    for (const answer of answers) expect(answer).not.toContain('"error":');
    expect(stdout).toContain('"first_name":"Ada"');
    expect(stdout).toContain('"state":"available"');
    expect(stdout).toMatch(/org_\w+: right, \d+ entries/);
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
    for (const [page, text] of printed) {
      expect(text.trim(), page).not.toBe('');
      expect(text, page).not.toMatch(/^\{"error":/m);
    }
    expect(printed.get('docs/first-campaign.md')).toMatch(/^.*phoneNumber: .*nobody,Nobody$/m);
    expect(printed.get('docs/agents.md')).toContain('Hello there, this is Ada of Northwind.');
    expect(printed.get('docs/audit-log.md')).toMatch(/org_\w+: right, \d+ entries/);
  });
});

it('every block of commands is run by a test, or is counted among those that cannot be', async () => {
  const counted: Record<string, number> = {};
  for (const page of await allPages()) {
    const blocks = await shellBlocks(page);
    const count = blocks.filter(({ isByHand }) => isByHand).length;
    if (count > 0) counted[page] = count;
    if (blocks.length > count)
      expect(['README.md', ...pages, ...testedElsewhere], 'pages that are run').toContain(page);
  }
  expect(counted).toEqual(byHand);
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
