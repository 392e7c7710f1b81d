import { MockAgent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import type { KeyedProvider } from '../catalog.ts';
import { answers } from './fixtures.ts';
import { ListCache, type Lists } from './lists.ts';

const apiKey = 'sk-very-secret-0123456789';
const agents: MockAgent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});

/** A vendor that answers only the expected requests. */
function vendorOf(expected: (typeof answers)[number]['requests']): MockAgent {
  const agent = new MockAgent();
  agents.push(agent);
  agent.disableNetConnect();
  for (const { url, headers = {}, status = 200, body } of expected) {
    const { origin, pathname, search } = new URL(url);
    agent
      .get(origin)
      .intercept({ path: `${pathname}${search}`, method: 'GET', headers })
      .reply(status, typeof body === 'string' ? body : JSON.stringify(body));
  }
  return agent;
}

function ask<What extends keyof Lists>(
  what: What,
  provider: KeyedProvider,
  agent: MockAgent,
  key: object = {},
) {
  return new ListCache().of(what, provider, { providerKeyId: 'pkey_1', apiKey, dispatcher: agent, ...key });
}

test.each(answers)('$what of $provider', async ({ what, provider, key, requests, items }) => {
  const agent = vendorOf(requests);
  const list = await ask(what, provider, agent, key);
  expect(list.problem).toBeNull();
  expect(list.askedAt).toBeInstanceOf(Date);
  expect(list.items).toEqual(expect.arrayContaining(items.map((item) => expect.objectContaining(item))));
  agent.assertNoPendingInterceptors();
});

test('models for other purposes are left out', async () => {
  const data = ['gpt-4.1', 'text-embedding-3-small', 'whisper-1', 'gpt-realtime', 'dall-e-3', 'tts-1'];
  const body = { data: data.map((id) => ({ id })) };
  const agent = vendorOf([{ url: 'https://api.openai.com/v1/models', body }]);
  const { items } = await ask('models', 'openai', agent);
  expect(items.map(({ id, kinds }) => [id, ...kinds])).toEqual([
    ['gpt-4.1', 'languageModel'],
    ['text-embedding-3-small', 'embedding'],
    ['whisper-1', 'speechToText'],
    ['gpt-realtime', 'speechToSpeech'],
    ['tts-1', 'textToSpeech'],
  ]);
});

test.each([
  [
    401,
    '{"error": {"message": "Incorrect key: sk-very-secret-0123456789"}}',
    'answered 401: Incorrect key: [redacted]',
  ],
  [200, 'not JSON', 'answered with something that is not JSON'],
  [503, '', 'answered 503'],
])('an answer of %i is a problem, and the own list remains', async (status, body, words) => {
  const agent = vendorOf([{ url: 'https://api.deepgram.com/v1/models', status, body }]);
  const { items, problem } = await ask('models', 'deepgram', agent);
  expect(problem).toEqual({ reason: 'failed', message: expect.stringContaining(words) });
  expect(JSON.stringify(problem)).not.toContain(apiKey);
  expect(items.map(({ id }) => id)).toContain('nova-3');
});

test.each([null, [], { data: 5 }, { data: [null, 5, {}, { id: 7 }, { id: 'x'.repeat(300) }] }])(
  '%j is an empty list',
  async (body) => {
    const agent = vendorOf([{ url: 'https://api.groq.com/openai/v1/models', body }]);
    expect(await ask('models', 'groq', agent)).toMatchObject({ items: [], problem: null });
  },
);

test('without a key, and without a list, Parley says so and shows its own', async () => {
  const cache = new ListCache();
  expect(await cache.of('models', 'mistral', null)).toMatchObject({
    items: [],
    problem: { reason: 'no-key' },
  });
  expect(await cache.of('models', 'azure', null)).toMatchObject({
    items: [],
    problem: { reason: 'no-list' },
  });
  const gladia = await cache.of('models', 'gladia', null);
  expect(gladia).toMatchObject({ items: [{ id: 'solaria-1' }], problem: null, knownOn: '2026-11-26' });
  expect(await cache.of('voices', 'flite', null)).toMatchObject({
    items: [{ id: 'slt' }, {}, {}],
    problem: null,
  });
});

