import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { keyedProviders } from '../../conversation/providers/catalog.ts';
import { isPocketSphinxInstalled } from '../../conversation/providers/pocketsphinx/index.ts';
import {
  ownServerKey,
  type Preset,
  type PresetKey,
  presetsOf,
} from '../../conversation/providers/presets/index.ts';
import { Model, Transcriber, Voice } from '../agents/index.ts';

const key = (provider: PresetKey['provider'], more: Partial<PresetKey> = {}): PresetKey => ({
  ...{ provider, name: null, baseUrl: null, region: null },
  ...more,
});
const everyKey = keyedProviders.map((provider) => key(provider));
const of = (
  wish: Preset['wish'],
  keys: readonly PresetKey[],
  language = 'en-US',
  ownModel: string | null = null,
) =>
  presetsOf({
    ...{ keys, language, ownProblem: null, hasPocketSphinx: true },
    ownModel: ownModel === null ? null : { key: null, model: ownModel },
  }).find((preset) => preset.wish === wish)!;
const providersOf = ({ configuration: { model, voice, transcriber } }: Preset) =>
  [model, voice, transcriber].map((part) => part?.provider ?? null);

describe('a preset', () => {
  it.each(['en-US', 'de', 'pl', 'th'])('has settings that an agent may have, in %s', (language) => {
    for (const keys of [[], everyKey]) {
      for (const { configuration, choices } of presetsOf({
        ...{ keys, language, ownModel: null, ownProblem: null, hasPocketSphinx: true },
      })) {
        const { model, voice, transcriber } = configuration;
        if (model) Model.parse(model);
        if (voice) Voice.parse(voice);
        if (transcriber) Transcriber.parse(transcriber);
        expect(choices.length).toBe([model, voice, transcriber].filter(Boolean).length);
      }
    }
  });

  it('uses the embedded providers when no key is stored, and says which are missing', () => {
    const preset = of('lowest-latency', []);
    expect(providersOf(preset)).toEqual(['scripted', 'flite', 'pocketsphinx']);
    expect(preset.missing.map(({ part }) => part)).toEqual(['model', 'voice', 'transcriber']);
    expect(preset.missing[0]?.providers).toContain('groq');
    expect(providersOf(of('lowest-latency', [], 'pl'))).toEqual(['scripted', null, null]);
  });

  it('uses no embedded transcriber beside a model that answers anything', () => {
    expect(providersOf(of('lowest-latency', [key('groq')]))).toEqual(['groq', 'flite', null]);
  });

  it('names the embedded transcriber only where it is installed, because no call could begin otherwise', () => {
    const facts = { keys: [], language: 'en', ownModel: null, ownProblem: null };
    for (const { configuration } of presetsOf({ ...facts, hasPocketSphinx: false })) {
      expect([configuration.model?.provider, configuration.transcriber]).toEqual(['scripted', null]);
    }
  });

  it('takes the fastest voice that speaks the language', () => {
    const keys = [key('rime'), key('elevenlabs')];
    expect(of('lowest-latency', keys).configuration.voice).toEqual({ provider: 'rime', model: 'mistv3' });
    expect(of('lowest-latency', keys, 'pl').configuration.voice?.provider).toBe('elevenlabs');
  });

  it('takes the cheapest published price', () => {
    const { configuration, choices } = of('cheapest', everyKey);
    expect([configuration.transcriber?.provider, configuration.voice]).toEqual([
      'soniox',
      { provider: 'polly', model: 'standard' },
    ]);
    expect(choices.find(({ part }) => part === 'transcriber')).toEqual({
      ...{ part: 'transcriber', provider: 'soniox', fact: '$0.12 for 60 minutes.' },
      ...{ source: 'https://soniox.com/pricing', checkedOn: '2026-07-19' },
    });
  });

  it('stays in the European Union only with keys of the European Union', () => {
    const european = key('deepgram', { baseUrl: 'https://api.eu.deepgram.com' });
    expect(providersOf(of('only-eu', everyKey))).toEqual(['mistral', 'flite', 'speechmatics']);
    expect(providersOf(of('only-eu', [european, key('polly', { region: 'eu-west-2' })]))).toEqual([
      ...['scripted', 'deepgram', 'deepgram'],
    ]);
    expect(of('only-eu', [key('bedrock', { region: 'eu-central-1' })]).configuration.model?.provider).toBe(
      'bedrock',
    );
  });

  it('names a suitable key that is not the newest, and leaves out one without a name', () => {
    const baseUrl = 'https://api.eu.deepgram.com';
    const voiceOf = (name: string | null) =>
      of('only-eu', [key('deepgram'), key('deepgram', { baseUrl, name })]).configuration.voice;
    expect(voiceOf('EU')).toEqual({ provider: 'deepgram', key: 'EU' });
    expect(voiceOf(null)).toEqual({ provider: 'flite' });
  });

  it('asks no server of the organization for a vendor’s model', () => {
    const own = key('openai', { baseUrl: 'http://10.1.0.5:11434/v1' });
    expect(of('cheapest', [own]).configuration.model?.provider).toBe('scripted');
    expect(of('own-servers', [own], 'en', 'llama3').configuration.model).toEqual({
      ...{ provider: 'openai', model: 'llama3' },
    });
    expect(of('own-servers', [own]).configuration.model?.provider).toBe('scripted');
  });
});

