import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samples } from '../../../test/security/populated.ts';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';
import { configurationOf } from './configuration-of.ts';
import { openHeaders } from './secrets.ts';

const stored = statement(
  'test.agents.stored',
  'select configuration from agent_versions where agent_id = $1 order by version desc limit 1',
);

let world: ApiWorld;

beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const create = (values: object) =>
  world.request('POST', '/api/agents', { body: { name: 'Anna', prompt: 'Be kind.', ...values } });
/** Returns the rejected fields and the message of the first. */
async function refusals(values: object): Promise<[string[], string]> {
  const { status, body } = await create(values);
  expect([status, body]).toMatchObject([400, { details: expect.any(Array) }]);
  return [body.details.map(({ field }: { field: string }) => field), body.error];
}
/** Returns nested types, each containing the next one twice. Expanded, it would have 2^depth parts. */
function typesInTypes(depth: number): object {
  const a = depth === 1 ? { type: 'string' } : typesInTypes(depth - 1);
  return { type: ['object', 'object'], properties: { a } };
}
const http = {
  type: 'http',
  name: 'look_up',
  description: 'Looks up',
  url: 'https://api.example.com/{{id}}',
};
const flux = { provider: 'deepgram', model: 'flux-general-en' };

describe('voice, model and transcriber', () => {
  it.each([
    [{ voice: { provider: 'alexa' } }, 'voice.provider: must be one of flite, openai,'],
    [{ voice: { provider: 'openai', instructions: '' } }, 'voice.instructions: '],
    [{ languages: [{ language: 'en-us' }] }, 'languages.0.language: is listed twice'],
    [{ languages: [{ language: 'not a tag' }] }, 'languages.0.language: must be a BCP 47 language tag'],
    [{ firstMessage: 'Hi', languages: [{ language: 'de' }] }, 'languages.0.language: the voice '],
    [
      { voice: { provider: 'elevenlabs', voiceSettings: { stability: 2 } } },
      'voice.voiceSettings.stability: ',
    ],
    [{ voice: { provider: 'flite', speed: 3 } }, 'voice.speed: must be at most 2'],
    [{ voice: { provider: 'flite', emotion: 'sad' } }, 'voice.emotion: is not a known field'],
    [{ voice: { provider: 'elevenlabs', voiceSettings: { speed: 2 } } }, 'voice.voiceSettings.speed: must'],
    [{ voice: { provider: 'cartesia', emotion: 'SAD!' } }, 'voice.emotion: must be the name of an emotion'],
    [
      { voice: { provider: 'cartesia', model: 'sonic-2', emotion: 'sad' } },
      'voice.emotion: is not allowed with sonic-2: use sonic-3.5',
    ],
    [
      {
        voice: {
          provider: 'openai',
          fallback: { provider: 'cartesia', model: 'sonic-2024-12-12', speed: 1 },
        },
      },
      'voice.fallback.speed: is not allowed with sonic-2024-12-12',
    ],
    [
      { voice: { provider: 'deepgram', voice: 'aura-asteria-en', speed: 1.1 } },
      'voice.speed: is not allowed with aura-asteria-en',
    ],
    [{ transcriber: { provider: 'deepgram', endpointingMs: 5 } }, 'transcriber.endpointingMs: '],
    [
      { transcriber: { provider: 'deepgram', endOfTurnThreshold: 0.8 } },
      'transcriber.endOfTurnThreshold: is only allowed with a Flux model, such as flux-general-en',
    ],
    [
      { transcriber: { ...flux, endpointingMs: 300 } },
      'transcriber.endpointingMs: is not allowed with a Flux model',
    ],
    [
      { transcriber: { ...flux, endOfTurnThreshold: 1 } },
      'transcriber.endOfTurnThreshold: must be at most 0.9',
    ],
    [
      { transcriber: { provider: 'openai', fallback: { ...flux, likelyEndOfTurnThreshold: 0.8 } } },
      'transcriber.fallback.likelyEndOfTurnThreshold: must be at most endOfTurnThreshold (0.7)',
    ],
    [
      { transcriber: { provider: 'assemblyai', endOfTurnTimeoutMs: 100 } },
      'transcriber.endOfTurnTimeoutMs: must be at least 500',
    ],
    [
      { transcriber: { provider: 'elevenlabs', endsTurns: true } },
      'transcriber.endsTurns: is not a known field',
    ],
    [{ voice: { provider: 'flite', voice: 'siri' } }, 'voice.voice: must be one of slt, rms, awb'],
    [{ voice: { voice: 'slt' } }, 'voice.provider: must be one of'],
    [{ voice: { provider: 'flite', model: 'x' } }, 'voice.model: is not a known field'],
    [{ voice: { provider: 'openai', key: '' } }, 'voice.key: must have at least 1 character'],
    [
      { voice: { provider: 'openai', fallback: { provider: 'x' } } },
      'voice.fallback.provider: must be one of',
    ],
    [
      { voice: { provider: 'openai', fallbacks: [{ provider: 'rime' }, { provider: 'x' }] } },
      'voice.fallbacks.1.provider: must be one of',
    ],
    [
      { voice: { provider: 'openai', fallbacks: Array(6).fill({ provider: 'flite' }) } },
      'voice.fallbacks: must have at most 5 ',
    ],
    [
      { voice: { provider: 'openai', fallback: { provider: 'rime' }, fallbacks: [{ provider: 'hume' }] } },
      'voice.fallback: must be left out, or the same as the first of `fallbacks`',
    ],
    [
      { voice: { provider: 'openai', fallback: null, fallbacks: [{ provider: 'hume' }] } },
      'voice.fallback: must be left out',
    ],
    [
      { transcriber: { provider: 'openai', fallbacks: [{ provider: 'a' }] } },
      'transcriber.fallbacks.0.provider',
    ],
    [
      { model: { provider: 'groq', model: 'm', fallbacks: [{ provider: 'xai' }] } },
      'model.fallbacks.0.model',
    ],
    [{ voice: 'slt' }, 'voice: must be an object'],
    [{ model: { provider: 'openai' } }, 'model.model: is required'],
    [{ model: { provider: 'gpt' } }, 'model.provider: must be one of scripted, openai, anthropic'],
    [{ model: { provider: 'openai', model: 'm', temperature: 3 } }, 'model.temperature: must be at most 2'],
    [{ model: { provider: 'groq', model: 'm', providerOptions: ['a'] } }, 'model.providerOptions: '],
    [
      { model: { provider: 'groq', model: 'm', providerOptions: { a: 'x'.repeat(10_000) } } },
      'model.providerOptions: must have at most 10000 characters as JSON',
    ],
    [
      { model: { provider: 'openai', model: 'm', fallback: { provider: 'groq' } } },
      'model.fallback.model: is required',
    ],
    [{ model: { provider: 'scripted' } }, 'model.dialogue: is required'],
    [{ model: { provider: 'scripted', dialogue: { start: 'a' } } }, 'model.dialogue.nodes: is required'],
    [{ speechToSpeech: { provider: 'deepgram' } }, 'speechToSpeech.provider: must be one of openai'],
    [
      { speechToSpeech: { provider: 'openai', turnDetection: 'guess' } },
      'speechToSpeech.turnDetection: must be one of local, server_vad, semantic_vad',
    ],
    [
      { speechToSpeech: { provider: 'openai', silenceMs: 500 } },
      'speechToSpeech.silenceMs: is only allowed with turnDetection server_vad, or another that ends turns by silence',
    ],
    [
      { speechToSpeech: { provider: 'openai' }, transcriber: { provider: 'deepgram' } },
      'transcriber: is never used: `speechToSpeech` hears',
    ],
    [
      { conversation: { menus: {} }, transcriber: null },
      'conversation.menus: requires `transcriber` and `model`',
    ],
    [
      { conversation: { menus: { holdSecondsMax: 5 } } },
      'conversation.menus.holdSecondsMax: must be at least 10',
    ],
    [{ transcriber: { provider: 'ears' } }, 'transcriber.provider: must be one of pocketsphinx, deepgram'],
    [
      { conversation: { keyTerms: ['{{last name}}'] } },
      'conversation.keyTerms.0: has a variable {{last name}} whose name is not letters',
    ],
    [{ conversation: { keyTerms: ['x'.repeat(101)] } }, 'conversation.keyTerms.0: must have at most 100'],
    [
      { conversation: { keyTerms: ['Parley', { term: 'Northwind', boost: 1.5 }] } },
      'conversation.keyTerms.1.boost: must be at most 1',
    ],
    [
      { conversation: { keyTerms: [{ term: 'Northwind', boost: 0 }] } },
      'conversation.keyTerms.0.boost: must be more than 0',
    ],
    [
      { conversation: { keyTerms: [{ term: '{{last name}}', boost: 1 }] } },
      'conversation.keyTerms.0.term: has a variable {{last name}}',
    ],
    [{ conversation: { keyTerms: [{ term: 'Northwind' }] } }, 'conversation.keyTerms.0.boost: is required'],
    [{ conversation: { endOfTurnMs: 1 } }, 'conversation.endOfTurnMs: must be at least 100'],
    [
      { analysis: { structuredDataSchema: { type: 'string' } } },
      'analysis.structuredDataSchema: must be a JSON Schema of type object',
    ],
    [
      { analysis: { rubrics: [{ name: '__proto__', description: 'It holds.' }] } },
      'analysis.rubrics.0.name: must not be __proto__',
    ],
    [
      { conversation: { recording: 'maybe' } },
      'conversation.recording: must be one of always, off, announced',
    ],
  ])('rejects %j: %s', async (values, words) => {
    expect((await refusals(values))[1]).toMatch(new RegExp(`^${words.replaceAll(/[.()]/g, '\\$&')}`));
  });

  it.each([
    { provider: 'flite', speed: 0.5 },
    { provider: 'openai', speed: 4, model: 'tts-1' },
    { provider: 'cartesia', model: 'sonic-3.5', speed: 0.6, emotion: 'content' },
    { provider: 'deepgram', voice: 'aura-2-thalia-en', speed: 1.5 },
  ])('keeps %j', async (voice) => {
    expect((await create({ voice })).body).toMatchObject({ voice });
  });

  it('keeps a chain of fallbacks, and names its first in the field of one', async () => {
    const voice = { provider: 'rime', fallbacks: [{ provider: 'hume' }, { provider: 'flite' }] };
    const { body } = await create({ voice });
    expect(body).toMatchObject({ voice: { ...voice, fallback: { provider: 'hume' } } });
    // A client that reads an agent and sends it back changes nothing.
    const again = await create({ voice: (body as { voice: object }).voice });
    expect(again.body).toMatchObject({ voice });
    const old = await create({ voice: { provider: 'rime', fallback: { provider: 'hume' } } });
    expect(old.body).toMatchObject({ voice: { fallbacks: [{ provider: 'hume', key: null }] } });
  });

  it('reads versions that were stored with one fallback', () => {
    const stored = { provider: 'rime', fallback: { provider: 'hume' } };
    const { voice, transcriber, model } = configurationOf({
      voice: stored,
      transcriber: { provider: 'openai', fallback: null },
    });
    expect(voice).toEqual({ ...stored, fallbacks: [{ provider: 'hume' }] });
    expect([transcriber, model]).toEqual([{ provider: 'openai', fallback: null, fallbacks: [] }, null]);
  });

  it('fills in omitted fields', async () => {
    const { body } = await create({
      voice: { provider: 'elevenlabs', fallback: { provider: 'flite' } },
      model: { provider: 'vertex', model: 'm', providerOptions: { thinkingConfig: { thinkingBudget: 0 } } },
      transcriber: { provider: 'pocketsphinx' },
      speechToSpeech: { provider: 'openai' },
    });
    expect(body).toMatchObject({
      voice: {
        voice: null,
        model: null,
        key: null,
        fallback: { provider: 'flite', voice: null, speed: null },
      },
      model: {
        ...{ temperature: null, maxTokens: null, fallback: null },
        providerOptions: { thinkingConfig: { thinkingBudget: 0 } },
      },
      transcriber: { fallback: null },
      speechToSpeech: { model: null, voice: null, key: null, turnDetection: 'local', silenceMs: null },
      conversation: { interruptible: true, endOfTurnMs: null, recording: 'always', fillers: null },
    });
  });
});

