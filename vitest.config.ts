import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './scripts/longest-first-sequencer.ts';
import { SecondTriesReporter } from './scripts/second-tries-reporter.ts';
import { SkippedChecksReporter } from './scripts/skipped-checks-reporter.ts';

/** Where continuous integration wants the results as JSON. */
const resultsFile = process.env.TEST_RESULTS_FILE;
const jsonReporter: ['json', { outputFile: string }][] = resultsFile
  ? [['json', { outputFile: resultsFile }]]
  : [];

/**
 * Files with a process of their own: those that start programs, hear and send audio in real time, or look at what a
 * process holds. All others run in one process after the other: 331 small files took 236 s of processor time in
 * processes of their own, most of it to load the same modules again, and 91 s in shared ones.
 */
const inOwnProcess = [
  'test/**/*.test.ts',
  'scripts/**/*.test.ts',
  'packages/**/*.test.ts',
  'src/{cli,program,simulation,platform/db,telephony/media,runtime/session}/**/*.test.ts',
  'src/**/kill*.test.ts',
];

const common = {
  setupFiles: ['test/world/property-seed.ts'],
  expect: { poll: { timeout: 10_000, interval: 20 } },
  // A shared machine may stall for longer than real SIP timers and 20 ms of audio forgive: what fails three times is
  // broken. At a desk nothing is tried again.
  retry: process.env.CI ? 2 : 0,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    globalSetup: ['test/world/global-setup.ts'],
    // Most tests wait for calls that take as long as calls do: with two, half of two cores is idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirstSequencer },
    reporters: ['default', ...jsonReporter, new SkippedChecksReporter(), new SecondTriesReporter()],
    projects: [
      { test: { ...common, name: 'own process', include: inOwnProcess } },
      {
        test: {
          ...common,
          name: 'shared process',
          include: ['src/**/*.test.ts'],
          exclude: inOwnProcess,
          isolate: false,
        },
      },
    ],
  },
});
