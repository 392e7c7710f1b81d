import { expect, it } from 'vitest';
import { pcmSpeech } from './pcm-speech.ts';
import { wholeSpeech } from './whole-speech.ts';

async function* bodyOf(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

it('passes samples unchanged in any parts', async () => {
  const body = bodyOf(Uint8Array.of(1, 0, 2), Uint8Array.of(0, 255, 255));
  expect(await wholeSpeech(pcmSpeech('tones', body, 16_000))).toEqual({
    pcm: Int16Array.of(1, 2, -1),
    sampleRateHz: 16_000,
  });
});

it.each(['RIFF....WAVEfmt ', 'OggS', 'fLaC', 'ID3'])(
  'rejects a file instead of playing it as samples (%s)',
  async (head) => {
    const speech = wholeSpeech(pcmSpeech('tones', bodyOf(Buffer.from(head)), 16_000));
    await expect(speech).rejects.toMatchObject({ provider: 'tones', retryable: false });
  },
);

/** Returns two frames of 128 kbit/s at 44.1 kHz. */
function mp3(): Uint8Array {
  const bytes = new Uint8Array(2 * 417).fill(0x55);
  for (const at of [0, 417]) bytes.set([0xff, 0xfb, 0x90, 0xc4], at);
  return bytes;
}

it('rejects MP3 without a tag, in any parts', async () => {
  const parts = [mp3().subarray(0, 1), mp3().subarray(1, 300), mp3().subarray(300)];
  const speech = wholeSpeech(pcmSpeech('tones', bodyOf(...parts), 16_000));
  await expect(speech).rejects.toMatchObject({ provider: 'tones', retryable: false });
});

it('plays samples that only look like a file header', async () => {
  const { pcm } = await wholeSpeech(pcmSpeech('tones', bodyOf(mp3().subarray(0, 410)), 16_000));
  expect([pcm.length, pcm[0]]).toEqual([205, -1025]);
});
