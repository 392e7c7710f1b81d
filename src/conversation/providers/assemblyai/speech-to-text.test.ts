import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranscriptEvent } from '../interfaces/index.ts';
import { describeSpeechToText, TranscriptionServer, timedWords } from '../testing/index.ts';
import { assemblyAiSpeechToText } from './index.ts';

const apiKey = 'aai-test-0123456789';
/** The shortest audio of a message. */
const audioMsMin = 50;
/** A `Turn` after the published sequence of messages (read on 2026-11-26); times in seconds of received audio. */
const turn = (order: number, text: string, [start, end]: [number, number], more: object = {}) => ({
  type: 'Turn',
  turn_order: order,
  turn_is_formatted: true,
  end_of_turn: false,
  transcript: text,
  end_of_turn_confidence: 0,
  words: timedWords(text, start, end).map((word) => ({
    text: word.text,
    start: Math.round(word.start * 1000),
    end: Math.round(word.end * 1000),
    confidence: 0.98,
    word_is_final: true,
  })),
  utterance: '',
  ...more,
});

/** Plays the service with `ForceEndpoint`, for audio at 16 kHz. */
const server = new TranscriptionServer({
  apiKey,
  accepts: ({ headers, url }) => headers.authorization === apiKey && url!.startsWith('/v3/ws?'),
  serve: (say, hear) => {
    let seconds = 0;
    let endedAt = 0;
    let order = 0;
    say({ type: 'Begin', id: 'de5d9927-73a6-4be8-b52d-b4c07be37e6b', expires_at: 1_759_796_682 });
    return (message) => {
      if ('audio' in message) {
        // The service closes with 3007 otherwise.
        expect(message.audio.length).toBeGreaterThanOrEqual(32 * audioMsMin);
        seconds += message.audio.length / 32_000;
        return;
      }
      if (message.json.type !== 'ForceEndpoint') return;
      const text = hear();
      // The rest of the last utterance, too short for a message, precedes the words.
      const span: [number, number] = [endedAt + audioMsMin / 1000, seconds];
      if (text !== '') say(turn(order, text.split(' ')[0]!, span));
      say(turn(order++, text, span, { end_of_turn: true, utterance: text }));
      endedAt = seconds;
    };
  },
});
beforeAll(() => server.start());
afterAll(() => server.close());

describeSpeechToText('assemblyai', {
  create: () => assemblyAiSpeechToText({ apiKey, baseUrl: server.baseUrl, endsTurns: false }),
  apiKey,
  server,
});

describe('assemblyai', () => {
  const listening = {
    ...{ sampleRateHz: 8_000, language: 'en-US', phrases: () => [], keyTerms: ['Kowalczyk', 'x'.repeat(51)] },
    signal: new AbortController().signal,
  };

  test('reports a likely end by an utterance, the resumption, and the end of the turn', async () => {
    const script = [
      turn(0, 'my name', [0, 0.4], { turn_is_formatted: false }),
      turn(0, 'my name is', [0, 0.6], { utterance: 'my name is' }),
      turn(0, 'my name is sonny', [0, 0.9]),
      turn(0, 'My name is Sonny.', [0, 0.9], { end_of_turn: true, utterance: 'My name is Sonny.' }),
      // The same turn again, as with `format_turns`.
      turn(0, 'My name is Sonny.', [0, 0.9], { end_of_turn: true }),
      turn(1, 'yes', [1, 1.2], { end_of_turn: true }),
    ];
    const played = new TranscriptionServer({
      apiKey,
      accepts: () => true,
      serve: (say) => () => {
        for (const message of script.splice(0)) say(message);
      },
    });
    await played.start();
    const stream = assemblyAiSpeechToText({ apiKey, baseUrl: played.baseUrl }).listen(listening);
    stream.write(new Int16Array(8_000).fill(900), 10_000);
    const seen: TranscriptEvent[] = [];
    for await (const event of stream) if (seen.push(event) === 9) break;
    stream.close();
    played.close();
    expect(seen.map((event) => ('text' in event ? [event.type, event.text] : [event.type]))).toEqual([
      ['partial', 'my name'],
      ['partial', 'my name is'],
      ['turn-likely'],
      ['turn-resumed'],
      ['partial', 'my name is sonny'],
      ['final', 'My name is Sonny.'],
      ['turn-ended'],
      ['final', 'yes'],
      ['turn-ended'],
    ]);
    expect(Object.fromEntries(played.requests[0]!.url.searchParams)).toEqual({
      sample_rate: '8000',
      encoding: 'pcm_s16le',
      speech_model: 'universal-3-5-pro',
      keyterms_prompt: '["Kowalczyk"]',
    });
  });
});
