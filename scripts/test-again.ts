/**
 * `node scripts/test-again.ts <vitest's JSON>` runs the test files that failed a second time, alone and in new processes:
 * a failed test of a busy machine may have left a state in which its repeats fail too. The JSON receives the results of
 * the second run. Exits with 0 when all files passed. Many failures are no accident, and are not run again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedFiles, withSecondRun } from './test-results.ts';

const filesMax = 5;

const [resultsFile = ''] = process.argv.slice(2);
const first = await readFile(resultsFile, 'utf8').catch(() => '');
const files = first === '' ? [] : failedFiles(first);
process.exitCode = 1;
if (files.length > 0 && files.length <= filesMax) {
  console.log(`SECOND RUN of the failed files: ${files.join(' ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'parley-again-'));
  const secondFile = join(folder, 'results.json');
  const { status } = spawnSync('npm', ['test', '--', ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TEST_RESULTS_FILE: secondFile },
  });
  const second = await readFile(secondFile, 'utf8').catch(() => '');
  await rm(folder, { recursive: true, force: true });
  if (second !== '') {
    const both = withSecondRun(first, second);
    await writeFile(resultsFile, both);
    if (status === 0 && failedFiles(both).length === 0) process.exitCode = 0;
  }
}
