import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProviderError, wholeSpeech } from './kit/index.ts';
import { createProviders, keyedProviders, type Providers, providerNames } from './registry.ts';
import { type LocalService, startLocalService } from './testing/index.ts';

const asked: { path: string; authorization: string | undefined }[] = [];
const keys = new Map<string, { providerKeyId: string; apiKey: string | null; baseUrl: string | null }>();
const lookups: string[] = [];
let service: LocalService;
let providers: Providers;
const dispatcher = new Agent();
const variables = { name: 'Ann' };
const plain = { model: null, messages: [], tools: [], language: 'en', temperature: null };
const request = { ...plain, outputTokensMax: null, responseSchema: null, state: null };

beforeAll(async () => {
  service = await startLocalService({
    onRequest(incoming, response) {
      asked.push({ path: incoming.url!, authorization: incoming.headers.authorization });
      response.end(Buffer.alloc(4_800));
    },
  });
  providers = createProviders({
    async credentials(organizationId, provider, name) {
      lookups.push(`${organizationId} ${provider} ${name}`);
      return keys.get(`${organizationId} ${provider} ${name}`) ?? null;
    },
    dispatcher,
  });
});
afterAll(async () => {
  await providers[Symbol.asyncDispose]();
  await dispatcher.close();
  service.close();
});

const failureOf = (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => expect.fail('it was opened'),
    (error) => error,
  );

test('every provider has its kinds', () => {
  expect(providerNames('languageModel')).toEqual(['scripted', 'openai', 'anthropic']);
  expect(providerNames('textToSpeech')).toEqual(['flite', 'openai', 'deepgram', 'elevenlabs', 'cartesia']);
  expect(providerNames('speechToText')).toEqual(['pocketsphinx', 'openai', 'deepgram']);
});

describe('a configuration', () => {
  test('without one there is the embedded voice, and nobody who listens or answers', async () => {
    expect((await providers.textToSpeech(null, 'org_1')).name).toBe('flite');
    expect(await providers.languageModel(null, 'org_1', variables)).toBeNull();
    expect(await providers.speechToText(null, 'org_1')).toBeNull();
    expect(lookups).toEqual([]);
  });

  test('is opened with the organization’s key, at its address, and shared', async () => {
    const baseUrl = `${service.baseUrl}/v1`;
    keys.set('org_1 openai null', { providerKeyId: 'pkey_1', apiKey: 'sk-of-org-1', baseUrl });
    keys.set('org_2 openai mine', { providerKeyId: 'pkey_2', apiKey: 'sk-of-org-2', baseUrl });
    const speak = async (organizationId: string, config: object) => {
      const voice = await providers.textToSpeech({ provider: 'openai', ...config }, organizationId);
      expect(await providers.textToSpeech({ provider: 'openai', ...config }, organizationId)).toBe(voice);
      const audio = await wholeSpeech(voice.speak({ text: 'Hi.', voice: null, language: null }));
      return audio.pcm.length;
    };
    expect(await speak('org_1', {})).toBe(2_400);
    expect(await speak('org_2', { key: 'mine' })).toBe(2_400);
    expect(asked).toEqual([
      { path: '/v1/audio/speech', authorization: 'Bearer sk-of-org-1' },
      { path: '/v1/audio/speech', authorization: 'Bearer sk-of-org-2' },
    ]);
  });

  test.each(keyedProviders)('%s can be had for all that it does, and not without a key', async (provider) => {
    for (const kind of ['languageModel', 'textToSpeech', 'speechToText'] as const) {
      if (!providerNames(kind).includes(provider)) continue;
      const missing = await failureOf(providers[kind]({ provider }, 'org_3', variables));
      expect([missing.provider, missing.retryable]).toEqual([provider, false]);
      expect(missing.message).toBe(
        `The organization has no key of ${provider}; add one with POST /api/provider-keys`,
      );
      const found = { providerKeyId: `pkey_${provider}`, apiKey: 'a-key', baseUrl: null };
      keys.set(`org_4 ${provider} null`, found);
      expect((await providers[kind]({ provider }, 'org_4', variables))?.name).toBe(provider);
    }
  });

  test.each([
    ['textToSpeech', { provider: 'anthropic' }, '"anthropic" is no voice; there are flite, openai'],
    ['languageModel', { provider: 'constructor' }, '"constructor" is no language model'],
    ['speechToText', { provider: 'flite' }, '"flite" is no recognizer'],
    ['languageModel', { provider: 'openai', model: 5 }, 'openai: the setting model must be a text'],
    ['languageModel', { provider: 'openai', key: 'other' }, 'no key of openai with the name "other"'],
    ['speechToText', { provider: 'deepgram', endpointingMs: 0 }, 'endpointingMs must be a whole number'],
    ['languageModel', { provider: 'scripted' }, 'dialogue: '],
    ['languageModel', { provider: 'scripted', dialogue: { start: 'a', nodes: {} } }, 'dialogue.'],
  ] as const)('%s with %j says what is wrong', async (kind, config, message) => {
    const found = { providerKeyId: 'pkey_d', apiKey: 'a-key', baseUrl: null };
    keys.set('org_7 deepgram null', found);
    keys.set('org_7 openai null', found);
    const failure = await failureOf(providers[kind](config, 'org_7', variables));
    expect(failure.retryable).toBe(false);
    expect(failure.message).toContain(message);
  });

  test('with a newer key is another provider', async () => {
    const voice = () => providers.textToSpeech({ provider: 'cartesia' }, 'org_6');
    const key = { providerKeyId: 'pkey_old', apiKey: 'old-key', baseUrl: null };
    keys.set('org_6 cartesia null', key);
    const old = await voice();
    expect(await voice()).toBe(old);
    keys.set('org_6 cartesia null', { ...key, providerKeyId: 'pkey_new' });
    expect(await voice()).not.toBe(old);
  });

  test('of a model that is late asks the fallback too', async () => {
    let isStuck = false;
    const eventOf = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })}\n\n`;
    const services = await startLocalService({
      onRequest(incoming, response) {
        const isFirst = incoming.url!.startsWith('/first');
        if (!isFirst || !isStuck) response.end(eventOf(isFirst ? 'first' : 'second'));
      },
    });
    for (const name of ['first', 'second']) {
      const found = {
        providerKeyId: `pkey_${name}`,
        apiKey: 'a-key',
        baseUrl: `${services.baseUrl}/${name}`,
      };
      keys.set(`org_5 openai ${name}`, found);
    }
    const config = { provider: 'openai', key: 'first', fallback: { provider: 'openai', key: 'second' } };
    const say = async () => {
      const model = await providers.languageModel(config, 'org_5', variables);
      let words = '';
      for await (const part of model!.answer(request)) if (part.type === 'text-delta') words += part.text;
      return words;
    };
    for (let n = 0; n < 20; n++) expect(await say()).toBe('first');
    isStuck = true;
    expect(await say()).toBe('second');
    services.close();
  });

  test('of the scripted model is a conversation of its own', async () => {
    const dialogue = { start: 'a', nodes: { a: { say: 'Hello {{name}}.', end: true } } };
    const model = await providers.languageModel({ provider: 'scripted', dialogue }, 'org_1', variables);
    let words = '';
    for await (const part of model!.answer(request)) if (part.type === 'text-delta') words += part.text;
    expect(words).toBe('Hello Ann.');
  });
});
