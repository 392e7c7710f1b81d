import { expect, test } from 'vitest';
import { opusDuration, repeatsFormer } from './opus-packet.ts';

/** A packet that begins with the configuration, mono, and the code of its frames (RFC 6716 §3.1). */
const packet = (configuration: number, code: number, ...rest: number[]) =>
  Uint8Array.of((configuration << 3) | code, ...rest);

test.each([
  // RFC 6716 table 2: SILK, hybrid and CELT frames.
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
])('a frame of configuration %i has %d ms', (configuration, milliseconds) => {
  const octets = packet(configuration, 0, 1, 2, 3);
  expect(opusDuration(octets, 0, octets.length)).toBe(milliseconds * 48);
});

test('a packet has as many frames as its code says, up to 120 ms, and none of those is none', () => {
  const duration = (octets: Uint8Array) => opusDuration(octets, 0, octets.length) / 48;
  expect(duration(packet(9, 1, 0))).toBe(40);
  expect(duration(packet(9, 2, 0))).toBe(40);
  expect(duration(packet(9, 3, 6))).toBe(120);
  expect(duration(packet(9, 3, 7))).toBe(0);
  expect(duration(packet(9, 3, 0x80))).toBe(0);
  expect(duration(packet(9, 3))).toBe(0);
  expect(duration(new Uint8Array(0))).toBe(0);
});

test('the flag of redundancy stands after those of voice activity', () => {
  const repeats = (octets: Uint8Array) => repeatsFormer(octets, 0, octets.length);
  expect(repeats(packet(9, 0, 0b0100_0000))).toBe(true);
  expect(repeats(packet(9, 0, 0b1000_0000))).toBe(false);
  // Three times 20 ms: three flags of voice activity before it.
  expect(repeats(packet(11, 0, 0b0001_0000))).toBe(true);
  expect(repeats(packet(11, 0, 0b1110_1111))).toBe(false);
  // CELT has none, and more than one frame is not looked at.
  expect(repeats(packet(31, 0, 0xff))).toBe(false);
  expect(repeats(packet(9, 1, 0xff))).toBe(false);
  expect(repeats(packet(9, 0))).toBe(false);
});
