import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './scripts/longest-first-sequencer.ts';
import { SecondTriesReporter } from './scripts/second-tries-reporter.ts';
import { SkippedChecksReporter } from './scripts/skipped-checks-reporter.ts';

/** Where continuous integration wants the results as JSON. */
const resultsFile = process.env.TEST_RESULTS_FILE;
const jsonReporter: ['json', { outputFile: string }][] = resultsFile
  ? [['json', { outputFile: resultsFile }]]
  : [];

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'packages/**/*.test.ts'],
    setupFiles: ['test/world/property-seed.ts'],
    globalSetup: ['test/world/global-setup.ts'],
    expect: { poll: { timeout: 10_000, interval: 20 } },
    // A shared machine may stall for longer than real SIP timers and 20 ms of audio forgive: what fails three times is
    // broken. At a desk nothing is tried again.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most tests wait for calls that take as long as calls do: with two, half of two cores is idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirstSequencer },
    reporters: ['default', ...jsonReporter, new SkippedChecksReporter(), new SecondTriesReporter()],
  },
});
