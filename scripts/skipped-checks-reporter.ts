import type { UserConsoleLog } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { skippedChecks } from './skipped-checks.ts';

/**
 * Reports at the end of a test run which checks were skipped, and what to install. A test file that lacks something
 * prints `SKIPPED: <what and why>` when it is loaded.
 */
export class SkippedChecksReporter implements Reporter {
  readonly #output: string[] = [];

  onUserConsoleLog({ content }: UserConsoleLog): void {
    this.#output.push(content);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      path: module.relativeModuleId,
      skipped: [...module.children.allTests('skipped')].map(({ fullName }) => fullName),
    }));
    console.log(`\n${skippedChecks(this.#output.join('\n'), files)}\n`);
  }
}
