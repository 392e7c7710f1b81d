import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderFailure, SpeechAudio, TextToSpeech } from '../interfaces/index.ts';
import { wholeSpeech } from '../kit/index.ts';

const sentence = 'Good morning. This is a call about the appointment that you made for Tuesday.';

/** What differs between providers: how one is made, and what it can never speak. */
interface TextToSpeechSubject {
  create(): TextToSpeech | Promise<TextToSpeech>;
  /** Requests that must fail for good, with a name for each. */
  impossible: Record<string, { text: string; voice: string | null; language: string | null }>;
}

/** Says what the seam `TextToSpeech` means, for one provider. */
export function describeTextToSpeech(name: string, subject: TextToSpeechSubject): void {
  describe(`${name} as text-to-speech`, () => {
    let provider: TextToSpeech;

    beforeAll(async () => {
      provider = await subject.create();
    });
    afterAll(() => provider[Symbol.asyncDispose]());

    const speak = (text: string, voice: string | null = null, signal?: AbortSignal) =>
      wholeSpeech(provider.speak({ text, voice, language: 'en' }, signal ? { signal } : {}));

    test('has a name, and voices with ids of their own if it tells any', () => {
      expect(provider.name).toMatch(/^[a-z0-9-]+$/);
      const ids = provider.voices.map((voice) => voice.id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('every voice speaks audibly, as long as a person would take', async () => {
      const ids = provider.voices.map((voice) => voice.id);
      for (const id of ids.length > 0 ? ids : [null]) {
        const audio = await speak(sentence, id);
        // Fourteen words, at 90 to 360 words a minute.
        expect(durationMs(audio)).toBeGreaterThan((14 * 60_000) / 360);
        expect(durationMs(audio)).toBeLessThan((14 * 60_000) / 90);
        expect(levelDb(audio)).toBeGreaterThan(-40);
        expect(levelDb(audio)).toBeLessThan(-6);
      }
    });

    test('more text is more speech', async () => {
      const [once, thrice] = [await speak(sentence), await speak(`${sentence} ${sentence} ${sentence}`)];
      expect(thrice.sampleRateHz).toBe(once.sampleRateHz);
      expect(durationMs(thrice)).toBeGreaterThan(2.5 * durationMs(once));
    });

    test.each(['', ' \n\t ', '…'])('%j has nothing to say', async (text) => {
      expect((await speak(text)).pcm.length).toBe(0);
    });

    test('calls at the same time get what they asked for', async () => {
      const texts = ['One.', 'Twenty two.', 'Three hundred and thirty three.', sentence];
      const alone: SpeechAudio[] = [];
      for (const text of texts) alone.push(await speak(text));
      const together = await Promise.all([...texts, ...texts].map((text) => speak(text)));
      // Some voices never say a sentence twice in the same way, so only the lengths are compared.
      together.forEach((audio, i) => {
        const expected = durationMs(alone[i % texts.length]!);
        expect(Math.abs(durationMs(audio) - expected)).toBeLessThan(expected / 4);
      });
    });

    test('an aborted signal ends it with the reason, before and during the work, and others go on', async () => {
      const reason = new Error('the caller has hung up');
      await expect(speak(sentence, null, AbortSignal.abort(reason))).rejects.toBe(reason);
      const controller = new AbortController();
      const long = speak(`It is a long story number ${Date.now()}. `.repeat(20), null, controller.signal);
      const other = speak(`The story of another, number ${Date.now()}.`);
      controller.abort(reason);
      await expect(long).rejects.toBe(reason);
      expect((await other).pcm.length).toBeGreaterThan(0);
    });

    test('all parts have one sample rate, and a reader that stops early harms nobody', async () => {
      const rates = new Set<number>();
      for await (const part of provider.speak({ text: sentence, voice: null, language: 'en' })) {
        rates.add(part.sampleRateHz);
      }
      expect(rates.size).toBe(1);
      const other = speak(sentence);
      for await (const _ of provider.speak({ text: sentence, voice: null, language: 'en' })) break;
      expect((await other).pcm.length).toBeGreaterThan(0);
    });

    test.each(Object.entries(subject.impossible))('%s fails for good', async (_, request) => {
      const failure: ProviderFailure = await wholeSpeech(provider.speak(request)).then(
        () => expect.fail('it was spoken'),
        (error) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      expect(failure.provider).toBe(provider.name);
      expect(failure.retryable).toBe(false);
    });

    test('characters that no text should have do no harm', async () => {
      const audio = await speak('Hello\u0000\u0007 \ud800 “there” – 50 € <b>& so on</b> \u202e\u{1f600}.');
      expect(durationMs(audio)).toBeGreaterThan(300);
    });
  });
}

function durationMs(audio: SpeechAudio): number {
  return (audio.pcm.length * 1000) / audio.sampleRateHz;
}

/** The mean level in decibels of full scale. */
function levelDb(audio: SpeechAudio): number {
  const energy = audio.pcm.reduce((sum, sample) => sum + sample ** 2, 0) / audio.pcm.length;
  return 10 * Math.log10(energy / 32_768 ** 2 + 1e-12);
}