describe('tools', () => {
  it.each([
    [{ type: 'shell', name: 'x' }, 'tools.0.type'],
    [{ ...http, name: '1st' }, 'tools.0.name'],
    [{ ...http, description: '' }, 'tools.0.description'],
    [{ ...http, url: 'file:///etc/passwd' }, 'tools.0.url'],
    [{ ...http, url: 'https://{{host}}.example.com/' }, 'tools.0.url'],
    [{ ...http, url: 'https://api.example.com{{port}}/' }, 'tools.0.url'],
    [{ ...http, url: 'https://me:pw@api.example.com/' }, 'tools.0.url'],
    [{ ...http, url: 'https://api.example.com/{{a b}}' }, 'tools.0.url'],
    [{ ...http, timeoutMs: 30_001 }, 'tools.0.timeoutMs'],
    [{ ...http, parameters: { type: 'string' } }, 'tools.0.parameters'],
    [{ ...http, parameters: { type: 'object', properties: { a: { type: 'no' } } } }, 'tools.0.parameters'],
    [{ ...http, responseSchema: { type: 'string', pattern: '(a+)+$' } }, 'tools.0.responseSchema'],
    [{ ...http, responseSchema: { type: 'string', pattern: ['(a+)+$'] } }, 'tools.0.responseSchema'],
    [{ ...http, responseSchema: typesInTypes(20) }, 'tools.0.responseSchema'],
    [{ ...http, responseSchema: { $ref: '#/$defs/no', $defs: {} } }, 'tools.0.responseSchema'],
    [{ ...http, responseSchema: { $ref: 'https://example.com/a' } }, 'tools.0.responseSchema'],
    [
      { ...http, responseSchema: { anyOf: [{ $ref: '#' }, { $ref: '#/properties/a' }] } },
      'tools.0.responseSchema',
    ],
    [
      { ...http, responseSchema: { properties: { a: { $ref: '#' }, b: { type: 'no' } } } },
      'tools.0.responseSchema',
    ],
    [{ ...http, responseSchema: { patternProperties: { a: {} } } }, 'tools.0.responseSchema'],
    [{ ...http, headers: { 'a b': 'x' } }, 'tools.0.headers.a b'],
    [{ ...http, headers: { Host: 'x' } }, 'tools.0.headers.Host'],
    [{ ...http, headers: { 'X-A': 'a\r\nb' } }, 'tools.0.headers.X-A'],
    [{ ...http, headers: { 'X-A': { secret: true } } }, 'tools.0.headers.X-A.secret'],
    [{ type: 'workflow', name: 'go', description: 'x', workflowId: 'workflow_none' }, 'tools.0.workflowId'],
    [{ type: 'transfer' }, 'tools.0.type'],
  ])('rejects %j', async (tool, field) => {
    expect((await refusals({ tools: [tool] }))[0]).toEqual([field]);
  });

  it('accepts patterns that name each character', async () => {
    const properties = { id: { type: 'string', pattern: '^[A-Z]{2}-?\\d{6}$' } };
    expect((await create({ tools: [{ ...http, parameters: { type: 'object', properties } }] })).status).toBe(
      201,
    );
  });

  it('accepts schemas that refer to themselves, and properties with names of keywords', async () => {
    const property = { type: 'string' };
    const properties = { patternProperties: property, pattern: property, if: property, inner: { $ref: '#' } };
    const tool = { ...http, parameters: { type: 'object', properties } };
    expect((await create({ tools: [tool] })).status).toBe(201);
  });

  it('requires distinct names and lists built-in tools once', async () => {
    expect((await refusals({ tools: [http, http] }))[0]).toEqual(['tools.1.name']);
    const twice = [{ type: 'endCall' }, { type: 'endCall', name: 'other' }];
    expect((await refusals({ tools: twice }))[0]).toEqual(['tools.1.type']);
  });

  it('accepts only workflows of the organization', async () => {
    const stranger = await world.foundOrganization();
    const make = async (key: string) =>
      (await world.request('POST', '/api/workflows', { body: samples.workflow, key })).body.workflowId;
    const tool = { type: 'workflow', name: 'go', description: 'x' };
    const theirs = { ...tool, workflowId: await make(stranger.key) };
    expect((await refusals({ tools: [theirs] }))[0]).toEqual(['tools.0.workflowId']);
    const own = { ...tool, workflowId: await make(world.owner.key) };
    expect((await create({ tools: [own] })).status).toBe(201);
  });
});

