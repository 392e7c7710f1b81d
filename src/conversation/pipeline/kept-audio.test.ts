import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptAudio, type PieceOfAudio } from './kept-audio.ts';

const keptMs = 4_000;

/** Operations: audio after a gap, words up to some time ago, or words for everything. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ samples: fc.integer({ min: 0, max: 9_000 }), gapMs: fc.nat(300) }) },
  { weight: 1, arbitrary: fc.record({ agoMs: fc.nat(5_000) }) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

test('it keeps what a list of copies would keep, whatever the pieces are', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const kept = new KeptAudio(keptMs);
      let list: PieceOfAudio[] = [];
      let [nowMs, sample] = [0, 0];
      for (const one of steps) {
        if (one === 'clear') {
          kept.clear();
          list = [];
        } else if ('agoMs' in one) {
          kept.dropBefore(nowMs - one.agoMs);
          list = list.filter(({ atMs }) => atMs >= nowMs - one.agoMs);
        } else {
          const atMs = nowMs + one.gapMs;
          const lent = Int16Array.from({ length: one.samples }, () => sample++);
          list = [...list.filter((old) => atMs - old.atMs <= keptMs), { pcm: lent.slice(), atMs }];
          kept.push(lent, atMs);
          lent.fill(-1);
          nowMs = atMs + one.samples / 8;
        }
        expect(kept.pieces()).toEqual(list);
      }
    }),
    { numRuns: 60 },
  );
});
