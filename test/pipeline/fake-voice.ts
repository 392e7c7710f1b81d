import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { ProviderError } from '../../src/conversation/providers/kit/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';

/** The duration of one spoken character. */
export const characterMs = 40;
const characterSamples = (8000 * characterMs) / 1000;

/** Encodes a text as audio: each character is a constant level for `msPerCharacter`. */
export function speech(text: string): Int16Array {
  const pcm = new Int16Array(text.length * characterSamples);
  for (let i = 0; i < text.length; i++) {
    const level = (text.charCodeAt(i) << 1) + (i % 2) + 1;
    pcm.fill(level, i * characterSamples, (i + 1) * characterSamples);
  }
  return pcm;
}

/**
 * Decodes the text in sent audio. Silence is ignored, so that a character that was held in its middle counts once. An
 * interrupted character counts from a half on.
 */
export function readSpeech(sent: readonly number[]): string {
  let text = '';
  let [level, length] = [0, 0];
  for (const sample of [...sent.filter((one) => one !== 0), 0]) {
    if (sample === level) {
      length++;
      continue;
    }
    if (level !== 0 && length * 2 >= characterSamples) text += String.fromCharCode((level - 1) >> 1);
    [level, length] = [sample, 1];
  }
  return text;
}

export interface FakeVoiceOptions {
  /** The time until the first audio of a text. */
  delayMs?: number;
  /** See `TextToSpeech.isLocal`. */
  isLocal?: boolean;
  /** Returns whether request number `n`, from 1, stalls. */
  hangs?: (request: number) => boolean;
  /** The characters of each chunk. */
  chunk?: number;
  /** Returns how request number `n`, from 1, fails, and after how many characters. */
  fails?: (request: number, text: string) => { afterCharacters: number; retryable: boolean } | null;
}

/** Returns a voice for texts in Latin letters, on the virtual clock. */
export function fakeVoice(options: FakeVoiceOptions = {}) {
  const { delayMs = 60, chunk = 8, fails = () => null, hangs = () => false } = options;
  const asked: string[] = [];
  let aborted = 0;
  let pending = 0;
  const voice: TextToSpeech = {
    name: 'fake voice',
    isLocal: options.isLocal === true,
    voices: [],
    async *speak({ text }, { signal, onUsage } = {}) {
      asked.push(text);
      const failure = fails(asked.length, text);
      pending++;
      await delay(hangs(asked.length) ? 1e9 : delayMs, signal).finally(() => pending--);
      for (let at = 0; at < text.length; at += chunk) {
        if (signal?.aborted) {
          aborted++;
          throw signal.reason;
        }
        if (failure && at >= failure.afterCharacters) {
          throw new ProviderError('fake voice', 'the line to the voice broke', failure);
        }
        const pcm = speech(text).subarray(at * characterSamples, (at + chunk) * characterSamples);
        yield { pcm, sampleRateHz: 8000 };
      }
      onUsage?.({ characters: text.length });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { voice, asked, aborts: () => aborted, pending: () => pending };
}
