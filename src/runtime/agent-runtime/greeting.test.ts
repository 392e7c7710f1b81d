import { expect, it } from 'vitest';
import { tone } from '../../../test/audio/signals.ts';
import type { SpeechRequest, TextToSpeech } from '../../conversation/providers/interfaces/index.ts';
import { speakGreeting } from './greeting.ts';

/** Returns a voice that fails or speaks as given, in order. */
function voiceOf(failures: boolean[]) {
  const asked: SpeechRequest[] = [];
  const voice: TextToSpeech = {
    name: 'test',
    voices: [{ id: 'slt', language: 'en-US', description: '' }],
    async *speak(request, { signal } = {}) {
      signal?.throwIfAborted();
      asked.push(request);
      const retryable = failures.shift();
      if (retryable !== undefined) throw Object.assign(new Error('not now'), { provider: 'test', retryable });
      yield { sampleRateHz: 16_000, pcm: tone(440, 100, 8000, 16_000) };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { voice, asked };
}
const agent = {
  language: 'en-US',
  voice: { voice: 'slt' },
  pronunciations: [],
  conversation: { readNumbers: true },
};
const here = () => new AbortController().signal;

it('speaks the first message in the voice of the agent', async () => {
  const { voice, asked } = voiceOf([]);
  const spoken = speakGreeting([voice], agent, 'Hello Ada of Springfield.', here(), 8_000);
  const speech = await spoken?.speech;
  expect(asked).toEqual([
    { text: 'Hello Ada of Springfield.', voice: 'slt', language: 'en-US', lineRateHz: 8_000 },
  ]);
  expect([spoken?.text, speech?.pcm.length]).toEqual(['Hello Ada of Springfield.', 1600]);
});

it('says nothing without a text, and uses the default for an unknown voice', async () => {
  const { voice, asked } = voiceOf([]);
  expect(speakGreeting([voice], agent, null, here())).toBeNull();
  await speakGreeting([voice], { ...agent, voice: { voice: 'unknown' } }, 'Hello', here())?.speech;
  expect(asked).toMatchObject([{ voice: null }]);
});

it('retries a busy voice, and not one that cannot speak', async () => {
  const busy = voiceOf([true, true]);
  expect(await speakGreeting([busy.voice], agent, 'Hello', here())?.speech).toBeDefined();
  expect(busy.asked).toHaveLength(3);
  const unable = voiceOf([true, false]);
  await expect(speakGreeting([unable.voice], agent, 'Hello', here())?.speech).rejects.toThrow('not now');
  expect(unable.asked).toHaveLength(2);
});

it('uses the next voice when one fails twice or does not finish in time', async () => {
  const [broken, hanging, spare] = [voiceOf([true, true, true]), voiceOf([]), voiceOf([])];
  const hangs: TextToSpeech = {
    ...hanging.voice,
    async *speak(_, { signal } = {}) {
      await new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason)),
      );
    },
  };
  const failed = speakGreeting([broken.voice, spare.voice], agent, 'Hello', here());
  expect((await failed?.speech)?.pcm.length).toBe(1600);
  expect([broken.asked.length, spare.asked.length]).toEqual([2, 1]);
  const late = speakGreeting([hangs, spare.voice], agent, 'Hello', here(), null, 20);
  expect((await late?.speech)?.pcm.length).toBe(1600);
});

it('stops when the call is over', async () => {
  const over = new AbortController();
  const { voice, asked } = voiceOf(Array(100).fill(true));
  const spoken = speakGreeting([voice], agent, 'Hello', over.signal)?.speech;
  await expect.poll(() => asked.length).toBe(1);
  over.abort();
  await expect(spoken).rejects.toThrow();
  expect(asked).toHaveLength(1);
});
