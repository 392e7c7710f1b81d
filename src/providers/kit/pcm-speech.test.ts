import { expect, it } from 'vitest';
import { pcmSpeech } from './pcm-speech.ts';
import { wholeSpeech } from './whole-speech.ts';

async function* bodyOf(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

it('samples come as they are, in whatever parts', async () => {
  const body = bodyOf(Uint8Array.of(1, 0, 2), Uint8Array.of(0, 255, 255));
  expect(await wholeSpeech(pcmSpeech('tones', body, 16_000))).toEqual({
    pcm: Int16Array.of(1, 2, -1),
    sampleRateHz: 16_000,
  });
});

it.each(['RIFF....WAVEfmt ', 'OggS', 'fLaC', 'ID3'])('a file is not played as samples (%s)', async (head) => {
  const speech = wholeSpeech(pcmSpeech('tones', bodyOf(Buffer.from(head)), 16_000));
  await expect(speech).rejects.toMatchObject({ provider: 'tones', retryable: false });
});
