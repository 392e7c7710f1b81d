import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelPart, ModelRequest } from '../interfaces/index.ts';
import {
  chatFixtures,
  deltaOf,
  describeLanguageModel,
  doneEvent,
  eventOf,
  ModelServer,
  unansweredCall,
} from '../testing/index.ts';
import { OpenAiLanguageModel } from './index.ts';

const apiKey = 'sk-test-0123456789';
let custom: readonly string[] | null = null;

const server = new ModelServer({
  path: '/v1/chat/completions',
  fixtures: {
    ...chatFixtures,
    get text() {
      return custom ?? chatFixtures.text;
    },
  },
  failureBody: (_, message) => ({
    error: { message, type: 'invalid_request_error', param: null, code: null },
  }),
  objectTo(request, body) {
    if (request.headers.authorization !== `Bearer ${apiKey}`) return 'Incorrect API key provided';
    if (body.stream !== true || typeof body.model !== 'string') return 'no model';
    return unansweredCall(body.messages);
  },
});

interface ChatMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { arguments: string } }[];
}

let model: OpenAiLanguageModel;
const service = { baseUrl: '' };
beforeAll(async () => {
  service.baseUrl = `${await server.start()}/v1/`;
  model = new OpenAiLanguageModel({ apiKey, ...service });
});
afterAll(() => server.close());

describeLanguageModel('openai', { create: () => model, apiKey, server });

describe('openai', () => {
  const request: ModelRequest = {
    model: 'a-model',
    messages: [{ role: 'user', content: 'Hello', input: 'speech' }],
    tools: [],
    language: null,
    temperature: null,
    outputTokensMax: null,
    responseSchema: null,
    state: null,
  };
  const read = async (events: readonly string[], more: Partial<ModelRequest> = {}): Promise<ModelPart[]> => {
    custom = events;
    server.answerWith('text');
    try {
      const parts: ModelPart[] = [];
      for await (const part of model.answer({ ...request, ...more })) parts.push(part);
      return parts;
    } finally {
      custom = null;
    }
  };
  const lastBody = () => server.bodies.at(-1)! as Record<string, unknown> & { messages: ChatMessage[] };

  test('a request says what is wanted, and nothing that was not', async () => {
    await read([doneEvent]);
    expect(Object.keys(lastBody()).toSorted()).toEqual(['messages', 'model', 'stream', 'stream_options']);
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    await read([doneEvent], {
      temperature: 0.2,
      outputTokensMax: 50,
      responseSchema: { name: 'thing', schema },
      tools: [{ name: 'end_call', description: 'Ends it.', parameters: {} }],
    });
    expect(lastBody()).toMatchObject({
      model: 'a-model',
      temperature: 0.2,
      max_tokens: 50,
      response_format: { type: 'json_schema', json_schema: { name: 'thing', schema, strict: false } },
      tools: [
        {
          type: 'function',
          function: {
            name: 'end_call',
            description: 'Ends it.',
            parameters: { type: 'object', properties: {} },
          },
        },
      ],
    });
  });

  test("applies the model's options to requests without limits or with higher ones", async () => {
    const { baseUrl } = service;
    const own = new OpenAiLanguageModel({ apiKey, baseUrl, model: 'own-model', outputTokensMax: 100 });
    for (const [model, most, expected] of [
      [null, null, ['own-model', 100]],
      ['other', 2_000, ['other', 100]],
      [null, 20, ['own-model', 20]],
    ] as const) {
      for await (const _ of own.answer({ ...request, model, outputTokensMax: most })) break;
      expect([lastBody().model, lastBody().max_tokens]).toEqual(expected);
    }
  });

  test("adds the vendor's own options, which replace none of the request", async () => {
    const providerOptions = { top_k: 5, model: 'another', stream: false };
    const own = new OpenAiLanguageModel({ apiKey, ...service, providerOptions });
    for await (const _ of own.answer(request)) break;
    expect(lastBody()).toMatchObject({ top_k: 5, model: 'a-model', stream: true });
  });

  test('requests strict mode for a closed schema', async () => {
    const schema = {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: {}, additionalProperties: false, required: [] },
        },
      },
      required: ['a'],
      additionalProperties: false,
    };
    await read([doneEvent], { responseSchema: { name: 'thing', schema } });
    expect(lastBody().response_format).toMatchObject({ json_schema: { strict: true } });
  });

  test('repairs a tool call without a result, and a result without a call', async () => {
    const call = { id: 'call_9', name: 'book_table', arguments: { guests: 2 } };
    await read([doneEvent], {
      messages: [
        { role: 'tool', toolCallId: 'call_0', name: 'gone', content: 'x' },
        { role: 'bot', content: '', toolCalls: [call, { ...call, id: 'call_10' }] },
        { role: 'user', content: '', input: 'none' },
        { role: 'tool', toolCallId: 'call_10', name: 'book_table', content: 'booked' },
        { role: 'user', content: '42#', input: 'dtmf' },
      ],
    });
    expect(lastBody().messages.map(({ role, content }) => [role, content])).toEqual([
      ['assistant', null],
      ['tool', expect.stringContaining('interrupted')],
      ['tool', 'booked'],
      ['user', '[The user says nothing]'],
      ['user', '[The user pressed the keys 42#]'],
    ]);
    expect(lastBody().messages[0]?.tool_calls?.[0]?.function.arguments).toBe('{"guests":2}');
  });

  test('accepts servers that omit ids, indexes, usage or the reason', async () => {
    const call = (name: string, given: unknown) => ({
      tool_calls: [{ function: { name, arguments: given } }],
    });
    const parts = await read([
      ': a comment\n\n',
      deltaOf(call('a', '{"x":')),
      deltaOf({ tool_calls: [{ function: { arguments: '1}' } }] }),
      deltaOf(call('b', { y: 2 })),
      deltaOf({ content: null }, 'stop'),
      eventOf({ choices: null }),
    ]);
    expect(parts).toEqual([
      { type: 'tool-call', call: { id: expect.stringMatching(/^call_/), name: 'a', arguments: { x: 1 } } },
      { type: 'tool-call', call: { id: expect.stringMatching(/^call_/), name: 'b', arguments: { y: 2 } } },
      { type: 'finish', reason: 'tool-calls', usage: {}, state: null },
    ]);
    expect(await read([deltaOf({ content: 'Hi' }), doneEvent])).toMatchObject([
      { text: 'Hi' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test.each([
    [
      'arguments that are no JSON',
      [
        deltaOf({ tool_calls: [{ index: 0, id: 'x', function: { name: 'a', arguments: '{"x"' } }] }),
        deltaOf({}, 'tool_calls'),
      ],
      true,
    ],
    ['a chunk that is no JSON', ['data: <html>\n\n'], true],
    [
      'a failure in mid-answer',
      [deltaOf({ content: 'Hi' }), eventOf({ error: { message: 'overloaded', code: 503 } })],
      true,
    ],
    ['a request that fails in mid-answer', [eventOf({ error: { message: 'too long', code: 400 } })], false],
    ['nothing at all', [], true],
  ])('%s is a failure', async (_, events, retryable) => {
    await expect(read(events)).rejects.toMatchObject({ provider: 'openai', retryable });
  });
});
