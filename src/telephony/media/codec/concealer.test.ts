import { expect, test } from 'vitest';
import { level } from '../../../../test/audio/line.ts';
import { tone } from '../../../../test/audio/signals.ts';
import { Concealer } from './concealer.ts';

test.for([8_000, 16_000])('a gap in a voice at %s Hz keeps its pitch and does not click', (rateHz) => {
  const perMs = rateHz / 1000;
  const voice = tone(125, 400, 8_000, rateHz);
  const concealer = new Concealer(rateHz);
  const frame = 20 * perMs;
  concealer.heard(voice.slice(0, 200 * perMs), 200 * perMs);
  const invented = new Int16Array(frame);
  expect(concealer.fill(invented, frame)).toBe(frame);
  const real = voice.slice(220 * perMs, 240 * perMs);
  concealer.heard(real, frame);
  const whole = Int16Array.from([...voice.subarray(0, 200 * perMs), ...invented, ...real]);
  // The steepest step of the voice itself, with a margin.
  const steepest = 8_000 * ((2 * Math.PI * 125) / rateHz) * 1.5;
  for (let n = 1; n < whole.length; n++) expect(Math.abs(whole[n]! - whole[n - 1]!)).toBeLessThan(steepest);
  expect(level(invented)).toBeGreaterThan(0.7 * level(voice));
});

test('a long gap fades to silence within 60 ms, and silence stays silent', () => {
  const concealer = new Concealer(8_000);
  const frame = new Int16Array(160);
  concealer.heard(tone(200, 100), 800);
  expect([1, 2, 3, 4].map(() => concealer.fill(frame, 160))).toEqual([160, 160, 160, 0]);
  expect(level(frame)).toBe(0);
  concealer.reset();
  expect(concealer.fill(frame, 160)).toBe(0);
});
