import { expect, it } from 'vitest';
import type { SpeechRequest, SpokenWord, TextToSpeech } from '../providers/interfaces/index.ts';
import { ProviderError } from '../providers/kit/index.ts';
import { heardText } from './heard.ts';
import { SpokenAudio, type VoiceSettings } from './spoken-audio.ts';

const sampleRateHz = 8000;
const wordMs = 300;

/** Returns a voice that speaks each word in 300 ms. It fails after some words, when it has reported two more. */
function voiceOf(name: string, wordsMax: number | null) {
  const asked: SpeechRequest[] = [];
  const voice: TextToSpeech = {
    name,
    voices: [],
    async *speak(request) {
      asked.push(request);
      const words = request.text
        .split(' ')
        .map((text, n): SpokenWord => ({ text, startMs: n * wordMs, endMs: (n + 1) * wordMs }));
      const spoken = wordsMax ?? words.length;
      const pcm = new Int16Array((spoken * wordMs * sampleRateHz) / 1000).fill(1000);
      yield { pcm, sampleRateHz, words: words.slice(0, spoken + 2) };
      if (wordsMax !== null) throw new ProviderError(name, 'broken', { retryable: false });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { voice, asked };
}

async function speak(text: string, voices: readonly TextToSpeech[]): Promise<SpokenAudio> {
  const settings: VoiceSettings = {
    voices,
    ...{ voice: null, language: 'en', sampleRateHz, stalled: new Set(), onProblem: () => undefined },
    pronunciations: [{ term: 'Aoife', language: null, replacement: 'Eefa', ipa: 'ˈiːfə' }],
    readsNumbers: true,
  };
  const audio = new SpokenAudio(settings, text, new AbortController().signal, false);
  for await (const _ of audio.pieces(null));
  return audio;
}

it('continues with the next voice at the number in which the first one failed', async () => {
  const [first, second] = [voiceOf('first', 4), voiceOf('second', null)];
  const text = 'It costs $12.50, Aoife says.';
  const audio = await speak(text, [first.voice, second.voice]);
  expect(first.asked[0]?.text).toBe('It costs twelve dollars and fifty cents, Eefa says.');
  expect(second.asked).toMatchObject([
    {
      text: 'twelve dollars and fifty cents, Eefa says.',
      phonemes: [{ start: 32, end: 36, ipa: 'ˈiːfə' }],
    },
  ]);
  const heard = (words: number) =>
    heardText(text, {
      playedMs: words * wordMs,
      totalMs: audio.totalMs,
      words: audio.words,
      spoken: audio.spoken,
    });
  expect([2, 4, 8, 9, 10, 11].map(heard)).toEqual([
    'It costs',
    'It costs',
    'It costs',
    'It costs $12.50,',
    'It costs $12.50, Aoife',
    text,
  ]);
});