describe("a dialogue's transfers", () => {
  const sales = { name: 'sales', type: 'phone', destination: '+12025550123' };
  const dialogueTo = (destination: string) => ({
    start: 'office',
    nodes: { office: { transfer: { destination, onFailure: 'bye' } }, bye: { say: 'Goodbye.', end: true } },
  });
  const scripted = (destination: string) => ({ provider: 'scripted', dialogue: dialogueTo(destination) });

  it.each([
    [scripted('+12025550123'), 'model.dialogue.nodes.office.transfer.destination'],
    [
      { provider: 'openai', model: 'm', fallback: scripted('support') },
      'model.fallbacks.0.dialogue.nodes.office.transfer.destination',
    ],
  ])('rejects a destination that the agent lacks: %j', async (model, field) => {
    const refused = await refusals({ model, transferDestinations: [sales] });
    expect(refused).toEqual([[field], `${field}: must be the name of one of transferDestinations`]);
  });

  it('accepts a destination of the agent, or one with a variable', async () => {
    for (const destination of ['sales', '{{desk}}']) {
      const { status } = await create({ model: scripted(destination), transferDestinations: [sales] });
      expect(status).toBe(201);
    }
  });

  it('accepts the agents shown in the documentation', async () => {
    const page = await readFile(new URL('../../../docs/scripted-model.md', import.meta.url), 'utf8');
    const [model, rest] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json!));
    expect(await create({ model, ...rest })).toMatchObject({ status: 201 });
  });
});

