import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelPart, ModelRequest } from '../interfaces/index.ts';
import { describeLanguageModel, ModelServer } from '../testing/index.ts';
import { end, eventOf, messageFixtures, start } from './fixtures.ts';
import { AnthropicLanguageModel } from './index.ts';

const apiKey = 'sk-ant-test-0123456789';
let custom: readonly string[] | null = null;

interface Turn {
  role: string;
  content: { type: string; text?: string; id?: string; tool_use_id?: string }[];
}

/**
 * Returns the service's objection to turns of the wrong side, to empty blocks, and to calls without results in the next
 * turn; null for valid turns.
 */
function objectionTo(turns: Turn[]): string | null {
  if (turns[0]?.role !== 'user') return 'first message must use the "user" role';
  for (const [at, { role, content }] of turns.entries()) {
    if (turns[at + 1]?.role === role) return 'roles must alternate';
    if (content.length === 0 || content.some(({ text }) => text?.trim() === ''))
      return 'text must be non-empty';
    const ids = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    const answered = (turns[at + 1]?.content ?? []).slice(0, ids.length).map((block) => block.tool_use_id);
    if (ids.length > 0 && ids.join() !== answered.join()) return 'tool_use without tool_result';
  }
  return null;
}

const server = new ModelServer({
  path: '/v1/messages',
  fixtures: {
    ...messageFixtures,
    get text() {
      return custom ?? messageFixtures.text;
    },
  },
  failureBody: (_, message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  objectTo(request, body) {
    if (request.headers['x-api-key'] !== apiKey) return 'invalid x-api-key';
    if (request.headers['anthropic-version'] !== '2023-06-01') return 'anthropic-version: header is required';
    if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required';
    return objectionTo(body.messages as Turn[]);
  },
});

let model: AnthropicLanguageModel;
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await server.start();
  model = new AnthropicLanguageModel({ apiKey, baseUrl });
});
afterAll(() => server.close());

describeLanguageModel('anthropic', { create: () => model, apiKey, server });

describe('anthropic', () => {
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
  const lastBody = () => server.bodies.at(-1)! as Record<string, unknown> & { messages: Turn[] };
  const empty = [start, ...end('end_turn')];

  test('counts tokens read from and written to the cache separately, from any event', async () => {
    const usageOf = async (...reported: object[]) => {
      const [first, ...later] = reported;
      const message = { type: 'message_start', message: { id: 'msg_a', content: [], usage: first } };
      const deltas = later.map((usage) => ({
        ...{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
      }));
      const events = [message, ...deltas, { type: 'message_stop' }].map(eventOf);
      return (await read(events)).find((part) => part.type === 'finish')?.usage;
    };
    const cached = { cache_read_input_tokens: 900, cache_creation_input_tokens: 12 };
    const usage = { inputTokens: 20, cachedInputTokens: 900, cacheWriteInputTokens: 12, outputTokens: 9 };
    expect(await usageOf({ input_tokens: 20, ...cached, output_tokens: 1 }, { output_tokens: 9 })).toEqual(
      usage,
    );
    const atTheEnd = { input_tokens: 20, ...cached, output_tokens: 9 };
    expect(await usageOf({ input_tokens: 0, output_tokens: 1 }, atTheEnd)).toEqual(usage);
    const untold = { input_tokens: null, cache_read_input_tokens: 900, cache_creation_input_tokens: null };
    expect(
      await usageOf({ input_tokens: 20, ...cached, output_tokens: 1 }, { ...untold, output_tokens: 9 }),
    ).toEqual(usage);
    const all = { input_tokens: 0, cache_read_input_tokens: 900, cache_creation_input_tokens: null };
    expect(await usageOf(all, { input_tokens: 0, output_tokens: 9 })).toEqual({
      ...{ inputTokens: 0, cachedInputTokens: 900, outputTokens: 9 },
    });
  });

  test('a request says what is wanted, and nothing that was not', async () => {
    await read(empty);
    expect(Object.keys(lastBody()).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    await read(empty, {
      temperature: 1.7,
      outputTokensMax: 50,
      responseSchema: { name: 'thing', schema },
      tools: [{ name: 'end_call', description: 'Ends it.', parameters: {} }],
    });
    expect(lastBody()).toMatchObject({
      temperature: 1,
      max_tokens: 50,
      output_config: { format: { type: 'json_schema', schema } },
      tools: [
        { name: 'end_call', description: 'Ends it.', input_schema: { type: 'object', properties: {} } },
      ],
    });
  });

  test("adds the vendor's own options, which replace none of the request", async () => {
    const providerOptions = { top_k: 5, model: 'another', stream: false };
    const own = new AnthropicLanguageModel({ apiKey, baseUrl, providerOptions });
    for await (const _ of own.answer(request)) break;
    expect(lastBody()).toMatchObject({ top_k: 5, model: 'a-model', stream: true });
  });

  test('converts any conversation into a form that the service accepts', async () => {
    const call = { id: 'toolu_9', name: 'book_table', arguments: { guests: 2 } };
    await read(empty, {
      messages: [
        { role: 'system', content: 'You are kind.' },
        { role: 'system', content: 'You are brief.' },
        { role: 'bot', content: 'Good morning.' },
        { role: 'bot', content: ' ', toolCalls: [call] },
        { role: 'user', content: '', input: 'none' },
        { role: 'system', content: 'The caller was put on hold.' },
        { role: 'bot', content: '' },
        { role: 'user', content: '1', input: 'dtmf' },
      ],
    });
    expect(lastBody().system).toBe('You are kind.\n\nYou are brief.');
    expect(lastBody().messages.map(({ role, content }) => [role, content.map(({ type }) => type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['text', 'tool_use']],
      ['user', ['tool_result', 'text', 'text', 'text']],
    ]);
    await read(empty, { messages: [{ role: 'system', content: 'Greet.' }] });
    expect(lastBody().messages).toHaveLength(1);
  });

  test.each([
    [
      'an overload in mid-answer',
      [start, eventOf({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })],
      true,
    ],
    [
      'a refusal of the request in mid-answer',
      [start, eventOf({ type: 'error', error: { type: 'invalid_request_error', message: 'No' } })],
      false,
    ],
    ['an event that is no JSON', ['event: ping\ndata: pong\n\n'], true],
    ['nothing at all', [], true],
  ])('%s is a failure', async (_, events, retryable) => {
    await expect(read(events)).rejects.toMatchObject({ provider: 'anthropic', retryable });
  });

  test('ignores unknown events and blocks', async () => {
    const thinking = { type: 'thinking_delta', thinking: 'Hm' };
    const parts = await read([
      start,
      eventOf({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
      eventOf({ type: 'content_block_delta', index: 0, delta: thinking }),
      eventOf({ type: 'content_block_stop', index: 0 }),
      eventOf({ type: 'something_new' }),
      ...end('something_newer'),
    ]);
    expect(parts).toMatchObject([{ type: 'finish', reason: 'stop' }]);
  });
});
