import { expect, it } from 'vitest';
import { PressedKeys } from './pressed-keys.ts';

it('counts a key that arrives both ways once, and the same key pressed twice as two', () => {
  const keys = new PressedKeys();
  expect(keys.accept('1', 1000, 'rtp')).toBe(true);
  expect(keys.accept('1', 1200, 'info')).toBe(false);
  expect(keys.accept('1', 1400, 'info')).toBe(true);
  expect(keys.accept('2', 1450, 'rtp')).toBe(true);
  expect(keys.accept('2', 2100, 'info')).toBe(true);
});

it('loses no key when keys are pressed quickly and all arrive both ways', () => {
  const keys = new PressedKeys();
  const heard: string[] = [];
  for (const [digit, atMs, by] of [
    ...[['1', 1000, 'rtp'] as const, ['1', 1050, 'info'] as const],
    ...[['1', 1300, 'rtp'] as const, ['1', 1350, 'info'] as const],
    ...[['2', 1600, 'info'] as const, ['2', 1620, 'rtp'] as const],
    ...[['2', 1700, 'rtp'] as const, ['2', 1800, 'rtp'] as const],
    ...[['2', 1810, 'info'] as const, ['2', 1820, 'info'] as const],
  ]) {
    if (keys.accept(digit, atMs, by)) heard.push(digit);
  }
  expect(heard.join('')).toBe('11222');
});

it('bounds a flood of keys, and counts later keys again', () => {
  const keys = new PressedKeys();
  const taken = Array.from({ length: 10_000 }, (_, n) => keys.accept(String(n % 10), n, 'info'));
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(40 + 10 * 20);
  expect(taken.slice(0, 40)).not.toContain(false);
  const after = Array.from({ length: 20 }, (_, n) => keys.accept(String(n % 10), 11_000 + n * 100, 'rtp'));
  expect(after).not.toContain(false);
});
