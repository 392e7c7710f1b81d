import { expect, it } from 'vitest';
import { SpeechFeed } from './speech-feed.ts';

it('fails an endless speech after ten minutes', async () => {
  const feed = new SpeechFeed('some-vendor', undefined, 60_000);
  const minute = { pcm: new Int16Array(60 * 8000), sampleRateHz: 8000 };
  for (let minutes = 0; minutes < 20; minutes++) feed.push(minute);
  let minutes = 0;
  let isStopped = false;
  const read = async () => {
    const parts = feed.read(() => {
      isStopped = true;
    });
    for await (const _ of parts) minutes++;
  };
  await expect(read()).rejects.toMatchObject({ message: 'some-vendor speaks without end', retryable: true });
  expect([minutes, isStopped]).toEqual([10, true]);
});
