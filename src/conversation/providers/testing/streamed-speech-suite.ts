import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderFailure, ProviderUsage, SpeechChunk, TextToSpeech } from '../interfaces/index.ts';
import { wholeSpeech } from '../kit/index.ts';
import type { HeldAnswers } from './held-answers.ts';

const text = 'One moment please, I am looking at the calendar for you.';
const request = { text, voice: null, language: 'en' };

/** A provider that tells its parts as they come, against a server that a test can hold. */
interface StreamedSpeechSubject {
  create(): TextToSpeech | Promise<TextToSpeech>;
  server: { held: HeldAnswers };
  /** The samples that the server says for a text. */
  audioOf(text: string): Int16Array;
  /** Whether the server tells where the words are. */
  tellsWords: boolean;
}

/** Says what it means that speech comes in parts. */
export function describeStreamedSpeech(name: string, subject: StreamedSpeechSubject): void {
  describe(`${name} as streamed speech`, () => {
    const { held } = subject.server;
    let provider: TextToSpeech;

    beforeAll(async () => {
      provider = await subject.create();
    });
    afterAll(() => provider[Symbol.asyncDispose]());

    const failureOf = (speech: Promise<unknown>): Promise<ProviderFailure> =>
      speech.then(
        () => expect.fail('it was spoken'),
        (error) => error,
      );

    test('the first part comes before the whole is made, and the parts in order are the whole', async () => {
      const answer = held.holdNext();
      const samples: number[] = [];
      for await (const { pcm } of provider.speak(request)) {
        if (samples.length === 0) answer.release();
        samples.push(...pcm);
      }
      expect(samples).toEqual([...subject.audioOf(text)]);
    });

    test('a signal that is aborted in mid-stream ends it with the reason, also at the provider', async () => {
      const answer = held.holdNext();
      const reason = new Error('the caller has hung up');
      const controller = new AbortController();
      let parts = 0;
      const speech = (async () => {
        for await (const _ of provider.speak(request, { signal: controller.signal })) {
          parts++;
          setImmediate(() => controller.abort(reason));
        }
      })();
      expect(await failureOf(speech)).toBe(reason);
      expect(parts).toBe(1);
      await answer.abandoned;
    });

    test('a reader that stops early ends the work at the provider', async () => {
      const answer = held.holdNext();
      for await (const _ of provider.speak(request)) break;
      await answer.abandoned;
      expect((await wholeSpeech(provider.speak(request))).pcm).toEqual(subject.audioOf(text));
    });

    test('a connection that breaks in mid-speech may be tried again', async () => {
      held.breakNext();
      const parts: SpeechChunk[] = [];
      const failure = await failureOf(
        (async () => {
          for await (const part of provider.speak(request)) parts.push(part);
        })(),
      );
      expect(failure).toMatchObject({ provider: provider.name, retryable: true });
      expect((await wholeSpeech(provider.speak(request))).pcm).toEqual(subject.audioOf(text));
    });

    test('the usage is told once, at the end', async () => {
      const usages: ProviderUsage[] = [];
      const speech = provider.speak(request, { onUsage: (usage) => usages.push(usage) });
      for await (const _ of speech) expect(usages).toEqual([]);
      expect(usages).toEqual([{ characters: text.length }]);
    });

    test('the usage of a speech that was called off or broke off is told too', async () => {
      const usages: ProviderUsage[] = [];
      const controller = new AbortController();
      const options = { signal: controller.signal, onUsage: (usage: ProviderUsage) => usages.push(usage) };
      held.holdNext();
      const called = (async () => {
        for await (const _ of provider.speak(request, options)) setImmediate(() => controller.abort());
      })();
      await expect(called).rejects.toThrow();
      held.breakNext();
      await failureOf(wholeSpeech(provider.speak(request, { onUsage: options.onUsage })));
      expect(usages).toEqual([{ characters: text.length }, { characters: text.length }]);
    });

    if (!subject.tellsWords) return;
    test('the words stand where they are in the whole', async () => {
      const words: NonNullable<SpeechChunk['words']>[number][] = [];
      let wholeMs = 0;
      for await (const part of provider.speak(request)) {
        words.push(...(part.words ?? []));
        wholeMs += (part.pcm.length * 1000) / part.sampleRateHz;
      }
      expect(words.map((word) => word.text)).toEqual(text.split(' '));
      let atMs = 0;
      for (const { startMs, endMs } of words) {
        expect(startMs).toBeGreaterThanOrEqual(atMs);
        expect(endMs).toBeGreaterThan(startMs);
        atMs = endMs;
      }
      expect(atMs).toBeGreaterThan(wholeMs * 0.9);
      expect(atMs).toBeLessThanOrEqual(wholeMs + 1);
    });
  });
}
