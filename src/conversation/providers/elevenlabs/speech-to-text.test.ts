import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSpeechToText, TranscriptionServer, timedWords } from '../testing/index.ts';
import { elevenLabsSpeechToText } from './index.ts';

const apiKey = 'xi-test-0123456789';

/**
 * Plays the service with manual commits, for audio at 16 kHz. The messages follow the published reference of real-time
 * events (github.com/elevenlabs/skills, read on 2026-11-26).
 */
const server = new TranscriptionServer({
  apiKey,
  accepts: ({ headers, url }) =>
    headers['xi-api-key'] === apiKey && url!.startsWith('/v1/speech-to-text/realtime?'),
  serve: (say, hear) => {
    let seconds = 0;
    let endedAt = 0;
    say({ message_type: 'session_started', session_id: '0b0a72b57fd743ebbed6555d44836cf2', config: {} });
    return (message) => {
      if (!('json' in message)) return;
      seconds += Buffer.from(String(message.json.audio_base_64), 'base64').length / 32_000;
      if (message.json.commit !== true) return;
      const text = hear();
      if (text !== '') say({ message_type: 'partial_transcript', text: text.slice(0, 5) });
      say({ message_type: 'committed_transcript', text });
      say({
        message_type: 'committed_transcript_with_timestamps',
        text,
        language_code: 'en',
        words: timedWords(text, endedAt, seconds).flatMap((word) => [
          { ...word, type: 'word', logprob: -0.01 },
          { text: ' ', start: word.end, end: word.end, type: 'spacing', logprob: -0.01 },
        ]),
      });
      endedAt = seconds;
    };
  },
});
beforeAll(() => server.start());
afterAll(() => server.close());

describeSpeechToText('elevenlabs', {
  create: () => elevenLabsSpeechToText({ apiKey, baseUrl: server.baseUrl }),
  apiKey,
  server,
});

describe('elevenlabs as speech-to-text', () => {
  const listening = {
    ...{ sampleRateHz: 8_000, language: 'en-US', languages: ['es'], phrases: () => [] },
    ...{ keyTerms: ['Kowalczyk', 'a term of more than twenty characters'] },
    signal: new AbortController().signal,
  };

  test('asks for the language, times and terms', async () => {
    server.hearNext('Sí');
    const stream = elevenLabsSpeechToText({ apiKey, baseUrl: server.baseUrl }).listen(listening);
    stream.write(new Int16Array(8_000).fill(900), 0);
    stream.finish(1_000);
    for await (const event of stream) {
      if (event.type !== 'final') continue;
      expect(event).toMatchObject({ text: 'Sí', language: 'en' });
      break;
    }
    stream.close();
    const query = server.requests.at(-1)!.url.searchParams;
    expect(Object.fromEntries(query)).toEqual({
      model_id: 'scribe_v2_realtime',
      audio_format: 'pcm_8000',
      commit_strategy: 'manual',
      include_timestamps: 'true',
      include_language_detection: 'true',
      keyterms: 'Kowalczyk',
    });
  });

  test('a commit without enough audio is an utterance without words', async () => {
    const played = new TranscriptionServer({
      apiKey,
      accepts: () => true,
      serve: (say) => (message) => {
        if (!('json' in message) || message.json.commit !== true) return;
        say({ message_type: 'commit_throttled', error: 'at least 0.3 s of audio' });
      },
    });
    await played.start();
    const stream = elevenLabsSpeechToText({ apiKey, baseUrl: played.baseUrl }).listen(listening);
    stream.write(new Int16Array(800).fill(900), 0);
    stream.finish(100);
    const { value } = await stream[Symbol.asyncIterator]().next();
    stream.close();
    played.close();
    expect(value).toMatchObject({ type: 'final', text: '', endMs: 100 });
  });
});
