import { expect, test } from 'vitest';
import { failedFiles, resultsLine, withSecondRun } from './test-results.ts';

function json(files: string[][], loads = true, names: (string | number)[] = [...files.keys()]): string {
  const all = files.flat();
  const count = (status: string) => all.filter((other) => other === status).length;
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('skipped'),
    numTodoTests: count('todo'),
    testResults: files.map((statuses, index) => ({
      name: `/${names[index]}.test.ts`,
      status: !loads || statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status) => ({ status })),
    })),
  });
}

test('counts tests', () => {
  expect(resultsLine(json([['passed', 'passed'], ['passed']]), false)).toBe('3 passed, 0 failed');
  expect(resultsLine(json([['passed', 'failed'], ['failed']]), true)).toBe('1 passed, 2 failed');
});

test('names skipped and planned tests where there are any', () => {
  expect(resultsLine(json([['passed', 'skipped', 'todo']]), false)).toBe('1 passed, 0 failed, 2 skipped');
});

test('a file that cannot be loaded, or whose hook fails, is one failure', () => {
  expect(resultsLine(json([[]], false), true)).toBe('0 passed, 1 failed');
  expect(resultsLine(json([['passed']], false), true)).toBe('1 passed, 1 failed');
});

test('a failed run never ends with 0 failed', () => {
  expect(resultsLine(json([['passed']]), true)).toBe('1 passed, 1 failed');
  expect(resultsLine(null, true)).toBe('0 passed, 1 failed');
});

test('files that failed, or have a failed test, are run a second time', () => {
  expect(failedFiles(json([['passed'], ['passed', 'failed'], ['skipped']]))).toEqual(['/1.test.ts']);
  expect(failedFiles(json([[]], false))).toEqual(['/0.test.ts']);
});

test('the results of a second run replace those of the same files', () => {
  const first = json([['passed', 'failed'], ['passed', 'skipped'], ['todo']]);
  const passed = withSecondRun(first, json([['passed', 'passed']]));
  expect(resultsLine(passed, false)).toBe('3 passed, 0 failed, 2 skipped');
  const failed = withSecondRun(first, json([['failed', 'passed']]));
  expect(resultsLine(failed, true)).toBe('2 passed, 1 failed, 2 skipped');
  // A file without results keeps its failure.
  expect(failedFiles(withSecondRun(first, json([['passed']], true, ['other'])))).toEqual(['/0.test.ts']);
});
