import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/kernel/index.ts';
import { keyedProviders, languageProblem, providerNames } from './catalog.ts';
import { fliteVoices } from './flite/index.ts';
import { type KeyDetails, type ProviderError, wholeSpeech } from './kit/index.ts';
import { createProviders, type ProviderContext, type Providers, type ReadKeys } from './registry.ts';
import { type LocalService, startLocalService } from './testing/index.ts';

const asked: { path: string; authorization: string | undefined }[] = [];
const keys = new Map<
  string,
  { providerKeyId: string; apiKey: string | null; baseUrl: string | null } & KeyDetails
>();
const lookups: string[] = [];
let service: LocalService;
let providers: Providers;
const dispatcher = new Agent();
const context: ProviderContext = { organizationId: 'org_1', variables: { name: 'Ann' } };

beforeAll(async () => {
  service = await startLocalService({
    onRequest(request, response) {
      asked.push({ path: request.url!, authorization: request.headers.authorization });
      response.end(Buffer.alloc(4_800));
    },
  });
  providers = createProviders({
    async credentials(organizationId, provider, name) {
      lookups.push(`${organizationId} ${provider} ${name}`);
      return keys.get(`${organizationId} ${provider} ${name}`) ?? null;
    },
    dispatcher: async () => dispatcher,
    log: silentLog,
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

test('lists the kinds of every provider', () => {
  expect(providerNames('languageModel')).toEqual([
    ...['scripted', 'openai', 'anthropic', 'google', 'vertex', 'azure', 'bedrock', 'mistral', 'groq'],
    ...['cohere', 'xai', 'deepseek', 'together', 'fireworks', 'cerebras'],
  ]);
  expect(providerNames('textToSpeech')).toEqual([
    ...['flite', 'openai', 'deepgram', 'elevenlabs', 'rime', 'inworld', 'hume', 'fish-audio'],
    ...['azure-speech', 'google-cloud', 'polly', 'websocket', 'cartesia'],
  ]);
  expect(providerNames('speechToText')).toEqual([
    ...['pocketsphinx', 'openai', 'deepgram', 'elevenlabs', 'assemblyai', 'soniox', 'speechmatics'],
    ...['gladia', 'azure-speech', 'google-cloud', 'websocket'],
  ]);
});

test("lists the languages of the embedded voice's voices", () => {
  for (const { language } of fliteVoices) expect(languageProblem('flite', language)).toBeNull();
  expect(languageProblem('flite', 'de-DE')).toBe('flite supports only en, not de-DE');
  expect(languageProblem('openai', 'de-DE')).toBeNull();
  expect(languageProblem('flux-general-multi', 'de-DE')).toBeNull();
  expect(languageProblem('flux-general-en', 'de-DE')).toBe('flux-general-en supports only en, not de-DE');
});

describe('a configuration', () => {
  test('opens the providers without keys when there is none', async () => {
    const [voice, ...more] = await providers.textToSpeech(null, context);
    expect([voice?.name, more]).toEqual(['flite', []]);
    expect(await providers.languageModel(null, context)).toEqual([]);
    const transcribers = await providers.speechToText(null, context);
    expect(transcribers.map(({ name }) => name).join()).toMatch(/^(pocketsphinx)?$/);
    expect(lookups).toEqual([]);
    for (const one of [voice!, ...transcribers]) await one[Symbol.asyncDispose]();
  });

  test('speaks with the embedded voice at the given speed', async () => {
    const samples = async (speed: number | null) => {
      const [voice] = await providers.textToSpeech({ provider: 'flite', speed }, context);
      await using opened = voice!;
      return (await wholeSpeech(opened.speak({ text: 'Good day.', voice: null, language: null }))).pcm.length;
    };
    expect(await samples(2)).toBeLessThan(0.7 * (await samples(null)));
  });

  test('reads its key once for several lookups, and again in another call', async () => {
    keys.set('org_9 openai null', { providerKeyId: 'pkey_9', apiKey: 'sk', baseUrl: service.baseUrl });
    const before = lookups.length;
    const find = async (read: ReadKeys) => {
      const found = await providers.textToSpeech(
        { provider: 'openai' },
        { ...context, organizationId: 'org_9', keys: read },
      );
      for (const one of found) await one[Symbol.asyncDispose]();
    };
    const read: ReadKeys = new Map();
    await find(read);
    await find(read);
    expect(lookups.slice(before)).toEqual(['org_9 openai null']);
    await find(new Map());
    expect(lookups.length - before).toBe(2);
    lookups.length = before;
  });

  test("is opened with the organization's key and base URL", async () => {
    const baseUrl = `${service.baseUrl}/v1`;
    keys.set('org_1 openai null', { providerKeyId: 'pkey_1', apiKey: 'sk-of-org-1', baseUrl });
    keys.set('org_2 openai mine', { providerKeyId: 'pkey_2', apiKey: 'sk-of-org-2', baseUrl });
    const speak = async (organizationId: string, config: object) => {
      const [voice] = await providers.textToSpeech(
        { provider: 'openai', ...config },
        { ...context, organizationId },
      );
      const audio = await wholeSpeech(voice!.speak({ text: 'Hi.', voice: null, language: null }));
      await voice![Symbol.asyncDispose]();
      return audio.pcm.length;
    };
    expect(await speak('org_1', {})).toBe(2_400);
    expect(await speak('org_2', { key: 'mine' })).toBe(2_400);
    expect(asked).toEqual([
      { path: '/v1/audio/speech', authorization: 'Bearer sk-of-org-1' },
      { path: '/v1/audio/speech', authorization: 'Bearer sk-of-org-2' },
    ]);
  });

  test('gives a vendor all fields of its key', async () => {
    keys.set('org_6 bedrock null', {
      ...{ providerKeyId: 'pkey_6', apiKey: 'a-secret-access-key', baseUrl: service.baseUrl },
      ...{ region: 'eu-central-1', accessKeyId: 'AKIATEST' },
    });
    const config = { provider: 'bedrock', model: 'a-model' };
    const [model] = await providers.languageModel(config, { ...context, organizationId: 'org_6' });
    expect([model!.name, model!.model]).toEqual(['bedrock', 'a-model']);
    const request = {
      ...{ model: null, messages: [], tools: [], language: null, temperature: null },
      ...{ outputTokensMax: null, responseSchema: null, state: null },
    };
    await expect(model!.answer(request)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      ...{ provider: 'bedrock', retryable: true },
    });
    const { path, authorization } = asked.at(-1)!;
    expect(path).toBe('/model/a-model/converse-stream');
    expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\//);
    await model![Symbol.asyncDispose]();
  });

  test.each(keyedProviders)('%s can be opened for all its kinds, and not without a key', async (provider) => {
    const credentials = {
      providerKeyId: `pkey_${provider}`,
      apiKey: 'a-key',
      baseUrl: null,
      resource: 'mine',
    };
    for (const kind of ['languageModel', 'textToSpeech', 'speechToText'] as const) {
      if (!providerNames(kind).includes(provider)) continue;
      const missing = await failureOf(providers[kind]({ provider }, { ...context, organizationId: 'org_3' }));
      expect([missing.provider, missing.retryable]).toEqual([provider, false]);
      expect(missing.message).toBe(
        `The organization has no key of ${provider}; add one with POST /api/provider-keys`,
      );
      keys.set(`org_4 ${provider} null`, credentials);
      const [opened] = await providers[kind]({ provider }, { ...context, organizationId: 'org_4' });
      expect(opened?.name).toBe(provider);
      await opened![Symbol.asyncDispose]();
    }
  });

  test.each([
    ['textToSpeech', { provider: 'anthropic' }, '"anthropic" is not a voice; use one of flite, openai'],
    ['languageModel', { provider: 'constructor' }, '"constructor" is not a language model'],
    ['speechToText', { provider: 'flite' }, '"flite" is not a transcriber'],
    ['languageModel', { provider: 'openai', model: 5 }, 'openai: the setting model must be a text'],
    ['languageModel', { provider: 'openai', key: 'other' }, 'no key of openai with the name "other"'],
    ['speechToText', { provider: 'deepgram', endpointingMs: 0 }, 'endpointingMs must be a whole number'],
    [
      'speechToText',
      { provider: 'deepgram', endOfTurnThreshold: 1 },
      'endOfTurnThreshold must be a number from 0.5',
    ],
    ['languageModel', { provider: 'scripted' }, 'dialogue: '],
    ['languageModel', { provider: 'scripted', dialogue: { start: 'a', nodes: {} } }, 'dialogue.'],
  ] as const)('rejects %s with %j', async (kind, config, message) => {
    keys.set('org_1 deepgram null', { providerKeyId: 'pkey_d', apiKey: 'a-key', baseUrl: null });
    const failure = await failureOf(providers[kind](config, context));
    expect(failure.retryable).toBe(false);
    expect(failure.message).toContain(message);
  });

  test('opens fallbacks in order, and reports those that cannot be used', async () => {
    const problems: string[] = [];
    const config = {
      provider: 'cartesia',
      fallbacks: [{ provider: 'openai' }, { provider: 'flite' }, { provider: 'flite' }],
    };
    const voices = await providers.textToSpeech(config, {
      ...context,
      onProblem: ({ message }) => problems.push(message),
    });
    expect(voices.map(({ name }) => name)).toEqual(['openai', 'flite', 'flite']);
    expect(problems).toEqual([expect.stringContaining('no key of cartesia')]);
    for (const voice of voices) await voice[Symbol.asyncDispose]();
  });

  test('asks the fallback too when its model is late', async () => {
    let isStuck = false;
    const answer = (name: string) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content: name }, finish_reason: 'stop' }] })}\n\n`;
    const models = await startLocalService({
      async onRequest(request, response) {
        const isFirst = request.url!.startsWith('/first');
        if (isFirst && isStuck) return;
        response.end(answer(isFirst ? 'first' : 'second'));
      },
    });
    for (const name of ['first', 'second']) {
      const found = { providerKeyId: `pkey_${name}`, apiKey: 'a-key', baseUrl: `${models.baseUrl}/${name}` };
      keys.set(`org_5 openai ${name}`, found);
    }
    const config = { provider: 'openai', key: 'first', fallbacks: [{ provider: 'openai', key: 'second' }] };
    const say = async () => {
      const chain = await providers.languageModel(config, { ...context, organizationId: 'org_5' });
      expect(chain).toHaveLength(2);
      const request = { model: null, messages: [], tools: [], language: null, temperature: null };
      const more = { outputTokensMax: null, responseSchema: null, state: null };
      let words = '';
      for await (const part of chain[0]!.answer({ ...request, ...more })) {
        if (part.type === 'text-delta') words += part.text;
      }
      for (const model of chain) await model[Symbol.asyncDispose]();
      return words;
    };
    for (let n = 0; n < 20; n++) expect(await say()).toBe('first');
    isStuck = true;
    expect(await say()).toBe('second');
    models.close();
  });

  test('creates a separate scripted model for each conversation', async () => {
    const dialogue = { start: 'a', nodes: { a: { say: 'Hello {{name}}.', end: true } } };
    const [model] = await providers.languageModel({ provider: 'scripted', dialogue }, context);
    const words: string[] = [];
    const request = {
      model: null,
      messages: [],
      tools: [],
      language: 'en',
      temperature: null,
      outputTokensMax: null,
    };
    for await (const part of model!.answer({ ...request, responseSchema: null, state: null })) {
      if (part.type === 'text-delta') words.push(part.text);
    }
    expect(words.join('')).toBe('Hello Ann.');
  });
});

describe('the detector of ends of turns', () => {
  const open = (modelsDir: string | null, log = silentLog) =>
    createProviders({ credentials: async () => null, dispatcher: async () => dispatcher, log, modelsDir });

  test('is absent without a folder, and without a model in it', async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => expect.fail(line) });
    for (const folder of [null, import.meta.dirname]) {
      await using without = open(folder, log);
      expect(await without.turnDetector()).toBeNull();
    }
  });

  test('warns once of a folder that cannot be read', async () => {
    const lines: string[] = [];
    await using without = open('/nonexistent', pino({}, { write: (line: string) => lines.push(line) }));
    expect([await without.turnDetector(), await without.turnDetector()]).toEqual([null, null]);
    expect(lines).toEqual([expect.stringContaining('PARLEY_MODELS_DIR cannot be read: ENOENT')]);
  });

  test('is shared, and closes with the registry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'models-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'smart-turn.onnx'), '');
    const registry = open(folder);
    const [one, other] = [await registry.turnDetector(), await registry.turnDetector()];
    expect([one?.name, one === other]).toEqual(['smart-turn', true]);
    await registry[Symbol.asyncDispose]();
    const audio = { pcm: new Int16Array(), sampleRateHz: 8_000 };
    const { signal } = new AbortController();
    await expect(one!.judge(audio, { signal })).rejects.toThrow('the turn detector is closed');
    expect(await registry.turnDetector()).toBeNull();
  });
});