test('the oldest lists are forgotten when all have too many items', async () => {
  const data = Array.from({ length: 3_000 }, (_, n) => ({ id: `model-${n}` }));
  const cache = new ListCache();
  const keyOf = (n: number) => ({ providerKeyId: `pkey_${n}`, apiKey });
  for (let n = 0; n < 21; n++) {
    const agent = vendorOf([{ url: 'https://api.groq.com/openai/v1/models', body: { data } }]);
    await cache.of('models', 'groq', { ...keyOf(n), dispatcher: agent });
  }
  expect([0, 1, 20].map((n) => cache.isKnown('models', 'groq', keyOf(n)))).toEqual([false, true, true]);
});

test('a list is remembered for ten minutes, a failure for seconds', async () => {
  let nowMs = 0;
  const cache = new ListCache(() => nowMs);
  const url = 'https://api.mistral.ai/v1/models';
  const key = { providerKeyId: 'pkey_1', apiKey };
  const idsOf = async (requests: (typeof answers)[number]['requests']) => {
    const { items } = await cache.of('models', 'mistral', { ...key, dispatcher: vendorOf(requests) });
    return items.map(({ id }) => id);
  };
  expect(await idsOf([{ url, status: 500, body: '' }])).toEqual([]);
  nowMs = 19_000;
  expect(cache.isKnown('models', 'mistral', key)).toBe(true);
  nowMs = 21_000;
  expect(cache.isKnown('models', 'mistral', key)).toBe(false);
  expect(await idsOf([{ url, body: { data: [{ id: 'mistral-small-latest' }] } }])).toEqual([
    'mistral-small-latest',
  ]);
  nowMs = 600_000;
  expect(await idsOf([])).toEqual(['mistral-small-latest']);
  nowMs = 622_000;
  expect(await idsOf([{ url, body: { data: [{ id: 'new' }] } }])).toEqual(['new']);
});

test('says how many items were read of a longer list', async () => {
  const base = 'https://api.elevenlabs.io/v2/voices?page_size=100';
  const pages = Array.from({ length: 20 }, (_, n) => ({
    url: n === 0 ? base : `${base}&next_page_token=${n}`,
    body: {
      voices: [{ voice_id: `voice-${n}`, name: 'A voice' }],
      ...{ has_more: true, next_page_token: String(n + 1) },
    },
  }));
  const cut = await ask('voices', 'elevenlabs', vendorOf(pages));
  expect([cut.items.length, cut.truncatedAt, cut.problem]).toEqual([20, 20, null]);

  const last = { ...pages[19]!, body: { ...pages[19]!.body, has_more: false } };
  const whole = await ask('voices', 'elevenlabs', vendorOf([...pages.slice(0, 19), last]));
  expect([whole.items.length, whole.truncatedAt]).toEqual([20, null]);

  const many = Array.from({ length: 3_001 }, (_, n) => ({ canonical_name: `voice-${n}` }));
  const deepgram = [{ url: 'https://api.deepgram.com/v1/models', body: { tts: many } }];
  expect(await ask('voices', 'deepgram', vendorOf(deepgram))).toMatchObject({ truncatedAt: 3_000 });

  const fish = ['self=true', 'sort_by=task_count'].map((query) => ({
    url: `https://api.fish.audio/model?page_size=100&${query}`,
    body: {
      total: query === 'self=true' ? 1 : 2_000_000,
      items: [{ _id: query, type: 'tts', title: 'A voice' }],
    },
  }));
  expect(await ask('voices', 'fish-audio', vendorOf(fish))).toMatchObject({ truncatedAt: 2 });
});