describe('transfer destinations', () => {
  const sales = { name: 'sales', type: 'phone', destination: '+12025550123' };
  it.each([
    [[{ ...sales, destination: '12025550123' }], ['transferDestinations.0.destination']],
    [[{ ...sales, type: 'sip' }], ['transferDestinations.0.destination']],
    [[{ ...sales, name: 'end' }], ['transferDestinations.0.name']],
    [[sales, sales], ['transferDestinations.1.name']],
    [[{ ...sales, fallback: 'nobody' }], ['transferDestinations.0.fallback']],
    [[{ ...sales, fallback: 'sales' }], ['transferDestinations.0.fallback']],
    [[{ ...sales, summaryPrompt: 'Be brief.' }], ['transferDestinations.0.summaryPrompt']],
    [
      [
        { ...sales, fallback: 'b' },
        { ...sales, name: 'b', fallback: 'sales' },
      ],
      ['transferDestinations.0.fallback', 'transferDestinations.1.fallback'],
    ],
  ])('rejects %j', async (transferDestinations, fields) => {
    expect((await refusals({ transferDestinations }))[0]).toEqual(fields);
  });

  it('accepts fallbacks that end somewhere', async () => {
    const office = { name: 'office', type: 'sip', destination: 'sip:+12025550123@example.com', mode: 'warm' };
    const { status, body } = await create({
      transferDestinations: [{ ...sales, fallback: 'office' }, office],
      tools: [{ type: 'transfer' }],
    });
    expect([status, body.transferDestinations[1]]).toMatchObject([201, { fallback: 'return', mode: 'warm' }]);
    expect(body.tools).toEqual([{ type: 'transfer', name: 'transferCall', description: null }]);
  });
});

