import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallerEvent, SpeechToSpeechOptions, SpokenPart } from '../interfaces/index.ts';
import { describeSpeechToSpeech } from '../testing/index.ts';
import { geminiLive } from './index.ts';
import { LiveServer } from './live-server.ts';

const apiKey = 'AIza-test-0123456789';
/**
 * Plays the service after its reference (ai.google.dev/api/live, and the types of @google/genai 2.32.0, read on 2026-11-26). It was not
 * recorded from the live service.
 */
const server = new LiveServer(apiKey);
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await server.start();
});
afterAll(() => server.close());
const create = (more: Partial<Parameters<typeof geminiLive>[0]> = {}) =>
  geminiLive({ apiKey, baseUrl, ...more });

describeSpeechToSpeech('gemini live', { create: () => create(), apiKey, server, transcribesItself: true });

describe('gemini live', () => {
  const signal = new AbortController().signal;
  const options: SpeechToSpeechOptions = {
    ...{ sampleRateHz: 8_000, instructions: 'Be kind.', language: 'de-DE', tools: [], history: [], signal },
  };
  const open = (vendor: Parameters<typeof create>[0] = {}, more: Partial<SpeechToSpeechOptions> = {}) =>
    create(vendor).open({ ...options, ...more });
  const read = async (parts: AsyncIterable<SpokenPart>) => {
    const all: SpokenPart[] = [];
    for await (const part of parts) all.push(part);
    const text = all.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
    const itemId = all.flatMap((part) => (part.type === 'audio' ? [part.itemId] : []))[0] ?? '';
    return { all, text, itemId };
  };
  const ask = (session: ReturnType<typeof open>) => read(session.respond({ tools: [], signal }));
  const speech = new Int16Array(1_600).fill(900);
  /** Returns what was sent, without the setup. */
  const sent = () =>
    server.messages.filter(({ setup }) => !setup).map((message) => Object.values(message)[0]);

  beforeEach(() => {
    server.serveAll();
    server.messages.length = 0;
  });

  test('configures a session in which Parley ends the turns', async () => {
    const tools = [{ name: 'end_call', description: 'Ends it', parameters: {} }];
    const session = open({ voice: 'Kore', outputTokensMax: 900 }, { tools });
    await read(session.respond({ tools, signal }));
    session.close();
    expect(server.messages[0]).toEqual({
      setup: {
        model: 'models/gemini-2.5-flash-native-audio-preview-12-2025',
        generationConfig: {
          ...{ responseModalities: ['AUDIO'], maxOutputTokens: 900 },
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
        },
        systemInstruction: { parts: [{ text: 'Be kind.' }] },
        tools: [
          {
            functionDeclarations: [
              {
                ...{ name: 'end_call', description: 'Ends it' },
                parametersJsonSchema: { type: 'object', properties: {} },
              },
            ],
          },
        ],
        realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
        ...{ inputAudioTranscription: {}, outputAudioTranscription: {} },
        contextWindowCompression: { slidingWindow: {} },
      },
    });
  });

  test('sends audio at the rate of the line, and answers each turn once', async () => {
    server.audio.bytes = 0;
    server.answerNext({ text: 'One.' }, { text: 'Two.' });
    const session = open();
    for (const text of ['One.', 'Two.']) {
      session.write(speech);
      session.finish();
      expect((await ask(session)).text).toBe(text);
    }
    session.close();
    expect(server.audio).toEqual({ bytes: 6_400, mimeType: 'audio/pcm;rate=8000' });
    expect(sent()).toEqual([
      { activityStart: {} },
      { activityEnd: {} },
      { activityStart: {} },
      { activityEnd: {} },
    ]);
  });

  test('replays the history before the conversation', async () => {
    const session = open(
      {},
      {
        history: [
          { role: 'bot', content: 'Hello.' },
          { role: 'user', content: '12', input: 'dtmf' },
          { role: 'bot', content: '', toolCalls: [{ id: 'call-1', name: 'look_up', arguments: { n: 12 } }] },
          { role: 'tool', toolCallId: 'call-1', name: 'look_up', content: '[1]' },
        ],
      },
    );
    await ask(session);
    session.close();
    expect(server.messages[0]).toMatchObject({
      setup: { historyConfig: { initialHistoryInClientContent: true } },
    });
    expect(sent()[0]).toEqual({
      turns: [
        { role: 'model', parts: [{ text: 'Hello.' }] },
        { role: 'user', parts: [{ text: '[The user pressed the keys 12]' }] },
        { role: 'model', parts: [{ functionCall: { id: 'call-1', name: 'look_up', args: { n: 12 } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'call-1', name: 'look_up', response: { result: [1] } } }],
        },
      ],
      turnComplete: true,
    });
  });

  test('writes to the model what the caller heard of an answer, with the turn that interrupts it', async () => {
    const session = open();
    server.answerNext({ text: 'It was a dark night.' });
    const { itemId } = await ask(session);
    session.write(speech);
    session.truncate(itemId, 5_000);
    session.truncate(itemId, 800.4);
    session.finish();
    await ask(session);
    session.close();
    expect(sent().slice(3)).toEqual([
      { activityStart: {} },
      { text: '[The caller interrupted you, and heard only this of your last answer: It was a]' },
      { activityEnd: {} },
    ]);
  });

  test('drops an answer that was not asked for, and writes that to the model', async () => {
    const session = open();
    server.answerNext({ text: 'You are welcome.' }, { text: 'At nine.' });
    session.write(speech);
    session.finish();
    const events: CallerEvent[] = [];
    for await (const event of session) if (events.push(event) === 2) break;
    session.forget('turn-1');
    session.add({ role: 'user', content: '9', input: 'dtmf' });
    expect((await ask(session)).text).toBe('At nine.');
    session.close();
    expect(sent()).toEqual([
      ...[{ activityStart: {} }, { activityEnd: {} }, { activityStart: {} }],
      { text: '[The user pressed the keys 9]' },
      { text: '[Your last answer was not spoken to the caller.]' },
      { activityEnd: {} },
    ]);
  });

  test('keeps the caller’s audio back while the model generates, which it would interrupt', async () => {
    const session = open();
    const held = server.held.holdNext();
    server.answerNext({ text: 'The long answer.' });
    session.add({ role: 'user', content: 'Hi', input: 'text' });
    const answer = session.respond({ tools: [], signal })[Symbol.asyncIterator]();
    await answer.next();
    session.write(speech);
    session.finish();
    held.release();
    expect((await read({ [Symbol.asyncIterator]: () => answer })).all.at(-1)).toEqual({
      ...{ type: 'finish', reason: 'stop' },
    });
    await ask(session);
    session.close();
    expect(sent().map((message) => Object.keys(message!)[0])).toEqual([
      ...['activityStart', 'text', 'activityEnd', 'activityStart', 'activityEnd'],
    ]);
  });

  test('sends no sound of a canceled answer into the next one', async () => {
    const session = open();
    server.held.holdNext();
    server.answerNext({ text: 'It was a dark night.' }, { text: 'Yes.' });
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of session.respond({ tools: [], signal: controller.signal })) controller.abort();
    })();
    await expect(reading).rejects.toThrow();
    session.write(speech);
    session.finish();
    expect((await ask(session)).text).toBe('Yes.');
    session.close();
  });

  test('sends what the caller says during a silent answer before the next request, which it would interrupt', async () => {
    const session = open();
    server.held.holdNext();
    server.answerNext({ text: 'It was a dark night.' }, { text: 'Yes.' });
    const silent = session.respond({ tools: [], signal })[Symbol.asyncIterator]();
    await silent.next();
    session.write(speech);
    const late = silent.next().then(() => silent.next());
    late.catch(() => undefined);
    void silent.return?.().catch(() => undefined);
    const next = ask(session);
    session.write(speech);
    expect((await next).text).toBe('Yes.');
    await expect(late).rejects.toThrow('was canceled');
    session.finish();
    await ask(session);
    session.close();
    expect(sent().map((message) => Object.keys(message!)[0])).toEqual([
      ...['activityStart', 'text', 'activityEnd', 'activityStart', 'text', 'activityEnd'],
      ...['activityStart', 'activityEnd'],
    ]);
  });

  test('answers to keys that were pressed while a tool ran together with its result', async () => {
    const session = open();
    server.answerNext(
      { calls: [{ name: 'look_up', arguments: {} }] },
      { text: 'Never asked for.' },
      { text: 'It is free, and I took the nine.' },
    );
    const { all } = await ask(session);
    const [call] = all.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    session.add({ role: 'user', content: '9', input: 'dtmf' });
    session.add({ role: 'tool', toolCallId: call!.id, name: 'look_up', content: '[1]' });
    expect((await ask(session)).text).toBe('It is free, and I took the nine.');
    server.answerNext({ text: 'You are welcome.' });
    session.write(speech);
    session.finish();
    expect((await ask(session)).text).toBe('You are welcome.');
    session.close();
    expect(sent().slice(3)).toEqual([
      { functionResponses: [{ id: call!.id, name: 'look_up', response: { result: [1] } }] },
      ...[{ activityStart: {} }, { text: '[The user pressed the keys 9]' }, { activityEnd: {} }],
      ...[{ activityStart: {} }, { activityEnd: {} }],
    ]);
  });

  test('an answer that the service refuses ends so', async () => {
    server.answerNext({ reason: 'PROHIBITED_INPUT_CONTENT' });
    expect((await ask(open())).all).toEqual([{ type: 'finish', reason: 'refused' }]);
  });

  test.each([
    [1007, 'API key not valid', false],
    [1011, 'You exceeded your current quota', true],
  ])('a close with %i %s ends the session; retryable %s', async (code, reason, retryable) => {
    const session = open();
    await ask(session);
    server.end(code, reason);
    await expect(session[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      ...{ provider: 'google', retryable, message: expect.stringContaining(reason) },
    });
  });

  test('a message that is no JSON ends the session, and another one may work', async () => {
    const session = open();
    await ask(session);
    server.send('{"serverContent":');
    await expect(session[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      ...{ provider: 'google', retryable: true },
      message: 'google sent a message that is not a JSON object',
    });
  });

  test('asks for another connection before the service closes this one, or when the tools change', async () => {
    const session = open();
    await ask(session);
    server.send({ goAway: { timeLeft: '50s' } });
    const expected = { provider: 'google', retryable: true, isPlanned: true };
    await expect(session[Symbol.asyncIterator]().next()).rejects.toMatchObject(expected);
    const tools = [{ name: 'late', description: 'Listed late', parameters: {} }];
    await expect(read(open().respond({ tools, signal }))).rejects.toMatchObject(expected);
  });
});
