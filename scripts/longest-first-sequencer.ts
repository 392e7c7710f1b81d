import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, as continuous integration measured them. What knows no durations, as on a new machine,
 * would begin small files last, and one of these would then run on alone.
 */
const longest = [
  'scripts/scenarios.test.ts',
  'test/interop/call-failures.test.ts',
  'src/session/engine.test.ts',
  'test/interop/call-outbound.test.ts',
  'test/kill/kill.test.ts',
  'src/session/transfer/transfer.test.ts',
  'test/interop/call-sipp.test.ts',
  'test/interop/call-answering.test.ts',
  'scripts/demo.test.ts',
  'src/media/media-worker.test.ts',
  'test/fuzz/operations.test.ts',
  'src/db/embedded/ways.test.ts',
];

/** Begins with the files that take longest; the others follow in the usual order. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place < 0 ? longest.length : place;
    };
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
