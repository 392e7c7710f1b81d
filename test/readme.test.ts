import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startProgram } from './world/program.ts';
import { temporaryFolder } from './world/temporary-folder.ts';

const root = resolve(import.meta.dirname, '..');

/** The shell commands of the README's tour, as one script. */
async function tour(): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const section = readme.split('## A tour in five minutes')[1]!.split('\n## ')[0]!;
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1]).join('\n');
}

it('the tour of the README works as it is written', { timeout: 60_000 }, async () => {
  await using program = await startProgram();
  await using folder = await temporaryFolder();
  await symlink(program.dataDir, join(folder.path, 'data'));
  const script = (await tour())
    .replace('http://127.0.0.1:8080', program.url)
    // Nobody answers on port 5080, so there is no recording.
    .replaceAll(/^api .*\/recording.*$/gm, '')
    .replace('npm run -s', `npm run -s --prefix ${root}`);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder.path,
    env: {
      ...process.env,
      PARLEY_DATA_DIR: program.dataDir,
      PARLEY_SECRET_KEY: 'a secret for tests, long enough to be taken',
    },
  });
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(answers.length).toBeGreaterThanOrEqual(7);
  for (const answer of answers) expect(answer).not.toContain('"error"');
  expect(stdout).toContain('"first_name":"Ada"');
  expect(stdout).toContain('"state":"available"');
  expect(stdout).toMatch(/org_\w+: right, \d+ entries/);
});
