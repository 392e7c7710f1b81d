/** The counted part of vitest's JSON results. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileResults[];
}

interface FileResults {
  /** The path of the test file. */
  name: string;
  status: string;
  assertionResults: { status: string }[];
}

/**
 * Returns the last line of continuous integration: `N passed, N failed`, then `, N skipped` if there are any. `json` is
 * null when vitest wrote none. A test file that fails without a failed test (it cannot be loaded, or a hook throws) is
 * one failure, and so is a run that failed for a reason outside the tests.
 */
export function resultsLine(json: string | null, runFailed: boolean): string {
  const results = json === null ? null : (JSON.parse(json) as Results);
  const files = results?.testResults ?? [];
  const brokenFiles = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const counted = (results?.numFailedTests ?? 0) + brokenFiles.length;
  const failed = counted === 0 && runFailed ? 1 : counted;
  const skipped = (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
  const line = `${results?.numPassedTests ?? 0} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** Returns the paths of the test files that failed, or have a failed test. `json` are vitest's results. */
export function failedFiles(json: string): string[] {
  const { testResults } = JSON.parse(json) as Results;
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Returns vitest's results in which the files of a second run replace those of the first. */
export function withSecondRun(first: string, second: string): string {
  const secondFiles = (JSON.parse(second) as Results).testResults;
  const repeated = new Set(secondFiles.map(({ name }) => name));
  const firstFiles = (JSON.parse(first) as Results).testResults;
  const testResults = [...firstFiles.filter(({ name }) => !repeated.has(name)), ...secondFiles];
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length;
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    testResults,
  } satisfies Results);
}
