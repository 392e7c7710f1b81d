import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './scripts/longest-first-sequencer.ts';
import { SecondTriesReporter } from './scripts/second-tries-reporter.ts';
import { SkippedChecksReporter } from './scripts/skipped-checks-reporter.ts';
import { compileCache } from './test/world/compile-cache.ts';

// The processes that run tests load compiled code from the disk, as the program does.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** The file into which continuous integration wants the results as JSON. */
const resultsFile = process.env.TEST_RESULTS_FILE;
const jsonReporter: ['json', { outputFile: string }][] = resultsFile
  ? [['json', { outputFile: resultsFile }]]
  : [];

/**
 * Files that need their own process: they start programs or call engines, process audio in real time, or inspect a
 * process. All others share processes, one after the other: 331 small files took 236 s of processor time in separate
 * processes, mostly for loading the same modules, and 91 s in shared ones.
 */
const inOwnProcess = [
  'test/{browser-calls,command-line,conformance,forgetting,interop,kill,listening,sdk,upgrade}/**/*.test.ts',
  'test/docs/{bridges,chart,commands,examples,metrics,shown-output}.test.ts',
  'test/security/{limits,neighbours,slow-clients,walk}.test.ts',
  'test/audio/answer-bench.test.ts',
  'test/console/{agents,members,widget}.test.ts',
  'scripts/{check-commits,check-imports,demo,migrations,scenarios,skipped-checks}.test.ts',
  // These inspect every statement of the process.
  'scripts/{organization-keys,read-statements,statement-names}.test.ts',
  'scripts/scenarios/replay.test.ts',
  'src/cli/**/*.test.ts',
  'src/platform/db/embedded/{crash,data-dir-lock,start,ways}.test.ts',
  'src/program/{app,banner,calls,compile-ahead,idle,launcher-channel,loaded-modules}.test.ts',
  'src/runtime/drills/drill.test.ts',
  'src/runtime/session/{agent-unprepared,engine}.test.ts',
  'src/runtime/session/{audio/early-media,capacity/*-watch,record/observe-latency}.test.ts',
  'src/runtime/session/{handover/handover,inbound/wait-for-room}.test.ts',
  'src/runtime/session/transfer/{follow-referral,transfer}.test.ts',
  'src/runtime/session/trunks/trunk-{monitor,targets}.test.ts',
  'src/simulation/{customer,campaign/simulate-campaign,carrier/start-carrier}.test.ts',
  'src/telephony/media/recording/recorder.test.ts',
  'src/telephony/media/thread/media-*.test.ts',
  'src/**/kill*.test.ts',
];

/**
 * Files that need their own process too and use the processor for minutes, such as those with a browser and no call. Calls
 * of other files go first.
 */
const inOwnLowProcess = [
  'test/{fuzz,references}/**/*.test.ts',
  'test/model/{forecast,mutants}.test.ts',
  'test/console/{bundle,console,offices,settings}.test.ts',
  'test/docs/browser.test.ts',
];

/** How often `expect.poll` asks in files that mostly wait for calls: a request to the program costs 5 ms of processor time. */
const poll = { timeout: 10_000, interval: 100 };

const common = {
  setupFiles: ['test/world/property-seed.ts'],
  // Node.js loads the modules itself, which takes a third less processor time for a file of its own. So there is no
  // `vi.mock`, and a set-up file is loaded once for all files of a shared process.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  expect: { poll: { timeout: 10_000, interval: 20 } },
  // A shared machine may stall for longer than SIP timers and 20 ms of audio tolerate, so CI repeats a failed test
  // twice. Elsewhere nothing is repeated.
  retry: process.env.CI ? 2 : 0,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    globalSetup: ['test/world/global-setup.ts'],
    // Many tests wait for calls in real time. With two workers, half of two cores would be idle. With five, both are full all
    // the time, and callers' words come too late.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirstSequencer },
    reporters: ['default', ...jsonReporter, new SkippedChecksReporter(), new SecondTriesReporter()],
    projects: [
      { test: { ...common, name: 'own process', include: inOwnProcess, expect: { poll } } },
      {
        test: {
          ...common,
          name: 'own process of low priority',
          setupFiles: [...common.setupFiles, 'test/world/low-priority.ts'],
          include: inOwnLowProcess,
          expect: { poll },
        },
      },
      {
        test: {
          ...common,
          name: 'shared process',
          setupFiles: [...common.setupFiles, 'test/world/low-priority.ts'],
          include: ['{packages,scripts,src,test}/**/*.test.ts'],
          exclude: [...inOwnProcess, ...inOwnLowProcess, '**/node_modules/**'],
          isolate: false,
        },
      },
    ],
  },
});
