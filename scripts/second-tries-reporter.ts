import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type SecondTry, secondTries } from './second-tries.ts';

/** Reports at the end of a test run which tests passed only when they were repeated, and their failures. */
export class SecondTriesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const words = secondTries(modules.flatMap((module) => [...triedAgain(module)]));
    if (words !== '') console.log(`\n${words}\n`);
  }
}

function* triedAgain(module: TestModule): Generator<SecondTry> {
  for (const test of module.children.allTests('passed')) {
    if ((test.diagnostic()?.retryCount ?? 0) === 0) continue;
    yield { path: module.relativeModuleId, name: test.fullName, errors: errorsOf(test) };
  }
}

function errorsOf(test: TestCase): SecondTry['errors'] {
  return (test.result().errors ?? []).map(({ message, stack }) => ({ message, stack }));
}
