import { expect, test } from 'vitest';
import { tone } from '../../test/audio/signals.ts';
import { bar, loudness, secondsOfSpeech, waveform } from './waveform.ts';

test('bars grow with the level, and end at the lowest and the highest', () => {
  const drawn = [-Infinity, -70, -42, -24, -12, 0].map(bar);
  expect(drawn).toEqual(['▁', '▁', '▂', '▅', '█', '█']);
});

test('a channel is drawn from its beginning to its end', () => {
  const pcm = new Int16Array(8_000);
  pcm.set(tone(440, 250, 32_000), 2_000);
  expect(waveform(pcm, 8)).toBe('▁▁██▁▁▁▁');
  expect(waveform(new Int16Array(0), 3)).toBe('▁▁▁');
});

test('speech is counted where there is some', () => {
  const pcm = new Int16Array(16_000);
  pcm.set(tone(440, 500), 4_000);
  expect(secondsOfSpeech(pcm)).toBeCloseTo(0.5, 1);
  expect(loudness(tone(440, 500, 32_767))).toBeCloseTo(-3, 1);
});
