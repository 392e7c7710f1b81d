/** What a run of vitest left as JSON, as far as it is counted here. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * The line that ends continuous integration: `N passed, N failed`, then `, N skipped` where there are any. `json`
 * is null when vitest left none. A test file that fails although none of its tests did (it cannot be loaded, a hook
 * of it throws) is one failure, and so is a run that failed for a reason that is no test's.
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
