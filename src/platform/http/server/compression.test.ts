import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from './compression.ts';
import type { Answer } from './served-request.ts';

const text = JSON.stringify({
  calls: Array.from({ length: 200 }, (_, i) => ({ callId: `größer_${i}`, status: 'ended' })),
});
const answer = (body: Answer['body'], type = 'application/json; charset=utf-8'): Answer => ({
  ...{ status: 200, headers: { 'content-type': type }, body },
});

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['br', 'gzip, br', brotliDecompressSync],
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['gzip', 'zstd;q=0, br;q=0, gzip', gunzipSync],
] as const)(
  'a large answer is sent as %s to a client that accepts %s',
  async (encoding, accepted, unpack) => {
    for (const body of [text, Buffer.from(text)]) {
      const packed = await compressed(answer(body), accepted);
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(unpack(packed.body as Buffer).toString()).toBe(text);
    }
  },
);

test('a large answer is not compressed for a client that accepts nothing, and caches know that it may be', async () => {
  for (const accepted of [undefined, '', 'identity', 'gzip;q=0'])
    expect(await compressed(answer(text), accepted)).toEqual({
      ...answer(text),
      headers: { ...answer(text).headers, vary: 'accept-encoding' },
    });
});

test('small answers, streams, answers without a body and other types are sent as they are', async () => {
  const streamed = answer(Readable.from([text]));
  for (const plain of [answer('{}'), streamed, answer(undefined), answer(text, 'audio/wav')])
    expect(await compressed(plain, 'zstd, br, gzip')).toBe(plain);
});
