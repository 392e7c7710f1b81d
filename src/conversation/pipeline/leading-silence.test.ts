import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LeadingSilence } from './leading-silence.ts';

const rateHz = 8000;
const silence = (ms: number, level = 0) => new Int16Array(ms * 8).fill(level);

/** Returns the output for input in the given pieces. */
function through(pcm: Int16Array, pieces: readonly number[] = [pcm.length]) {
  const leading = new LeadingSilence(rateHz);
  const out: number[] = [];
  let at = 0;
  for (let n = 0; at < pcm.length; n++) {
    const size = pieces[n % pieces.length]!;
    out.push(...leading.push(pcm.subarray(at, at + size)));
    at += size;
  }
  out.push(...leading.end(new Int16Array(0)));
  return { out, droppedMs: leading.droppedMs };
}

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

it('removes silence before the first sound to within 5 ms, and none after it', () => {
  const pcm = joined(silence(217, 20), silence(100, 3000), silence(300), silence(50, 3000));
  const { out, droppedMs } = through(pcm);
  expect(droppedMs).toBe(215);
  expect(out).toEqual([...pcm.subarray(215 * 8)]);
});

it('passes silent audio and long quiet audio unchanged', () => {
  const quiet = silence(400, 10);
  expect(through(quiet)).toEqual({ out: [...quiet], droppedMs: 0 });
  const late = joined(silence(1200, 10), silence(100, 3000));
  expect(through(late, [80])).toEqual({ out: [...late], droppedMs: 0 });
});

it('gives the same result for any pieces', () => {
  const audio = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 300 }));
  const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(audio, sizes, ([silentMs, spokenMs], pieces) => {
      const pcm = joined(silence(silentMs, 5), silence(spokenMs, -2000));
      expect(through(pcm, pieces)).toEqual(through(pcm));
    }),
  );
});