describe('a secret header', () => {
  const secret = 'Bearer t0p-s3cret';
  const tool = { ...http, headers: { Authorization: { secret }, 'X-Plain': 'shown' } };
  const open = async (agentId: string) => {
    const [row] = await world.db.query<{ configuration: object }>(stored, [agentId]);
    expect(JSON.stringify(row)).not.toContain('t0p-s3cret');
    const [first] = configurationOf(row!.configuration).tools;
    if (!first || !('headers' in first)) throw new Error('the tool has no headers');
    const { organizationId } = world.owner;
    return openHeaders(world.secret, { organizationId, agentId }, first.headers);
  };
  const patch = (agentId: string, tools: object[]) =>
    world.request('PATCH', `/api/agents/${agentId}`, { body: { tools } });

  it('seals the value at rest and never shows it', async () => {
    const { body, text } = await create({ tools: [tool] });
    expect(body.tools[0].headers).toEqual({ Authorization: { secret: true }, 'X-Plain': 'shown' });
    expect(text).not.toContain('t0p-s3cret');
    expect(await open(body.agentId)).toEqual({ Authorization: secret, 'X-Plain': 'shown' });
    for (const path of ['', '/versions/1']) {
      const answer = await world.request('GET', `/api/agents/${body.agentId}${path}`);
      expect([answer.status, /sealed|t0p-s3cret/.test(answer.text)]).toEqual([200, false]);
    }
  });

  it('keeps the value when it is returned as shown, and replaces a new one', async () => {
    const { body } = await create({ tools: [tool] });
    const kept = { ...body.tools[0], url: 'https://api.example.com/elsewhere' };
    expect((await patch(body.agentId, [kept])).status).toBe(200);
    expect(await open(body.agentId)).toMatchObject({ Authorization: secret });
    await patch(body.agentId, [{ ...tool, headers: { Authorization: { secret: 'new' } } }]);
    expect(await open(body.agentId)).toEqual({ Authorization: 'new' });
  });

  it('does not move the value to another address', async () => {
    const { body } = await create({ tools: [tool] });
    const answer = await patch(body.agentId, [{ ...body.tools[0], url: 'https://evil.example.com/' }]);
    expect([answer.status, answer.body.details[0].field]).toEqual([
      400,
      'tools.0.headers.Authorization.secret',
    ]);
  });
});

