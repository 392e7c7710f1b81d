import { expect, test } from 'vitest';
import { opusDuration, repeatsFormer } from './opus-packet.ts';

/** Returns a packet that begins with configuration, mono and frame code (RFC 6716 §3.1). */
const packet = (configuration: number, code: number, ...rest: number[]) =>
  Uint8Array.of((configuration << 3) | code, ...rest);

test.each([
  [0, 10],
  [9, 20],
  [2, 40],
  [11, 60],
  [12, 10],
  [15, 20],
  [16, 2.5],
  [21, 5],
  [26, 10],
  [31, 20],
])('a frame of configuration %i lasts %d ms (RFC 6716 table 2)', (configuration, milliseconds) => {
  const octets = packet(configuration, 0, 1, 2, 3);
  expect(opusDuration(octets, 0, octets.length)).toBe(milliseconds * 48);
});

test('a packet has the frames of its code up to 120 ms, and an invalid packet has none', () => {
  const duration = (octets: Uint8Array) => opusDuration(octets, 0, octets.length) / 48;
  expect(duration(packet(9, 1, 0))).toBe(40);
  expect(duration(packet(9, 2, 0))).toBe(40);
  expect(duration(packet(9, 3, 6))).toBe(120);
  expect(duration(packet(9, 3, 7))).toBe(0);
  expect(duration(packet(9, 3, 0x80))).toBe(0);
  expect(duration(packet(9, 3))).toBe(0);
  expect(duration(new Uint8Array(0))).toBe(0);
});

test('the redundancy flag follows the flags of voice activity', () => {
  const repeats = (octets: Uint8Array) => repeatsFormer(octets, 0, octets.length);
  expect(repeats(packet(9, 0, 0b0100_0000))).toBe(true);
  expect(repeats(packet(9, 0, 0b1000_0000))).toBe(false);
  // Three flags of voice activity come first: 60 ms.
  expect(repeats(packet(11, 0, 0b0001_0000))).toBe(true);
  expect(repeats(packet(11, 0, 0b1110_1111))).toBe(false);
  // CELT has no flag, and packets of several frames are not examined.
  expect(repeats(packet(31, 0, 0xff))).toBe(false);
  expect(repeats(packet(9, 1, 0xff))).toBe(false);
  expect(repeats(packet(9, 0))).toBe(false);
});
