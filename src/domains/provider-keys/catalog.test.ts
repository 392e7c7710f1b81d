import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { isPocketSphinxInstalled } from '../../conversation/providers/pocketsphinx/index.ts';

const apiKey = 'sk-very-secret-0123456789-wxyz';
const seen: { method: string | undefined; url: string | undefined; authorization: string | undefined }[] = [];
let status = 200;
/** A vendor with the protocol of OpenAI. It repeats the key in its errors, as some vendors do. */
const vendor = createServer((request, response) => {
  const { method, url, headers } = request;
  seen.push({ method, url, authorization: headers.authorization });
  request.resume();
  if (status !== 200) {
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ error: { message: `Incorrect key: ${headers.authorization}` } }));
  }
  if (url === '/v1/audio/speech') return response.end(Buffer.alloc(48_000));
  if (url === '/v1/models') return response.end(JSON.stringify({ data: [] }));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const content of ['It is ', 'noon.']) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  }
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
});

let world: ApiWorld;
let baseUrl: string;
let providerKeyId: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`;
  world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
  providerKeyId = await store({ provider: 'openai', apiKey, baseUrl, name: 'Main' });
});
afterAll(async () => {
  await world.close();
  vendor.close();
});

async function store(body: object): Promise<string> {
  const answer = await world.request('POST', '/api/provider-keys', { body });
  expect(answer.status).toBe(201);
  return answer.body.providerKeyId;
}
const check = async (id: string) => (await world.request('POST', `/api/provider-keys/${id}/check`)).body;
const attempt = (provider: string, body: object) =>
  world.request('POST', `/api/providers/${provider}/try`, { body });

it('lists every provider with its kinds and the stored keys', async () => {
  const { body } = await world.request('GET', '/api/providers');
  const of = (name: string) => body.providers.find(({ provider }: { provider: string }) => provider === name);
  expect(body.providers.length).toBe(32);
  expect(of('openai')).toEqual({
    ...{ provider: 'openai', label: 'OpenAI', isEmbedded: false, keyFields: [], needsBaseUrl: false },
    languages: null,
    prices: expect.any(Array),
    kinds: ['model', 'voice', 'transcriber', 'speechToSpeech', 'embedding'],
    keys: [{ providerKeyId, name: 'Main', baseUrl }],
  });
  expect(of('openai').prices).toContainEqual({
    ...{ kind: 'language-model', model: 'gpt-4.1', unit: 'output-tokens', amount: '8.00', per: 1_000_000 },
    ...{
      note: null,
      checkedOn: '2026-08-11',
      source: 'https://developers.openai.com/api/docs/models/gpt-4.1',
    },
  });
  expect(of('hume').prices).toEqual([]);
  expect(of('flite')).toMatchObject({ kinds: ['voice'], isEmbedded: true, languages: ['en'], keys: [] });
  expect(of('polly').keyFields).toEqual([
    { field: 'region', isRequired: true, replacedBy: null },
    { field: 'accessKeyId', isRequired: true, replacedBy: null },
  ]);
  expect(of('azure').keyFields).toEqual([
    { field: 'resource', isRequired: true, replacedBy: 'baseUrl' },
    { field: 'apiVersion', isRequired: false, replacedBy: null },
  ]);
  expect([of('azure-speech').needsBaseUrl, of('websocket').needsBaseUrl]).toEqual([false, true]);
});

describe('the check of a key', () => {
  it('sends the cheapest request, and reports that the vendor accepts the key', async () => {
    seen.length = 0;
    const answer = { outcome: 'accepted', message: 'OpenAI accepted the key.', tookMs: expect.any(Number) };
    expect(await check(providerKeyId)).toEqual(answer);
    expect(seen).toEqual([{ method: 'GET', url: '/v1/models', authorization: `Bearer ${apiKey}` }]);
  });

  it.each([
    [401, 'refused', 'openai answered 401: Incorrect key: Bearer [redacted]'],
    [404, 'unknown', 'openai answered 404: Incorrect key: Bearer [redacted]'],
    [503, 'unreachable', 'openai answered 503: Incorrect key: Bearer [redacted]'],
  ])('reports a status of %i as %s, without the key', async (answered, outcome, message) => {
    status = answered;
    try {
      expect(await check(providerKeyId)).toMatchObject({ outcome, message });
    } finally {
      status = 200;
    }
  });

  it('reports an address that may not be reached, and a vendor without a cheap request', async () => {
    const hidden = await store({
      provider: 'openai',
      apiKey,
      baseUrl: 'http://127.0.0.2:9/v1',
      name: 'Hidden',
    });
    expect((await check(hidden)).outcome).toBe('unreachable');
    const rime = await store({ provider: 'rime', apiKey, baseUrl });
    expect(await check(rime)).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('Rime') });
    expect((await world.request('POST', '/api/provider-keys/pkey_x/check')).status).toBe(404);
  });
});

describe('a trial', () => {
  const main = { key: 'Main' };

  it('asks a model', async () => {
    const settings = { model: 'gpt-4.1-mini', ...main };
    const { status: answered, body } = await attempt('openai', {
      kind: 'model',
      settings,
      text: 'What time?',
    });
    expect([answered, body]).toEqual([
      200,
      {
        ...{ outcome: 'answered', message: null, text: 'It is noon.', audio: null },
        ...{ firstMs: expect.any(Number), tookMs: expect.any(Number) },
      },
    ]);
  });

  it('returns the speech of a voice as a WAV file', async () => {
    const { body } = await attempt('openai', { kind: 'voice', settings: main, text: 'Hello' });
    expect(body).toMatchObject({ outcome: 'answered', text: null, firstMs: expect.any(Number) });
    const file = Buffer.from(body.audio, 'base64');
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect([file.readUInt32LE(24), file.length]).toEqual([24_000, 44 + 48_000]);
  });

  it('needs no key for the embedded voice', async () => {
    const { body } = await attempt('flite', { kind: 'voice', text: 'Hello', language: 'en' });
    expect(body.outcome).toBe('answered');
    expect(Buffer.from(body.audio, 'base64').length).toBeGreaterThan(10_000);
  });

  it.skipIf(!isPocketSphinxInstalled())('lets a transcriber hear speech', async () => {
    const spoken = await attempt('flite', { kind: 'voice', text: 'yes please', language: 'en' });
    const file = Buffer.from(spoken.body.audio, 'base64');
    expect(file.readUInt32LE(24)).toBe(16_000);
    const { body } = await attempt('pocketsphinx', {
      ...{ kind: 'transcriber', text: 'yes please', language: 'en' },
      audio: file.subarray(44).toString('base64'),
    });
    expect(body).toMatchObject({ outcome: 'answered', text: 'yes please', audio: null });
  });

  it('reports the words of a provider that fails, without the key', async () => {
    status = 401;
    try {
      const { status: answered, body } = await attempt('openai', {
        kind: 'voice',
        settings: main,
        text: 'Hello',
      });
      expect([answered, body.outcome, body.audio]).toEqual([200, 'failed', null]);
      expect(body.message).toBe('openai answered 401: Incorrect key: Bearer [redacted]');
    } finally {
      status = 200;
    }
  });

  it.each([
    ['kind', 'anthropic', { kind: 'voice', text: 'Hello' }],
    ['text', 'openai', { kind: 'voice', text: 'x'.repeat(301) }],
    ['text', 'openai', { kind: 'model', text: ' ' }],
    ['audio', 'openai', { kind: 'voice', text: 'Hello', audio: 'AAAA' }],
    ['audio', 'openai', { kind: 'transcriber' }],
    ['audio', 'openai', { kind: 'transcriber', audio: '?' }],
    ['settings.model', 'openai', { kind: 'model', text: 'Hello' }],
    ['settings.speed', 'openai', { kind: 'voice', settings: { speed: 9 }, text: 'Hello' }],
    ['settings.fallback', 'openai', { kind: 'voice', settings: { fallback: null }, text: 'Hello' }],
  ])('names %s when it is rejected', async (field, provider, body) => {
    const answer = await attempt(provider, body);
    expect([answer.status, answer.body.details?.[0].field]).toEqual([400, field]);
  });

  it('answers 404 without a key, and 429 after 30 in a minute', async () => {
    expect((await attempt('hume', { kind: 'voice', text: 'Hello' })).body.code).toBe(
      'provider_key.not_found',
    );
    const { key } = await world.foundOrganization('Strangers');
    const body = { kind: 'voice', text: 'Hi' };
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      statuses.push((await world.request('POST', '/api/providers/flite/try', { body, key })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });
});
