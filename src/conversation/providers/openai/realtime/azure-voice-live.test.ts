import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpeechToSpeechOptions, SpokenPart } from '../../interfaces/index.ts';
import { describeSpeechToSpeech, RealtimeServer } from '../../testing/index.ts';
import { azureVoiceLive } from './azure-voice-live.ts';

const apiKey = 'azure-test-0123456789';
const server = new RealtimeServer(apiKey, { isVoiceLive: true });
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await server.start();
});
afterAll(() => server.close());
const create = (more: Partial<Parameters<typeof azureVoiceLive>[0]> = {}) =>
  azureVoiceLive({ apiKey, baseUrl, ...more });

describeSpeechToSpeech('azure voice live', { create: () => create(), apiKey, server });

describe('azure voice live', () => {
  const signal = new AbortController().signal;
  const options: SpeechToSpeechOptions = {
    ...{ sampleRateHz: 8_000, instructions: 'Be kind.', language: 'de-DE', tools: [], signal },
    history: [{ role: 'bot', content: 'Hello.' }],
  };
  const read = async (parts: AsyncIterable<SpokenPart>) => {
    for await (const _ of parts);
  };

  test.each([
    [{}, 'gpt-realtime', { model: 'gpt-4o-mini-transcribe', language: 'de' }],
    [{ model: 'gpt-4.1-mini' }, 'gpt-4.1-mini', { model: 'azure-speech', language: 'de-DE' }],
  ])('configures a session in the form of the service (%j)', async (vendor, model, transcription) => {
    server.events.length = 0;
    const settings = { turnDetection: 'azure_semantic_vad', silenceMs: 400, outputTokensMax: 900 };
    const session = create({ ...vendor, ...settings }).open(options);
    await read(session.respond({ tools: [], signal }));
    session.close();
    expect(server.requests.at(-1)?.url).toBe(`/voice-live/realtime?api-version=2026-07-15&model=${model}`);
    expect(server.of('session.update')).toEqual([
      {
        ...{ type: 'session.update', event_id: 'session' },
        session: {
          ...{ modalities: ['text', 'audio'], instructions: 'Be kind.' },
          voice: { type: 'azure-standard', name: 'en-US-AvaMultilingualNeural' },
          ...{ input_audio_format: 'g711_ulaw', output_audio_format: 'g711_ulaw' },
          input_audio_transcription: transcription,
          turn_detection: {
            ...{ type: 'azure_semantic_vad', silence_duration_ms: 400 },
            ...{ create_response: false, interrupt_response: false },
          },
          ...{ tools: [], tool_choice: 'auto', max_response_output_tokens: 900 },
        },
      },
    ]);
    expect(server.of('conversation.item.create').map(({ item }) => item)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
    ]);
  });

  test("lets the service speak the agent's own texts, beside the conversation", async () => {
    server.events.length = 0;
    const session = create({ voice: 'marin' }).open({ ...options, sampleRateHz: 16_000 });
    await read(session.say('One moment.', signal));
    session.close();
    expect(server.of('session.update')[0]).toMatchObject({
      session: { voice: 'marin', input_audio_format: 'pcm16', turn_detection: null },
    });
    expect(server.of('response.create')).toMatchObject([
      {
        response: {
          ...{ commit: false, cancel_previous: false },
          pre_generated_assistant_message: {
            ...{ type: 'message', role: 'assistant' },
            content: [{ type: 'text', text: 'One moment.' }],
          },
        },
      },
    ]);
  });
});
