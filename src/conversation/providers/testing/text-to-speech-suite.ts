import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderFailure, SpeechAudio, TextToSpeech } from '../interfaces/index.ts';
import { wholeSpeech } from '../kit/index.ts';

const sentence = 'Good morning. This is a call about the appointment that you made for Tuesday.';

/** The differences between providers: their construction, and requests that always fail. */
interface TextToSpeechSubject {
  create(): TextToSpeech | Promise<TextToSpeech>;
  /** Requests that must fail without retry, by name. */
  impossible: Record<string, { text: string; voice: string | null; language: string | null }>;
}

/** Defines the tests of the interface `TextToSpeech` for one provider. */
export function describeTextToSpeech(name: string, subject: TextToSpeechSubject): void {
  describe(`${name} as text-to-speech`, () => {
    let provider: TextToSpeech;

    beforeAll(async () => {
      provider = await subject.create();
    });
    afterAll(() => provider[Symbol.asyncDispose]());

    const speak = (text: string, voice: string | null = null, signal?: AbortSignal) =>
      wholeSpeech(provider.speak({ text, voice, language: 'en' }, signal ? { signal } : {}));

    test('has a name, and voices with unique ids if any', () => {
      expect(provider.name).toMatch(/^[a-z0-9-]+$/);
      const ids = provider.voices.map((voice) => voice.id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('speaks audibly with every voice, at a human pace', async () => {
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

    test('speaks longer for longer text', async () => {
      const [once, thrice] = [await speak(sentence), await speak(`${sentence} ${sentence} ${sentence}`)];
      expect(thrice.sampleRateHz).toBe(once.sampleRateHz);
      expect(durationMs(thrice)).toBeGreaterThan(2.5 * durationMs(once));
    });

    test.each(['', ' \n\t ', '…'])('%j has nothing to say', async (text) => {
      expect((await speak(text)).pcm.length).toBe(0);
    });

    test('keeps concurrent requests separate', async () => {
      const texts = ['One.', 'Twenty two.', 'Three hundred and thirty three.', sentence];
      const alone: SpeechAudio[] = [];
      for (const text of texts) alone.push(await speak(text));
      const together = await Promise.all([...texts, ...texts].map((text) => speak(text)));
      // Some voices vary between requests, so only the lengths are compared.
      together.forEach((audio, i) => {
        const expected = durationMs(alone[i % texts.length]!);
        expect(Math.abs(durationMs(audio) - expected)).toBeLessThan(expected / 4);
      });
    });

    test("ends with the signal's reason before and during the work, while others continue", async () => {
      const reason = new Error('the caller has hung up');
      await expect(speak(sentence, null, AbortSignal.abort(reason))).rejects.toBe(reason);
      const controller = new AbortController();
      const long = speak(`It is a long story number ${Date.now()}. `.repeat(20), null, controller.signal);
      const other = speak(`The story of another, number ${Date.now()}.`);
      controller.abort(reason);
      await expect(long).rejects.toBe(reason);
      expect((await other).pcm.length).toBeGreaterThan(0);
    });

    test('uses one sample rate, and isolates a reader that stops early', async () => {
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

    test('accepts unusual characters', async () => {
      const audio = await speak('Hello\u0000\u0007 \ud800 “there” – 50 € <b>& so on</b> \u202e\u{1f600}.');
      expect(durationMs(audio)).toBeGreaterThan(300);
    });
  });
}

function durationMs(audio: SpeechAudio): number {
  return (audio.pcm.length * 1000) / audio.sampleRateHz;
}

/** Returns the mean level in dB relative to full scale. */
function levelDb(audio: SpeechAudio): number {
  const energy = audio.pcm.reduce((sum, sample) => sum + sample ** 2, 0) / audio.pcm.length;
  return 10 * Math.log10(energy / 32_768 ** 2 + 1e-12);
}
