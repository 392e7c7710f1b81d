import { expect, test } from 'vitest';
import { decisionInterval, expand } from '../../../../test/peers/g711-reference.ts';
import { decodeG711, encodeG711, type G711Codec } from './g711.ts';

const everyOctet = Uint8Array.from({ length: 256 }, (_, octet) => octet);
const everySample = Int16Array.from({ length: 65_536 }, (_, n) => n - 32_768);
const codecs: G711Codec[] = ['pcmu', 'pcma'];

/** Character signals and their values in G.711 tables 2a/2b (µ-law, 14 bits) and 1a/1b (A-law, 13 bits). */
test.each([
  ['pcmu', 0b1000_0000, 8_031 * 4],
  ['pcmu', 0b0000_0000, -8_031 * 4],
  ['pcmu', 0b1000_1111, 4_191 * 4],
  ['pcmu', 0b1001_1111, 2_079 * 4],
  ['pcmu', 0b1101_1111, 99 * 4],
  ['pcmu', 0b1110_1111, 33 * 4],
  ['pcmu', 0b1111_1111, 0],
  ['pcma', 0b1010_1010, 4_032 * 8],
  ['pcma', 0b0010_1010, -4_032 * 8],
  ['pcma', 0b1010_0101, 2_112 * 8],
  ['pcma', 0b1011_0101, 1_056 * 8],
  ['pcma', 0b1101_0101, 1 * 8],
  ['pcma', 0b0101_0101, -1 * 8],
] as const)('%s octet %i decodes to %i', (codec, octet, sample) => {
  expect(decodeG711(codec, Uint8Array.of(octet))[0]).toBe(sample);
});

test.each(codecs)('%s decodes every octet as the reference does', (codec) => {
  const expected = [...everyOctet].map((octet) => expand(codec, octet) + 0);
  expect([...decodeG711(codec, everyOctet)]).toEqual(expected);
});

test.each(codecs)('%s preserves every octet through decoding and encoding', (codec) => {
  const kept = [...encodeG711(codec, decodeG711(codec, everyOctet))];
  // µ-law has a negative zero; linear samples have not.
  const expected = [...everyOctet].map((octet) => (codec === 'pcmu' && octet === 0x7f ? 0xff : octet));
  expect(kept).toEqual(expected);
});

test.each(codecs)('%s encodes every sample to the octet whose decision values enclose it', (codec) => {
  const octets = encodeG711(codec, everySample);
  for (let n = 0; n < everySample.length; n++) {
    const interval = decisionInterval(codec, octets[n]!);
    const magnitude = Math.abs(everySample[n]!);
    const isEnclosed = magnitude >= interval.from && (magnitude <= interval.to || interval.isTop);
    const hasSign = everySample[n] === 0 || Math.sign(everySample[n]!) === interval.sign;
    if (!isEnclosed || !hasSign) expect.fail(`sample ${everySample[n]} became octet ${octets[n]}`);
  }
});

const silenceOctets = { pcmu: 0xff, pcma: 0xd5 } as const;

test.each(codecs)('%s is monotonic, and silence is silent', (codec) => {
  const decoded = decodeG711(codec, encodeG711(codec, everySample));
  for (let n = 1; n < decoded.length; n++) expect(decoded[n]! >= decoded[n - 1]!).toBe(true);
  expect(encodeG711(codec, new Int16Array(1))[0]).toBe(silenceOctets[codec]);
});
