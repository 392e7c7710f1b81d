import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, as continuous integration measured them. What knows no durations, as on a new machine,
 * would begin small files last, and one of these would then run on alone. In pairs: one that waits for calls, which take
 * as long as calls do, and one that keeps a processor busy meanwhile.
 */
const longest = [
  ['scripts/scenarios', 'test/fuzz/operations'],
  ['src/runtime/session/engine', 'test/console/console'],
  ['test/interop/call-answer-detection', 'test/kill/kill'],
  ['test/interop/call-failures', 'test/console/agents'],
  ['test/interop/call-sipp', 'test/console/settings'],
  ['src/runtime/session/transfer/transfer', 'src/platform/db/embedded/ways'],
  ['src/simulation/customer', 'src/cli/keys-rotate'],
  ['test/interop/call-wide', 'src/platform/db/embedded/crash'],
  ['scripts/demo', 'test/console/workflows'],
  ['test/interop/call-recording-store', 'src/cli/operator-commands'],
  ['test/interop/call-recording', 'src/platform/db/embedded/start'],
  ['test/interop/call-outbound', 'src/cli/backup'],
  ['src/runtime/session/trunks/trunk-monitor', 'test/kill/worker'],
  ['src/runtime/session/transfer/follow-referral', 'scripts/scenarios/replay'],
  ['test/interop/registration', 'src/telephony/media/thread/media-hearing'],
  ['test/interop/call-registered', 'test/fuzz/raw-http'],
].flat();

/**
 * Begins with the files that take longest; the others with a process of their own follow in the usual order, and those
 * that share one come last: a process is kept while it is one of them that comes next.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(`/${path}.test.ts`));
      if (place >= 0) return place;
      return project.config.isolate ? longest.length : longest.length + 1;
    };
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
