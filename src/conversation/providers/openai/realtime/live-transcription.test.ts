import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSpeechToText, TranscriptionServer } from '../../testing/index.ts';
import { OpenAiSpeechToText } from '../index.ts';

const apiKey = 'sk-test-0123456789';
const event = 'conversation.item.input_audio_transcription';

/**
 * Plays a transcription session after the published guide (developers.openai.com, read on 2026-11-26). It was not recorded
 * from the live service.
 */
const server = new TranscriptionServer({
  apiKey,
  accepts: ({ headers, url }) =>
    headers.authorization === `Bearer ${apiKey}` && url === '/v1/realtime?intent=transcription',
  serve: (say, hear) => {
    let items = 0;
    return (message) => {
      if (!('json' in message)) return;
      if (message.json.type === 'session.update')
        say({ type: 'session.updated', session: message.json.session });
      if (message.json.type !== 'input_audio_buffer.commit') return;
      const item_id = `item_${++items}`;
      const transcript = hear();
      say({ type: 'input_audio_buffer.committed', item_id, previous_item_id: null });
      for (const word of transcript.match(/\S+\s*/g) ?? [])
        say({ type: `${event}.delta`, item_id, content_index: 0, delta: word });
      say({ type: `${event}.completed`, item_id, content_index: 0, transcript });
    };
  },
});
beforeAll(() => server.start());
afterAll(() => server.close());
const create = () =>
  new OpenAiSpeechToText({ apiKey, baseUrl: `${server.baseUrl}/v1`, model: 'gpt-live-transcribe' });

describeSpeechToText('openai, live', { create, apiKey, server });

describe('openai, live', () => {
  const listening = {
    ...{ sampleRateHz: 8_000, language: 'en-US', phrases: () => ['yes'], keyTerms: ['Kowalczyk'] },
    signal: new AbortController().signal,
  };

  test('configures the session, and emits words as they come', async () => {
    server.hearNext('Yes please');
    const stream = create().listen(listening);
    stream.write(new Int16Array(8_000).fill(900), 0);
    stream.finish(1_000);
    const texts: string[] = [];
    for await (const one of stream) {
      if ('text' in one) texts.push(`${one.type} ${one.text}`);
      if (one.type === 'final') break;
    }
    stream.close();
    expect(texts).toEqual(['partial Yes', 'partial Yes please', 'final Yes please']);
    expect(server.requests.at(-1)!.first).toEqual({
      type: 'session.update',
      session: {
        type: 'transcription',
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            transcription: { model: 'gpt-live-transcribe', language: 'en', prompt: 'Kowalczyk' },
            turn_detection: null,
          },
        },
      },
    });
  });

  test('an utterance that is too short for the service has no words', async () => {
    const short = new TranscriptionServer({
      apiKey,
      accepts: () => true,
      serve: (say) => (message) => {
        if (!('json' in message) || message.json.type !== 'input_audio_buffer.commit') return;
        const error = { type: 'invalid_request_error', code: 'input_audio_buffer_commit_empty', message: '' };
        say({ type: 'error', error });
      },
    });
    await short.start();
    const stream = new OpenAiSpeechToText({
      ...{ apiKey, baseUrl: short.baseUrl, model: 'gpt-realtime-whisper' },
    }).listen(listening);
    stream.write(new Int16Array(400).fill(900), 0);
    stream.finish(50);
    const { value } = await stream[Symbol.asyncIterator]().next();
    stream.close();
    short.close();
    expect(value).toMatchObject({ type: 'final', text: '', endMs: 50 });
  });
});
