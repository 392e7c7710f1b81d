/** The tests of one file that did not run. */
export interface SkippedTests {
  path: string;
  skipped: string[];
}

/** Returns the report at the end of a run: the printed reasons, then the skipped tests by file. */
export function skippedChecks(output: string, files: readonly SkippedTests[]): string {
  const lacking = files.filter(({ skipped }) => skipped.length > 0);
  const reasons = [...output.matchAll(/^SKIPPED: (.*\S)/gm)].map((match) => match[1]!);
  if (lacking.length === 0 && reasons.length === 0) return 'No check was skipped.';
  const count = lacking.reduce((sum, { skipped }) => sum + skipped.length, 0);
  return [
    `SKIPPED: ${count === 1 ? '1 check' : `${count} checks`} did not run on this machine.`,
    ...[...new Set(reasons)].map((reason) => `  ${reason}`),
    ...lacking.flatMap(({ path, skipped }) => [`  ${path}`, ...skipped.map((name) => `    ${name}`)]),
  ].join('\n');
}