describe('a scripted dialogue', () => {
  const modelCalling = (tool: string) => ({
    ...{ provider: 'scripted' },
    dialogue: {
      start: 'go',
      nodes: { go: { call: { tool, onSuccess: 'bye', onFailure: 'bye' } }, bye: { say: 'Bye.', end: true } },
    },
  });

  it('calls the tools that memory gives', async () => {
    const model = modelCalling('rememberFact');
    const [refusal] = await refusals({ model });
    expect(refusal).toEqual(['model.dialogue.nodes.go.call.tool']);
    const writtenBy = { analysis: false };
    expect((await create({ model, memory: { writtenBy } })).status).toBe(201);
    const unwritten = { model, memory: { writtenBy: { ...writtenBy, tool: false } } };
    expect((await create(unwritten)).status).toBe(400);
    expect((await create({ ...unwritten, model: modelCalling('forgetFact') })).status).toBe(201);
  });

  it('calls only tools that the agent has', async () => {
    expect(await refusals({ model: modelCalling('look_up') })).toEqual([
      ['model.dialogue.nodes.go.call.tool'],
      "model.dialogue.nodes.go.call.tool: must be the name of one of the agent's tools",
    ]);
    const fallback = modelCalling('look_up');
    const model = { provider: 'openai', model: 'any', fallback };
    expect((await refusals({ model }))[0]).toEqual(['model.fallbacks.0.dialogue.nodes.go.call.tool']);
    const mcp = { type: 'mcp', name: 'crm', url: 'https://mcp.example.com/' };
    for (const values of [
      { model: modelCalling('look_up'), tools: [http] },
      { model: modelCalling('crm_find'), tools: [mcp] },
      { model: modelCalling('endCall') },
    ]) {
      expect((await create(values)).status).toBe(201);
    }
  });
});

it('protects a workflow named by the published version or the draft from deletion', async () => {
  const { workflowId } = (await world.request('POST', '/api/workflows', { body: samples.workflow })).body;
  const tools = [{ type: 'workflow', name: 'go', description: 'x', workflowId }];
  const { agentId } = (await create({ tools })).body;
  const remove = () => world.request('DELETE', `/api/workflows/${workflowId}`);
  const patch = (body: object) => world.request('PATCH', `/api/agents/${agentId}`, { body });
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'workflow.in_use' } });
  await patch({ tools: [] });
  await patch({ tools, publish: false });
  expect((await remove()).status).toBe(409);
  await world.request('DELETE', `/api/agents/${agentId}/draft`);
  expect((await remove()).status).toBe(204);
});
