import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranscriptEvent } from '../interfaces/index.ts';
import { describeSpeechToText, TranscriptionServer, timedWords } from '../testing/index.ts';
import { sonioxSpeechToText } from './index.ts';

const apiKey = 'soniox-test-0123456789';
/** Tokens after the published examples (soniox.com/docs/stt, read on 2026-11-26): pieces of words, times in milliseconds. */
const tokens = (text: string, [start, end]: [number, number], isFinal: boolean) =>
  timedWords(text, start * 1000, end * 1000).flatMap((word, n) => {
    const begin = n === 0 ? word.text : ` ${word.text}`;
    const middle = (word.start + word.end) / 2;
    const piece = (part: string, start_ms: number, end_ms: number) => ({
      text: part,
      start_ms: Math.round(start_ms),
      end_ms: Math.round(end_ms),
      confidence: 0.9,
      is_final: isFinal,
      language: 'en',
    });
    return begin.length < 4
      ? [piece(begin, word.start, word.end)]
      : [piece(begin.slice(0, 3), word.start, middle), piece(begin.slice(3), middle, word.end)];
  });
const response = (list: object[], seconds: number) => ({
  tokens: list,
  final_audio_proc_ms: Math.round(seconds * 1000),
  total_audio_proc_ms: Math.round(seconds * 1000),
});
const marker = (text: string) => ({ text, is_final: true, confidence: 1 });

/** Plays the service with manual finalization, for audio at 16 kHz. */
const server = new TranscriptionServer({
  apiKey,
  accepts: ({ headers, url }) =>
    headers.authorization === `Bearer ${apiKey}` && url === '/transcribe-websocket',
  serve: (say, hear) => {
    let seconds = 0;
    let endedAt = 0;
    return (message) => {
      if ('audio' in message) seconds += message.audio.length / 32_000;
      else if (message.json.type === 'finalize') {
        const text = hear();
        if (text !== '') say(response(tokens(text, [endedAt, seconds], false), seconds));
        say(response([...tokens(text, [endedAt, seconds], true), marker('<fin>')], seconds));
        endedAt = seconds;
      }
    };
  },
});
beforeAll(() => server.start());
afterAll(() => server.close());

describeSpeechToText('soniox', {
  create: () => sonioxSpeechToText({ apiKey, baseUrl: server.baseUrl, endsTurns: false }),
  apiKey,
  server,
});

describe('soniox', () => {
  test('joins pieces to words, and ends a turn where the service does', async () => {
    const token = (text: string, start_ms: number, end_ms: number, is_final: boolean) => ({
      ...{ text, start_ms, end_ms, confidence: 0.9, is_final, language: 'en' },
    });
    const script = [
      response([token("What's", 0, 300, false)], 0.3),
      response([token("What's", 0, 300, true), token(' th', 300, 400, false)], 0.6),
      response([token(' the', 300, 500, false)], 0.7),
      response(
        [
          ...[token(' the', 300, 500, true), token(' wea', 500, 700, true), token('ther?', 700, 900, true)],
          marker('<end>'),
        ],
        0.9,
      ),
      response([token('Hello', 900, 1_000, false)], 1),
    ];
    const played = new TranscriptionServer({
      apiKey,
      accepts: () => true,
      serve: (say) => (message) => {
        if ('audio' in message) for (const one of script.splice(0)) say(one);
      },
    });
    await played.start();
    const stream = sonioxSpeechToText({ apiKey, baseUrl: played.baseUrl }).listen({
      ...{ sampleRateHz: 8_000, language: 'en-US', languages: ['de-DE'], phrases: () => ['yes'] },
      ...{ keyTerms: ['Kowalczyk'], signal: new AbortController().signal },
    });
    stream.write(new Int16Array(8_000).fill(900), 10_000);
    const seen: TranscriptEvent[] = [];
    for await (const event of stream) if (seen.push(event) === 6) break;
    stream.close();
    played.close();
    expect(seen.map((event) => ('text' in event ? [event.type, event.text] : [event.type]))).toEqual([
      ['partial', "What's"],
      ['partial', "What's th"],
      ['partial', "What's the"],
      ['final', "What's the weather?"],
      ['turn-ended'],
      ['partial', 'Hello'],
    ]);
    expect(seen[3]).toMatchObject({ startMs: 10_000, endMs: 10_900, language: 'en' });
    expect(played.requests[0]!.first).toEqual({
      model: 'stt-rt-v5',
      audio_format: 'pcm_s16le',
      sample_rate: 8_000,
      num_channels: 1,
      language_hints: ['en', 'de'],
      enable_language_identification: true,
      enable_endpoint_detection: true,
      context: { terms: ['Kowalczyk'] },
    });
  });

  test('an error of the open stream is a failure with its status', async () => {
    const played = new TranscriptionServer({
      apiKey,
      accepts: () => true,
      serve: (say) => () => say({ tokens: [], error_code: 402, error_message: `no funds for ${apiKey}` }),
    });
    await played.start();
    const stream = sonioxSpeechToText({ apiKey, baseUrl: played.baseUrl }).listen({
      ...{ sampleRateHz: 8_000, language: null, phrases: () => [], keyTerms: [] },
      signal: new AbortController().signal,
    });
    const failure = await stream[Symbol.asyncIterator]()
      .next()
      .catch((error: Error) => error);
    played.close();
    expect(failure).toMatchObject({ message: 'soniox: 402 no funds for [redacted]', retryable: false });
  });
});
