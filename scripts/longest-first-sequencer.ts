import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, as measured by continuous integration. On a new machine, vitest knows no durations, and could
 * begin one of them last. They are in pairs: one waits for calls, and the other uses the processor meanwhile. Of the files
 * with a browser only one is among the first five: it builds the console, and the others find it built.
 */
const longest = [
  ['scripts/scenarios', 'test/console/console'],
  ['test/interop/calls', 'test/fuzz/operations'],
  ['src/runtime/session/engine', 'test/console/offices'],
  ['test/interop/member-devices', 'test/upgrade/upgrade'],
  ['test/interop/call-failures', 'test/console/members'],
  ['test/console/agents', 'test/kill/handover'],
  ['src/runtime/session/handover/handover', 'test/console/settings'],
  ['test/interop/database-outage', 'src/cli/keys-rotate'],
  ['src/simulation/customer', 'test/kill/kill'],
  ['src/runtime/session/transfer/transfer', 'src/platform/db/embedded/ways'],
  ['scripts/demo', 'test/references/references'],
  ['src/runtime/drills/drill', 'test/docs/commands'],
  ['test/interop/many-calls'],
  ['test/interop/callers', 'src/program/compile-ahead'],
  ['src/cli/operator-commands', 'src/platform/db/embedded/crash'],
  ['test/interop/call-recording-store', 'src/cli/backup'],
  ['test/interop/call-full-disk', 'test/security/neighbours'],
  ['src/conversation/providers/flite/flite', 'test/kill/import'],
  ['test/docs/browser'],
  ['src/runtime/session/trunks/trunk-monitor', 'test/kill/worker'],
  ['src/runtime/session/transfer/follow-referral', 'scripts/scenarios/replay'],
  ['test/interop/registration', 'src/telephony/media/thread/media-hearing'],
  ['test/fuzz/raw-http'],
].flat();

/**
 * Runs the slowest files first, then other files with their own process in the usual order, then the files that share a
 * process. A shared process is kept only while the next file uses it too.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const rank = longest.findIndex((path) => moduleId.endsWith(`/${path}.test.ts`));
      if (rank >= 0) return rank;
      return project.config.isolate ? longest.length : longest.length + 1;
    };
    return usual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
