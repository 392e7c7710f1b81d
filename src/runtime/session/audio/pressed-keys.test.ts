import { expect, it } from 'vitest';
import { PressedKeys } from './pressed-keys.ts';

it('a key that comes both ways is one press, and the same key pressed twice is two', () => {
  const keys = new PressedKeys();
  expect(keys.takes('1', 1000, 'rtp')).toBe(true);
  expect(keys.takes('1', 1200, 'info')).toBe(false);
  expect(keys.takes('1', 1400, 'info')).toBe(true);
  expect(keys.takes('2', 1450, 'rtp')).toBe(true);
  expect(keys.takes('2', 2100, 'info')).toBe(true);
});

it('of keys that are pressed quickly and all come both ways none is swallowed', () => {
  const keys = new PressedKeys();
  const heard: string[] = [];
  for (const [digit, atMs, by] of [
    ...[['1', 1000, 'rtp'] as const, ['1', 1050, 'info'] as const],
    ...[['1', 1300, 'rtp'] as const, ['1', 1350, 'info'] as const],
    ...[['2', 1600, 'info'] as const, ['2', 1620, 'rtp'] as const],
    ...[['2', 1700, 'rtp'] as const, ['2', 1800, 'rtp'] as const],
    ...[['2', 1810, 'info'] as const, ['2', 1820, 'info'] as const],
  ]) {
    if (keys.takes(digit, atMs, by)) heard.push(digit);
  }
  expect(heard.join('')).toBe('11222');
});

it('a flood of keys counts only as many as a person could press, and no key is left over', () => {
  const keys = new PressedKeys();
  const taken = Array.from({ length: 10_000 }, (_, n) => keys.takes(String(n % 10), n, 'info'));
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(40 + 10 * 20);
  expect(taken.slice(0, 40)).not.toContain(false);
  const after = Array.from({ length: 20 }, (_, n) => keys.takes(String(n % 10), 11_000 + n * 100, 'rtp'));
  expect(after).not.toContain(false);
});
