/** The counted part of vitest's JSON results. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
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
