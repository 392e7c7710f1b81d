import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tone } from '../../../test/audio/signals.ts';
import { readWav, writeWav } from '../../telephony/media/index.ts';
import { convertSound } from './convert.ts';

const headerBytes = 12;
/** Returns a WAV file with other chunks before its format, before its samples, and behind them. */
function withChunks(file: Buffer, [first, second, last]: readonly Buffer[]): Buffer {
  const formatEnd = headerBytes + 24;
  const parts = [file.subarray(0, headerBytes), first!, file.subarray(headerBytes, formatEnd), second!];
  return Buffer.concat([...parts, file.subarray(formatEnd), last!]);
}
const chunk = fc.option(fc.uint8Array({ maxLength: 20 })).map((body) => {
  if (body === null) return Buffer.alloc(0);
  const head = Buffer.from('LIST\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
});
const level = (pcm: Int16Array) =>
  10 * Math.log10(pcm.reduce((sum, n) => sum + n * n, 0) / pcm.length / 2 ** 30);

test('a file of any rate, channels, level and order of chunks becomes mono at 16 kHz with the level of speech', async () => {
  const rates = fc.constantFrom(8000, 11_025, 16_000, 22_050, 44_100, 48_000);
  const amplitudes = fc.integer({ min: 1200, max: 14_000 });
  const chunks = fc.tuple(chunk, chunk, chunk);
  await fc.assert(
    fc.asyncProperty(
      rates,
      fc.constantFrom(1, 2),
      amplitudes,
      chunks,
      async (hz, count, amplitude, around) => {
        const channel = tone(300, 1000, amplitude, hz);
        const file = writeWav({ sampleRateHz: hz, channels: Array.from({ length: count }, () => channel) });
        const { durationMs, audio } = await convertSound(withChunks(file, around));
        const { sampleRateHz, channels } = readWav(audio);
        expect([durationMs, sampleRateHz, channels.length]).toEqual([1000, 16_000, 1]);
        expect(Math.abs(level(channels[0]!) + 22)).toBeLessThan(2.5);
      },
    ),
    { numRuns: 25 },
  );
});

test('the two channels of a stereo file are mixed', async () => {
  const [left, right] = [tone(300, 500, 6000, 16_000), new Int16Array(8000)];
  const mono = async (channels: Int16Array[]) =>
    readWav((await convertSound(writeWav({ sampleRateHz: 16_000, channels }))).audio).channels[0]!;
  expect(await mono([left, right])).toEqual(await mono([left.map((sample) => sample >> 1)]));
});

const wav = (changes: (file: Buffer) => void = () => undefined) => {
  const file = writeWav({ sampleRateHz: 8000, channels: [tone(300, 100, 6000)] });
  changes(file);
  return file;
};
const silent = (sample: number) =>
  writeWav({ sampleRateHz: 16_000, channels: [new Int16Array(16_000).fill(sample)] });
const long = () => writeWav({ sampleRateHz: 8000, channels: [new Int16Array(8000 * 120 + 1)] });

test.each([
  ['nothing', Buffer.alloc(0), 'is empty; send 16-bit PCM'],
  ['an MP3 file', Buffer.from('ID3\x04 and more'), 'is an MP3 file; send 16-bit PCM'],
  ['an Ogg file', Buffer.from('OggS and more'), 'is an Ogg file'],
  ['text', Buffer.from('Hello, this is no sound.'), 'is not a WAV file'],
  ['a header alone', wav().subarray(0, 36), 'the samples are missing'],
  [
    'the samples before the format',
    withChunks(wav(), [wav().subarray(36), Buffer.alloc(0), Buffer.alloc(0)]),
    'the samples precede the format',
  ],
  ['samples of 8 bits', wav((file) => file.writeUInt16LE(8, 34)), 'only 16-bit PCM'],
  ['µ-law', wav((file) => file.writeUInt16LE(7, 20)), 'only 16-bit PCM'],
  ['an odd rate', wav((file) => file.writeUInt32LE(7999, 24)), 'has a sample rate of 7999 Hz'],
  ['three channels', wav((file) => file.writeUInt16LE(3, 22)), 'has 3 channels'],
  ['a file that is cut off', wav().subarray(0, 1000), 'is cut off: 644 bytes'],
  ['no samples', writeWav({ sampleRateHz: 8000, channels: [new Int16Array(0)] }), 'has no audio'],
  ['silence', silent(0), 'is silent'],
  ['a constant level', silent(8000), 'is silent'],
  [
    'speech that is too quiet',
    writeWav({ sampleRateHz: 8000, channels: [tone(300, 500, 200)] }),
    'is silent',
  ],
  ['a long file', long(), 'is 121 s long'],
])('rejects %s and names the body', async (_what, file, message) => {
  const refused = await convertSound(file).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    status: 400,
    details: [{ field: 'body', message: expect.stringContaining(message) }],
  });
});

test('rejects every other file with a reason, and takes a file whose size its writer did not know', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 120 }), fc.nat(60), async (bytes, from) => {
      const file = wav();
      Buffer.from(bytes).copy(file, from);
      const end = await convertSound(file).catch((error: { status?: number }) => error.status);
      expect(end === 400 || typeof end === 'object').toBe(true);
    }),
  );
  const piped = wav((file) => file.writeUInt32LE(0xffffffff, 40));
  expect((await convertSound(piped)).durationMs).toBe(100);
});
