import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { G722Decoder, G722Encoder } from './g722.ts';

/** Two seconds: a steady tone, a tone that rises through both bands, and noise that becomes loud half way. */
const signal = Int16Array.from({ length: 32_000 }, (_, n) => {
  const steady = 6_000 * Math.sin((2 * Math.PI * 440 * n) / 16_000);
  const rising = 3_000 * Math.sin((2 * Math.PI * (300 + n / 8) * n) / 16_000);
  return Math.round(steady + rising + (((n * 7_919) % 2_001) - 1_000) * (n > 16_000 ? 8 : 1));
});

function encode(pcm: Int16Array): Uint8Array {
  const octets = new Uint8Array(pcm.length / 2);
  expect(new G722Encoder().encode(pcm, octets, 0)).toBe(octets.length);
  return octets;
}

function decode(octets: Uint8Array): Int16Array {
  const pcm = new Int16Array(octets.length * 2);
  expect(new G722Decoder().decode(octets, 0, octets.length, pcm)).toBe(pcm.length);
  return pcm;
}

const sha256 = (view: ArrayBufferView) =>
  createHash('sha256')
    .update(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
    .digest('hex');

test('octets and samples match libspandsp 2 bit for bit', () => {
  const octets = encode(signal);
  expect(sha256(octets)).toBe('fd739a571d802782b69d16e432383a84a07c6dfa73b3d6cb0d967534758f1d2a');
  expect(sha256(decode(octets))).toBe('3ddab503cd6cd5702cc5b8e946ffefcf8f094c055287c07c9ba7ec6364da2411');
});

test('decoded audio matches the original 1.4 ms later, 25 dB above the error', () => {
  const decoded = decode(encode(signal));
  let power = 0;
  let error = 0;
  for (let n = 200; n < 15_000; n++) {
    power += signal[n]! ** 2;
    error += (decoded[n + 22]! - signal[n]!) ** 2;
  }
  expect(10 * Math.log10(power / error)).toBeGreaterThan(25);
});

test('arbitrary octets decode to samples, and pieces decode like the whole', () => {
  const octets = Uint8Array.from({ length: 1_600 }, (_, n) => (n * n * 31 + n * 7) & 0xff);
  const whole = decode(octets);
  const decoder = new G722Decoder();
  const piece = new Int16Array(320);
  for (let at = 0; at < octets.length; at += 160) {
    decoder.decode(octets, at, at + 160, piece);
    expect(piece).toEqual(whole.subarray(2 * at, 2 * at + 320));
  }
});
