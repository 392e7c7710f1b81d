import { expect, it } from 'vitest';
import { join, silence } from '../../../test/audio/line.ts';
import { tone } from '../../../test/audio/signals.ts';
import { AnswerListener } from './answer-listener.ts';
import { ToneWatch } from './tone-watch.ts';

it('tones are found at their positions, and silence has none', () => {
  const watch = new ToneWatch();
  const pcm = join(silence(200), tone(850, 400), silence(200));
  const found = [];
  for (let at = 0; at < pcm.length; at += 160) found.push(watch.push(pcm.subarray(at, at + 160), at / 8));
  const tones = found.flatMap((each) => each ?? []);
  expect(tones.at(-1)).toMatchObject({ startMs: 200, endMs: 600 });
  expect(Math.abs(tones.at(-1)!.frequencyHz - 850)).toBeLessThan(10);
});

it('pieces of any length are accepted, at 8 and at 16 kHz', () => {
  const fax = join(silence(500), tone(2100, 1500));
  for (const length of [77, 160, 800, 4001]) {
    const listener = new AnswerListener(0, 8000);
    for (let at = 0; at < fax.length; at += length) listener.audio(fax.subarray(at, at + length), at / 8);
    expect(listener.verdict?.kind).toBe('fax');
  }
  const wide = join(tone(0, 1), tone(2100, 3000, 8000, 16_000));
  const listener = new AnswerListener(0, 16_000);
  for (let at = 0; at + 320 <= wide.length; at += 320) listener.audio(wide.subarray(at, at + 320), at / 16);
  expect(listener.verdict?.kind).toBe('fax');
});
