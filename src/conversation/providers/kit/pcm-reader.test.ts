import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PcmReader, pcmBytes } from './pcm-reader.ts';

test('decodes the same samples for any pieces', () => {
  fc.assert(
    fc.property(fc.int16Array(), fc.array(fc.nat(5)), (pcm, cuts) => {
      const bytes = pcmBytes(pcm);
      const reader = new PcmReader();
      const samples: number[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        samples.push(...reader.read(bytes.subarray(at, at + cut)));
        at += cut;
      }
      expect(samples).toEqual([...pcm]);
    }),
  );
});
