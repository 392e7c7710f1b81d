import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWavSamples, readWav, writeWav } from './wav.ts';

const channel = (length: number) => fc.int16Array({ minLength: length, maxLength: length });
const audio = fc.record({
  sampleRateHz: fc.constantFrom(8_000, 16_000, 44_100),
  channels: fc.nat(50).chain((length) => fc.array(channel(length), { minLength: 1, maxLength: 3 })),
});

test('a written file is read back', () => {
  fc.assert(
    fc.property(audio, (written) => {
      expect(readWav(writeWav(written))).toEqual(written);
    }),
  );
});

test('unknown chunks are skipped, and a data chunk that is cut off is read to its end', () => {
  const file = writeWav({ sampleRateHz: 8_000, channels: [Int16Array.of(1, -2, 3)] });
  const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const extended = Buffer.concat([file.subarray(0, 36), list, file.subarray(36)]);
  extended.writeUInt32LE(0xffffffff, 36 + list.length + 4);
  expect(readWav(extended).channels).toEqual([Int16Array.of(1, -2, 3)]);
});

test('the extended header of 16-bit PCM is read, and missing samples are counted', () => {
  const file = writeWav({ sampleRateHz: 8_000, channels: [Int16Array.of(1, -2, 3)] });
  const extension = Buffer.from(
    '\x16\0\x10\0\x04\0\0\0\x01\0\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71',
    'latin1',
  );
  const extended = Buffer.concat([file.subarray(0, 36), extension, file.subarray(36)]);
  extended.writeUInt32LE(40, 16);
  extended.writeUInt16LE(0xfffe, 20);
  expect(readWav(extended).channels).toEqual([Int16Array.of(1, -2, 3)]);
  expect(findWavSamples(extended.subarray(0, -3)).missingBytes).toBe(3);
});

test('other bytes are refused with a reason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, withHead) => {
      const head = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
      const file = withHead ? Buffer.concat([head, bytes]) : bytes;
      expect(() => readWav(file)).toThrow(/WAV file/);
    }),
  );
  const eightBit = writeWav({ sampleRateHz: 8_000, channels: [Int16Array.of(1)] });
  eightBit.writeUInt16LE(8, 34);
  expect(() => readWav(eightBit)).toThrow('only 16-bit PCM');
});
