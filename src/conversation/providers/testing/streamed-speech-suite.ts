import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderFailure, ProviderUsage, SpeechChunk, TextToSpeech } from '../interfaces/index.ts';
import { wholeSpeech } from '../kit/index.ts';
import type { HeldAnswers } from './held-answers.ts';

const text = 'One moment please, I am looking at the calendar for you.';
const request = { text, voice: null, language: 'en' };

/** A provider that streams speech, with a server that a test can hold. */
interface StreamedSpeechSubject {
  create(): TextToSpeech | Promise<TextToSpeech>;
  server: { held: HeldAnswers };
  /** Returns the server's samples for a text. */
  audioOf(text: string): Int16Array;
  /** Whether the server sends word times. */
  hasWordTimes: boolean;
}

/** Defines the tests of streamed speech for one provider. */
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

    test('emits the first part early, and all parts in order', async () => {
      const answer = held.holdNext();
      const samples: number[] = [];
      for await (const { pcm } of provider.speak(request)) {
        if (samples.length === 0) answer.release();
        samples.push(...pcm);
      }
      expect(samples).toEqual([...subject.audioOf(text)]);
    });

    test("ends with the signal's reason in the middle of a stream, also at the provider", async () => {
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

    test('makes a connection that breaks in the middle of speech retryable', async () => {
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

    test('reports the usage once, at the end', async () => {
      const usages: ProviderUsage[] = [];
      const speech = provider.speak(request, { onUsage: (usage) => usages.push(usage) });
      for await (const _ of speech) expect(usages).toEqual([]);
      expect(usages).toEqual([{ characters: text.length }]);
    });

    test('reports the usage of aborted and broken speech', async () => {
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

    if (!subject.hasWordTimes) return;
    test('reports word positions within the whole speech', async () => {
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
