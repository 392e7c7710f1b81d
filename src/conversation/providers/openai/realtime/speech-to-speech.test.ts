import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelMessage, SpeechToSpeechOptions, SpokenPart } from '../../interfaces/index.ts';
import { describeSpeechToSpeech, RealtimeServer } from '../../testing/index.ts';
import { openAiSpeechToSpeech, type RealtimeOptions } from './speech-to-speech.ts';

const apiKey = 'sk-test-0123456789';
const server = new RealtimeServer(apiKey);
let baseUrl: string;

beforeAll(async () => {
  baseUrl = await server.start();
});
afterAll(() => server.close());

const create = (more: Partial<RealtimeOptions> = {}) => openAiSpeechToSpeech({ apiKey, baseUrl, ...more });

describeSpeechToSpeech('openai', { create: () => create(), apiKey, server });

describe('openai realtime', () => {
  const signal = new AbortController().signal;
  const problems: string[] = [];
  const open = (vendor: Partial<RealtimeOptions> = {}, more: Partial<SpeechToSpeechOptions> = {}) =>
    create(vendor).open({
      ...{ sampleRateHz: 8_000, instructions: 'Be kind.', language: 'de-DE', tools: [], history: [], signal },
      onProblem: ({ message }) => problems.push(message),
      ...more,
    });
  const read = async (parts: AsyncIterable<SpokenPart>) => {
    const all: SpokenPart[] = [];
    for await (const part of parts) all.push(part);
    return all;
  };

  beforeEach(() => {
    server.serveAll();
    server.events.length = 0;
    server.audioBytes = 0;
    problems.length = 0;
  });

  test("configures a session with the line's audio format", async () => {
    const tools = [{ name: 'end_call', description: 'Ends it', parameters: {} }];
    const session = open({ model: 'gpt-realtime-mini', voice: 'cedar' }, { tools });
    await read(session.respond({ tools, signal }));
    expect(server.requests.at(-1)?.url).toBe('/v1/realtime?model=gpt-realtime-mini');
    expect(server.of('session.update')).toEqual([
      {
        type: 'session.update',
        event_id: 'session',
        session: {
          type: 'realtime',
          output_modalities: ['audio'],
          instructions: 'Be kind.',
          audio: {
            input: {
              format: { type: 'audio/pcmu' },
              transcription: { model: 'gpt-4o-mini-transcribe', language: 'de' },
              turn_detection: null,
            },
            output: { format: { type: 'audio/pcmu' }, voice: 'cedar' },
          },
          tools: [
            {
              ...{ type: 'function', name: 'end_call', description: 'Ends it' },
              parameters: { type: 'object', properties: {} },
            },
          ],
          tool_choice: 'auto',
        },
      },
    ]);
    session.close();
  });

  test('uses 24 kHz audio in both directions for a wideband line', async () => {
    const session = open({}, { sampleRateHz: 16_000 });
    session.write(new Int16Array(16_000).fill(900));
    server.answerNext({ text: 'Wideband.' });
    const parts = await read(session.respond({ tools: [], signal }));
    const samples = parts.reduce((sum, part) => sum + (part.type === 'audio' ? part.pcm.length : 0), 0);
    expect(samples).toBeGreaterThan(0.54 * 16_000 - 100);
    expect(samples).toBeLessThan(0.54 * 16_000 + 100);
    expect(server.audioBytes).toBeGreaterThan(47_000);
    expect(server.audioBytes).toBeLessThanOrEqual(48_000);
    session.close();
  });

  test("the service's voice activity may end turns, but answers nothing by itself", async () => {
    const vendor = { turnDetection: 'server_vad', silenceMs: 700 } as const;
    expect(create(vendor).endsTurns).toBe(true);
    expect(create().endsTurns).toBe(false);
    const session = open(vendor);
    await read(session.respond({ tools: [], signal }));
    expect(server.of('session.update')[0]).toMatchObject({
      session: {
        audio: {
          input: {
            turn_detection: {
              ...{ type: 'server_vad', silence_duration_ms: 700 },
              ...{ create_response: false, interrupt_response: false },
            },
          },
        },
      },
    });
    session.write(new Int16Array(160));
    server.hearNext('Hallo');
    await read(session.respond({ tools: [], signal }));
    server.endTurn();
    expect((await session[Symbol.asyncIterator]().next()).value).toMatchObject({ type: 'turn' });
    session.close();
  });

  test('replays the history, and adds results to tool calls without one', async () => {
    const history: ModelMessage[] = [
      { role: 'bot', content: 'Hello.' },
      { role: 'system', content: 'Somebody else is there now.' },
      { role: 'user', content: '12', input: 'dtmf' },
      { role: 'bot', content: '', toolCalls: [{ id: 'call-1', name: 'look_up', arguments: { n: 12 } }] },
    ];
    const session = open({}, { history });
    await read(session.respond({ tools: [], signal }));
    expect(server.of('conversation.item.create').map(({ item }) => item)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
      {
        ...{ type: 'message', role: 'system' },
        content: [{ type: 'input_text', text: 'Somebody else is there now.' }],
      },
      {
        ...{ type: 'message', role: 'user' },
        content: [{ type: 'input_text', text: '[The user pressed the keys 12]' }],
      },
      { type: 'function_call', call_id: 'call-1', name: 'look_up', arguments: '{"n":12}' },
      { type: 'function_call_output', call_id: 'call-1', output: expect.stringContaining('interrupted') },
    ]);
    session.close();
  });

  test('truncates a partly heard item, deletes an unheard one, and keeps a heard one', async () => {
    const session = open();
    server.answerNext({ text: 'It was a dark night.' });
    const parts = await read(session.respond({ tools: [], signal }));
    const itemId = parts.flatMap((part) => (part.type === 'audio' ? [part.itemId] : []))[0] ?? '';
    session.truncate(itemId, 340.7);
    session.truncate(itemId, 1_200);
    session.truncate(itemId, 0);
    session.truncate('item_of_nobody', 500);
    session.forget('item_of_the_caller');
    await read(session.respond({ tools: [], signal }));
    const changes = server.events.filter(({ type }) => /truncate|delete/.test(type));
    expect(changes).toEqual([
      { type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms: 340 },
      { type: 'conversation.item.delete', item_id: itemId },
      { type: 'conversation.item.delete', item_id: 'item_of_the_caller' },
    ]);
    session.close();
  });

  test('sends changed tools only before the next answer', async () => {
    const session = open();
    const tools = [{ name: 'late', description: 'Listed late', parameters: {} }];
    await read(session.respond({ tools: [], signal }));
    await read(session.respond({ tools, signal }));
    await read(session.respond({ tools, signal }));
    expect(server.of('session.update')).toHaveLength(2);
    expect(server.of('session.update')[1]).toMatchObject({ session: { tools: [{ name: 'late' }] } });
    session.close();
  });

  test.each([
    ['incomplete', { reason: 'max_output_tokens' }, 'length'],
    ['incomplete', { reason: 'content_filter' }, 'refused'],
  ] as const)('a response that is %s (%o) ends so', async (status, details, reason) => {
    server.answerNext({ text: 'It', ends: { status, details } });
    expect((await read(open().respond({ tools: [], signal }))).at(-1)).toEqual({ type: 'finish', reason });
  });

  test.each([
    ['server_error', true],
    ['insufficient_quota', false],
  ])('a response that failed for %s: retryable %s, and the session goes on', async (type, retryable) => {
    const session = open();
    server.answerNext({ ends: { status: 'failed', details: { error: { type, message: `no ${apiKey}` } } } });
    const failure = await read(session.respond({ tools: [], signal })).catch((error: Error) => error);
    expect(failure).toMatchObject({ provider: 'openai', retryable });
    expect(String(failure)).not.toContain(apiKey);
    expect((await read(session.respond({ tools: [], signal }))).at(-1)).toMatchObject({ type: 'finish' });
    session.close();
  });

  test('survives an error of one event, and ends after an error of the session', async () => {
    const session = open();
    session.finish();
    await read(session.respond({ tools: [], signal }));
    expect(problems).toEqual(['openai: Error committing input audio buffer']);
    const error = { type: 'invalid_request_error', message: 'no such voice', event_id: 'session' };
    server.send({ type: 'error', error });
    await expect(session[Symbol.asyncIterator]().next()).rejects.toMatchObject({ retryable: false });
  });

  test('makes an expired session retryable', async () => {
    const session = open();
    await read(session.respond({ tools: [], signal }));
    server.send({ type: 'error', error: { type: 'invalid_request_error', code: 'session_expired' } });
    await expect(session[Symbol.asyncIterator]().next()).rejects.toMatchObject({ retryable: true });
  });

  test('understands the older event names', async () => {
    const session = open();
    server.usesOlderNames = true;
    server.answerNext({ text: 'Good day.' });
    const parts = await read(session.respond({ tools: [], signal }));
    server.usesOlderNames = false;
    expect(parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')).toBe('Good day.');
    expect(parts.some(({ type }) => type === 'audio')).toBe(true);
    session.close();
  });

  test('cancels a response that was not requested', async () => {
    const session = open();
    await read(session.respond({ tools: [], signal }));
    server.send({ type: 'response.created', response: { id: 'resp_foreign' } });
    await server.until(() => server.of('response.cancel').length > 0);
    expect(server.of('response.cancel')).toEqual([{ type: 'response.cancel', response_id: 'resp_foreign' }]);
    session.close();
  });

  test('cancels an answer that is read no further, before it asks again', async () => {
    server.answerNext({ text: 'A long answer. '.repeat(40) }, { text: 'Here I am.' });
    const session = open();
    // A reader that gives up while it waits cannot end the answer.
    await session.respond({ tools: [], signal })[Symbol.asyncIterator]().next();
    const again = await read(session.respond({ tools: [], signal }));
    expect(again.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')).toBe('Here I am.');
    const types = server.events.map(({ type }) => type).filter((type) => type.startsWith('response.'));
    expect(types).toEqual(['response.create', 'response.cancel', 'response.create']);
    session.close();
  });

  test('ends the session after an invalid message', async () => {
    const session = open();
    await read(session.respond({ tools: [], signal }));
    server.send([1]);
    await expect(session[Symbol.asyncIterator]().next()).rejects.toMatchObject({ provider: 'openai' });
  });
});
