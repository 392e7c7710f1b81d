import { expect, it } from 'vitest';
import type { TextToSpeech } from '../../conversation/providers/interfaces/index.ts';
import { firstWordsReady } from './first-words.ts';
import type { PreparedAgent } from './prepared-agent.ts';

const here = new AbortController().signal;
const never = new Promise<never>(() => undefined);
const hourMs = 3_600_000;
const providers = { textToSpeech: [] as readonly TextToSpeech[] } as PreparedAgent['providers'];
const saying = (speech: Promise<never>) => ({
  announcement: null,
  greeting: { text: 'Hello', speech },
  providers,
});

it('waits for the first words, for a limited time', async () => {
  const speech = { pcm: new Int16Array(8), sampleRateHz: 8000 };
  const spoken = { text: 'Hello', speech: Promise.resolve(speech) };
  await firstWordsReady({ announcement: null, greeting: spoken, providers }, here, hourMs);
  await firstWordsReady(
    { announcement: spoken, greeting: { text: 'Hello', speech: never }, providers },
    here,
    hourMs,
  );
  await firstWordsReady(
    { announcement: null, greeting: { text: 'Hello', speech: null }, providers },
    here,
    hourMs,
  );
  await firstWordsReady({ announcement: null, greeting: null, providers }, here, hourMs);
  await firstWordsReady(saying(never), here, 20);
});

it('stops waiting when the caller is gone, and rejects when they cannot be spoken', async () => {
  const over = new AbortController();
  const waiting = firstWordsReady(saying(never), over.signal, hourMs);
  over.abort();
  await waiting;
  const failed = Promise.reject(new Error('no voice today'));
  await expect(firstWordsReady(saying(failed), here, hourMs)).rejects.toThrow('no voice today');
});
