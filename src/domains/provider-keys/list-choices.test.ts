import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';

const apiKey = 'sk-very-secret-0123456789-wxyz';
const asked: string[] = [];
let status = 200;
/** A server of one's own with OpenAI's protocol and 120 voices. */
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization}`);
  response.writeHead(status, { 'content-type': 'application/json' });
  if (status !== 200) return response.end(JSON.stringify({ error: { message: `Wrong key ${apiKey}` } }));
  if (request.url === '/v1/models') {
    return response.end(JSON.stringify({ data: [{ id: 'llama-3' }, { id: 'kokoro' }, { id: 'whisper-1' }] }));
  }
  const voices = Array.from({ length: 120 }, (_, n) => ({
    id: `voice-${n}`,
    language: n < 5 ? 'pl-PL' : 'en',
  }));
  response.end(JSON.stringify({ voices }));
});

let world: ApiWorld;
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
  const body = { provider: 'openai', apiKey, baseUrl, name: 'Ours' };
  expect((await world.request('POST', '/api/provider-keys', { body })).status).toBe(201);
});
afterAll(async () => {
  await world.close();
  server.close();
});

const get = (path: string, more = {}) => world.request('GET', path, more);

it('lists the models of a part, and asks the vendor once', async () => {
  const of = async (query: string) =>
    (await get(`/api/providers/openai/models?${query}`)).body.models.map(
      (one: { model: string }) => one.model,
    );
  expect(await of('kind=model')).toEqual(['llama-3']);
  expect(await of('kind=voice')).toEqual(['kokoro']);
  expect(await of('kind=transcriber&key=Ours')).toEqual(['whisper-1']);
  expect(await of('search=LAMA')).toEqual(['llama-3']);
  expect(asked).toEqual([`/v1/models Bearer ${apiKey}`]);
});

it('lists voices by language and search, page by page', async () => {
  const first = await get('/api/providers/openai/voices?language=pl&pageSize=3&search=voice');
  expect(first.body.voices.map((one: { voice: string }) => one.voice)).toEqual([
    'voice-0',
    'voice-1',
    'voice-2',
  ]);
  expect(first.body).toMatchObject({
    ...{ askedAt: expect.any(String), knownOn: null, truncatedAt: null, problem: null },
  });
  const next = await world.request('GET', first.body.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
  expect(next.body.voices).toEqual([
    { voice: 'voice-3', name: null, detail: null, gender: null, languages: ['pl-PL'], models: null },
    { voice: 'voice-4', name: null, detail: null, gender: null, languages: ['pl-PL'], models: null },
  ]);
  expect(next.body.metadata.nextPage).toBeNull();
});

it('says why a vendor was not asked, and lists what Parley knows', async () => {
  const { body } = await get('/api/providers/deepgram/models?kind=transcriber');
  expect(body.problem).toEqual({ reason: 'no-key', message: expect.stringContaining('Deepgram') });
  const named = await world.request('GET', '/api/providers/deepgram/models?key=Other');
  expect(named.body.problem.message).toContain('no key of Deepgram with the name “Other”');
  expect(body).toMatchObject({ askedAt: null, knownOn: '2026-11-26' });
  expect(body.models).toContainEqual({
    ...{ model: 'nova-3', name: 'Nova-3', kinds: ['transcriber'], languages: null },
  });
  expect((await get('/api/providers/flite/voices')).body).toMatchObject({
    problem: null,
    voices: [{}, {}, {}],
  });
});

it.each([
  ['groq', 'Groq has no voices to list: Parley uses it for language models. GET /api/providers/groq/models'],
  [
    'gladia',
    'Gladia has no voices to list: Parley uses it for transcribers. GET /api/providers/gladia/models',
  ],
  [
    'pocketsphinx',
    'PocketSphinx, embedded has no voices to list: Parley uses it for transcribers. GET /api/providers names',
  ],
])('says what %s is for when it is asked for voices', async (provider, words) => {
  const { body } = await get(`/api/providers/${provider}/voices`);
  expect(body.voices).toEqual([]);
  expect(body.problem).toEqual({ reason: 'no-list', message: expect.stringContaining(words) });
});

it('rejects a language that is none, for a trial too', async () => {
  const input = { kind: 'voice', text: 'Hello', language: '!!' };
  const { status: answered, body } = await world.request('POST', '/api/providers/openai/try', {
    body: input,
  });
  expect([answered, body.details?.[0]]).toEqual([
    400,
    { field: 'language', message: 'must be a BCP 47 language tag such as en-US' },
  ]);
});

it('reports a vendor that fails, without the key', async () => {
  status = 401;
  try {
    const body = { provider: 'mistral', apiKey, baseUrl };
    expect((await world.request('POST', '/api/provider-keys', { body })).status).toBe(201);
    const answer = await get('/api/providers/mistral/models');
    expect([answer.status, answer.body.models]).toEqual([200, []]);
    expect(answer.body.problem).toEqual({
      reason: 'failed',
      message: 'Mistral could not be asked: mistral answered 401: Wrong key [redacted]',
    });
  } finally {
    status = 200;
  }
});

it('uses no key of another organization', async () => {
  const { key } = await world.foundOrganization('Strangers');
  const { body } = await get('/api/providers/openai/models', { key });
  expect([body.models, body.problem.reason]).toEqual([[], 'no-key']);
});

it.each([
  ['/api/providers/nobody/models', 404, undefined],
  ['/api/providers/openai/models?kind=ear', 400, 'kind'],
  ['/api/providers/openai/voices?language=p', 400, 'language'],
  ['/api/providers/openai/voices?language=!!', 400, 'language'],
  ['/api/agent-presets?language=p_l', 400, 'language'],
  ['/api/providers/openai/voices?pageToken=x', 400, 'pageToken'],
])('rejects %s with %i', async (path, expected, field) => {
  const answer = await get(path);
  expect([answer.status, answer.body.details?.[0]?.field]).toEqual([expected, field]);
});
