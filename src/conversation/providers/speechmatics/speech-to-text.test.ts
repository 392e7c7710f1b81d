import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSpeechToText, TranscriptionServer, timedWords } from '../testing/index.ts';
import { speechmaticsSpeechToText } from './index.ts';

const apiKey = 'sm-test-0123456789';
/** A transcript after the published examples (docs.speechmatics.com/rt-api-ref, read on 2026-11-26). */
const transcript = (
  message: 'AddPartialTranscript' | 'AddTranscript',
  text: string,
  start: number,
  end: number,
) => ({
  message,
  format: '2.9',
  metadata: { start_time: start, end_time: end, transcript: `${text} ` },
  results: timedWords(text, start, end).map((word) => ({
    type: 'word',
    start_time: word.start,
    end_time: word.end,
    alternatives: [{ content: word.text, confidence: 0.97, language: 'en' }],
  })),
});

/** Plays the service, which takes audio only after `RecognitionStarted`, at 16 kHz. */
const server = new TranscriptionServer({
  apiKey,
  accepts: ({ headers, url }) => headers.authorization === `Bearer ${apiKey}` && url === '/v2',
  serve: (say, hear) => {
    let isStarted = false;
    let seconds = 0;
    let endedAt = 0;
    let count = 0;
    return (message) => {
      if ('audio' in message) {
        expect(isStarted).toBe(true);
        seconds += message.audio.length / 32_000;
        say({ message: 'AudioAdded', seq_no: ++count });
      } else if (message.json.message === 'StartRecognition') {
        isStarted = true;
        say({ message: 'RecognitionStarted', id: '807670e9-14af-4fa2-9e8f-5d525c22156e' });
      } else if (message.json.message === 'ForceEndOfUtterance') {
        const text = hear();
        if (text !== '') say(transcript('AddPartialTranscript', text.split(' ')[0]!, endedAt, seconds));
        if (text !== '') say(transcript('AddTranscript', text, endedAt, seconds));
        say({ message: 'EndOfUtterance', metadata: { start_time: seconds, end_time: seconds } });
        endedAt = seconds;
      }
    };
  },
});
beforeAll(() => server.start());
afterAll(() => server.close());

describeSpeechToText('speechmatics', {
  create: () => speechmaticsSpeechToText({ apiKey, baseUrl: server.baseUrl }),
  apiKey,
  server,
});

describe('speechmatics', () => {
  const listening = {
    ...{ sampleRateHz: 8_000, language: 'en-GB', phrases: () => ['yes'], keyTerms: ['Kowalczyk'] },
    signal: new AbortController().signal,
  };

  test('begins with the language, the vocabulary and the silence that ends a turn', async () => {
    const before = server.requests.length;
    const stream = speechmaticsSpeechToText({
      ...{ apiKey, baseUrl: server.baseUrl, model: 'standard', endsTurns: true },
    }).listen(listening);
    await expect.poll(() => server.requests[before]?.first?.message).toBe('StartRecognition');
    stream.close();
    expect(server.requests[before]!.first).toEqual({
      message: 'StartRecognition',
      audio_format: { type: 'raw', encoding: 'pcm_s16le', sample_rate: 8_000 },
      transcription_config: {
        language: 'en',
        operating_point: 'standard',
        enable_partials: true,
        max_delay: 0.7,
        additional_vocab: [{ content: 'Kowalczyk' }],
        conversation_config: { end_of_utterance_silence_trigger: 0.5 },
      },
    });
  });

  test.each([
    ['not_authorised', false],
    ['timelimit_exceeded', true],
  ])('the error %s is a failure; retryable %s', async (type, retryable) => {
    const played = new TranscriptionServer({
      apiKey,
      accepts: () => true,
      serve: (say) => () => say({ message: 'Error', type, reason: `no, ${apiKey}` }),
    });
    await played.start();
    const stream = speechmaticsSpeechToText({ apiKey, baseUrl: played.baseUrl }).listen(listening);
    const failure = await stream[Symbol.asyncIterator]()
      .next()
      .catch((error: Error) => error);
    played.close();
    expect(failure).toMatchObject({ message: `speechmatics: ${type} no, [redacted]`, retryable });
  });
});
