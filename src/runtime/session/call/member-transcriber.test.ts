import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SpeechToText, TranscriptEvent } from '../../../conversation/providers/interfaces/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { MemberTranscriber } from './member-transcriber.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Transcribes with a stream that lasts so long, gives these events and ends by itself. */
function transcribe(lastsMs: number, events: TranscriptEvent[] = [], failure?: Error) {
  const seen = { streams: 0, words: [] as string[], givenUp: 0 };
  const listen: SpeechToText['listen'] = () => {
    seen.streams++;
    return {
      write: () => undefined,
      finish: () => undefined,
      close: () => undefined,
      async *[Symbol.asyncIterator]() {
        yield* events;
        await new Promise((resolve) => setTimeout(resolve, lastsMs));
        if (failure) throw failure;
      },
    };
  };
  const transcriber = new MemberTranscriber({
    ...{
      provider: { listen } as SpeechToText,
      sampleRateHz: 8000,
      language: 'en-US',
      keyTerms: [],
      log: silentLog,
    },
    onWords: ({ text }) => seen.words.push(text),
    onGivenUp: () => seen.givenUp++,
  });
  return { seen, transcriber };
}
const final = { type: 'final', text: 'Hello.', startMs: 0, endMs: 400, confidence: null } as const;

it('opens streams again as long as they give words, or end late as those of a silent member', async () => {
  for (const { seen, transcriber } of [transcribe(100, [final]), transcribe(10_000)]) {
    await vi.advanceTimersByTimeAsync(120_000);
    expect(seen.streams).toBeGreaterThan(10);
    expect(seen.givenUp).toBe(0);
    await transcriber.close(120_000);
  }
});

it('gives up after five streams in a row that fail at once, and says so', async () => {
  const { seen } = transcribe(100, [], new Error('refused'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seen).toEqual({ streams: 5, words: [], givenUp: 1 });
});