describe('the key of a server of the organization', () => {
  const own = (name: string | null) => key('openai', { name, baseUrl: 'http://10.1.0.5:11434/v1' });

  it('is one that an agent can name: never the newest key, if that leads to the vendor', () => {
    expect(ownServerKey([own(null), key('openai')])).toEqual({ name: null });
    expect(ownServerKey([key('openai'), own(null)])).toBeNull();
    expect(ownServerKey([key('openai'), own(null), own('Ollama')])).toEqual({ name: 'Ollama' });
  });
});

describe('GET /api/agent-presets', () => {
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ data: [{ id: 'whisper-1' }, { id: 'llama3' }] })),
  );
  let world: ApiWorld;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
  });
  afterAll(async () => {
    await world.close();
    server.close();
  });

  it('gives a configuration that an agent can be created with', async () => {
    const { status, body } = await world.request('GET', '/api/agent-presets');
    expect([status, body.presets.length]).toEqual([200, 5]);
    expect(body.hasEmbeddedTranscriber).toBe(isPocketSphinxInstalled());
    for (const { configuration } of body.presets) {
      const agent = { name: 'Preset', prompt: 'Be kind.', ...configuration };
      expect((await world.request('POST', '/api/agents', { body: agent })).status).toBe(201);
    }
  });

  it('says why a server of the organization serves no model', async () => {
    const other = { key: (await world.foundOrganization()).key };
    const stored = { provider: 'openai', baseUrl: 'http://127.0.0.1:1/v1' };
    expect((await world.request('POST', '/api/provider-keys', { body: stored, ...other })).status).toBe(201);
    const { body } = await world.request('GET', '/api/agent-presets', other);
    const preset = body.presets.find(({ wish }: { wish: string }) => wish === 'own-servers');
    expect(preset.missing[0]).toMatchObject({
      part: 'model',
      message: expect.stringContaining('OpenAI could not be asked'),
    });
  });

  it('names the model of a server of the organization', async () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const stored = { provider: 'openai', baseUrl, name: 'Ollama' };
    expect((await world.request('POST', '/api/provider-keys', { body: stored })).status).toBe(201);
    const { body } = await world.request('GET', '/api/agent-presets?language=de');
    const preset = body.presets.find(({ wish }: { wish: string }) => wish === 'own-servers');
    expect(preset.configuration.model).toEqual({ provider: 'openai', model: 'llama3', key: 'Ollama' });
    expect(preset.configuration.voice).toBeNull();
  });
});
