import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { join, silence } from '../../../../test/audio/line.ts';
import { decodeG711 } from '../codec/g711.ts';
import type { BackgroundSuppression } from './foreground.ts';
import { type HeardSpeech, Hearing } from './hearing.ts';

let sentence: Int16Array;
beforeAll(async () => {
  const path = joinPath(import.meta.dirname, '../../../../test/audio/human/young-man.ul');
  sentence = decodeG711('pcmu', await readFile(path));
});

const softer = (pcm: Int16Array, decibels: number) => pcm.map((sample) => sample / 10 ** (decibels / 20));

/** Returns what is reported of this audio, after two seconds of silence, while something is played or not. */
function reported(pcm: Int16Array, mode: BackgroundSuppression, isPlaying = true): HeardSpeech[] {
  const found: HeardSpeech[] = [];
  const hearing = new Hearing(8_000, { audio: () => undefined, speech: (type) => found.push(type) });
  hearing.listen({ audio: false, speech: { endAfterMs: 240, backgroundSuppression: mode } });
  const line = join(silence(2000), pcm);
  for (let at = 0; at + 160 <= line.length; at += 160)
    hearing.hear(line.subarray(at, at + 160), at / 8, isPlaying ? new Int16Array(160) : null);
  return found;
}

describe('a soft voice over played audio', () => {
  it('is reported once, however long it goes on, and again after a silence', () => {
    const television = softer(join(sentence, sentence, sentence), 26);
    expect(reported(television, 'standard')).toEqual(['background']);
    expect(reported(join(television, silence(3000), television), 'standard')).toEqual([
      'background',
      'background',
    ]);
  });

  it('is not reported when it is the caller’s, without played audio, or without suppression', () => {
    expect(reported(join(sentence, silence(1000)), 'standard')).not.toContain('background');
    expect(reported(softer(sentence, 26), 'standard', false)).not.toContain('background');
    expect(reported(softer(sentence, 26), 'off')).not.toContain('background');
  });
});
