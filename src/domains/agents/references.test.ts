import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { soundUpload } from '../../../test/world/sound-file.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
  const sipHosts = ['pbx.example.com', 'example.com', '192.0.2.1', '2001:db8::1', 'edge_1.example'];
  expect((await world.request('PATCH', '/api/organization', { body: { sipHosts } })).status).toBe(200);
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

it('a hand-over names another agent of the organization, and keeps the names of its own parameters', async () => {
  const { agentId } = (await create({})).body;
  const stranger = await world.foundOrganization();
  const body = { name: 'Theirs', prompt: 'x' };
  const theirs = (await world.request('POST', '/api/agents', { body, key: stranger.key })).body.agentId;
  const toAgent = (id: string, more: object = {}) => ({
    tools: [{ type: 'handOver', name: 'go', description: 'x', agentId: id, ...more }],
  });
  for (const unknown of ['agent_none', theirs])
    expect(await refusals(toAgent(unknown))).toEqual([
      ['tools.0.agentId'],
      'tools.0.agentId: must be the id of an agent',
    ]);
  const own = await world.request('PATCH', `/api/agents/${agentId}`, { body: toAgent(agentId) });
  expect([own.status, own.body.error]).toEqual([400, 'tools.0.agentId: must be another agent']);
  const parameters = { type: 'object', properties: { reason: { type: 'string' } } };
  expect((await refusals(toAgent(agentId, { parameters })))[0]).toEqual(['tools.0.parameters']);
  expect((await create(toAgent(agentId))).status).toBe(201);
});

describe('a transfer destination that is never dialed', () => {
  it.each([
    ['phone', '+911', 'Emergency'],
    ['phone', '+19115551234', 'Emergency'],
    ['phone', '+440999', 'Emergency'],
    ['phone', '+19005551234', 'Premium-rate'],
    ['phone', '+15559761234', 'Premium-rate'],
    ['phone', '+1555', 'too short'],
    ['phone', '+10005551234', 'area code'],
    ['phone', '+21012345678', 'calling code'],
    ['sip', 'sip:911@pbx.example.com', 'Emergency'],
    ['sip', 'sip:9,911@pbx.example.com', 'Emergency'],
    ['sip', 'sip:+12125550911;ext=911@pbx.example.com', 'Emergency'],
    ['sip', 'sip:0019005550100@pbx.example.com', 'Premium-rate'],
    ['sip', 'sip:9,19005550100@pbx.example.com', 'Premium-rate'],
    ['sip', 'sip:*19005550100@pbx.example.com', 'Premium-rate'],
    ['sip', 'sip:desk:secret@pbx.example.com', 'password'],
    ['sip', 'sip:desk@pbx.example.com;maddr=192.0.2.9', 'maddr'],
    ['sip', 'sip:desk@elsewhere.example', 'sipHosts'],
    ['sip', 'sip:204@elsewhere.example', 'sipHosts'],
    ['sip', 'sip:+1-900-555-1234@pbx.example.com', 'Premium-rate'],
    ['sip', 'sip:%2B19005551234@pbx.example.com', 'Premium-rate'],
    ['sip', 'sip:+19005551234;ext=1@pbx.example.com', 'Premium-rate'],
  ])('rejects %s: %s', async (type, destination, word) => {
    const [fields, error] = await refusals({ transferDestinations: [{ name: 'a', type, destination }] });
    expect(fields).toEqual(['transferDestinations.0.destination']);
    expect(error).toContain(word);
  });

  it('rejects the destination when an agent or its draft is changed', async () => {
    const { agentId } = (await create({})).body;
    for (const publish of [true, false]) {
      const transferDestinations = [{ name: 'a', type: 'phone', destination: '+911' }];
      const body = { transferDestinations, publish };
      const answer = await world.request('PATCH', `/api/agents/${agentId}`, { body });
      expect([answer.status, answer.body.details[0].field]).toEqual([
        400,
        'transferDestinations.0.destination',
      ]);
    }
    const { body } = await world.request('GET', `/api/agents/${agentId}`);
    expect(body).toMatchObject({ version: 1, transferDestinations: [], draft: null });
  });

  it('accepts a destination outside the allowed countries, and an extension', async () => {
    const destinations = ['+442079460958', '+15551234567'].map((destination, at) => ({
      ...{ name: `n${at}`, type: 'phone', destination },
    }));
    const extension = { name: 'desk', type: 'sip', destination: 'sip:204@pbx.example.com' };
    expect((await create({ transferDestinations: [...destinations, extension] })).status).toBe(201);
  });
});

describe("the trunk's dial plan", () => {
  it("reads the address by the dial plan, and accepts a name at the trunk's host", async () => {
    const { organizationId, key } = await world.foundOrganization();
    expect(organizationId).toBeTruthy();
    const ask = (method: 'POST' | 'PATCH', path: string, body: object) =>
      world.request(method, path, { body, key });
    const trunk = (values: object) =>
      ask('POST', '/api/trunks', { name: 'T', host: 'pbx.example.com', ...values });
    const { trunkId } = (await trunk({})).body;
    const { agentId } = (await ask('POST', '/api/agents', { name: 'A', prompt: 'x' })).body;
    const put = async (destination: string) => {
      const transferDestinations = [{ name: 'a', type: 'sip', destination }];
      const { status, body } = await ask('PATCH', `/api/agents/${agentId}`, { transferDestinations });
      return status === 200 ? 'taken' : `${body.details[0].field} ${body.details[0].message}`;
    };
    const refused = (why: string) =>
      expect.stringMatching(new RegExp(`^transferDestinations.0.destination .*${why}`));
    expect(await put('sip:sales@pbx.example.com')).toBe('taken');
    expect(await put('sip:204@pbx.example.com')).toEqual(refused('sipHosts'));
    expect(await put('sip:02079460958@x.example')).toEqual(refused('sipHosts'));
    await ask('PATCH', `/api/trunks/${trunkId}`, { dialPlan: { country: 'GB', linePrefixes: ['7'] } });
    expect(await put('sip:02079460958@x.example')).toBe('taken');
    expect(await put('sip:709098790000@x.example')).toEqual(refused('Premium-rate'));
    // Another trunk may be able to dial it.
    await trunk({ dialPlan: { country: 'US' } });
    expect(await put('sip:2025550123@x.example')).toBe('taken');
    expect((await trunk({ dialPlan: { country: 'us' } })).body.dialPlan.country).toBe('US');
  });
});

it('an extension is refused where it rings an emergency service in the country of the organization', async () => {
  const { key } = await world.foundOrganization();
  const ask = (method: 'POST' | 'PATCH', path: string, body: object) =>
    world.request(method, path, { body, key });
  await ask('PATCH', '/api/organization', { sipHosts: ['pbx.example.com'] });
  await ask('POST', '/api/trunks', { name: 'T', host: 'pbx.example.com' });
  const statusOf = async (extension: string) => {
    const destination = `sip:${extension}@pbx.example.com`;
    const transferDestinations = [{ name: 'a', type: 'sip', destination }];
    return (await ask('POST', '/api/agents', { name: 'A', prompt: 'x', transferDestinations })).status;
  };
  expect([await statusOf('101'), await statusOf('110')]).toEqual([400, 400]);
  expect((await ask('POST', '/api/phone-numbers', { phoneNumber: '+493012345678' })).status).toBe(201);
  const statuses = await Promise.all(['101', '1101', '4917', '110', '0112', '911'].map(statusOf));
  expect(statuses).toEqual([201, 201, 201, 400, 400, 400]);
});

describe('a SIP URI', () => {
  it.each([
    'sip:desk@example.com',
    'sips:desk@example.com:5061;transport=tls',
    'sip:desk@192.0.2.1:5060',
    'sip:desk@[2001:db8::1]',
    'sip:desk@[2001:db8::1]:5070',
    'sip:a%20b@edge_1.example',
  ])('accepts %s', async (destination) => {
    expect((await create({ transferDestinations: [{ name: 'a', type: 'sip', destination }] })).status).toBe(
      201,
    );
  });

  it.each([
    'sip:911@%00',
    'sip:desk@%00',
    'sip:desk@a%20b',
    'sip:desk@',
    'sip:desk@..',
    'sip:desk@-a.example',
    'sip:desk@256.1.1.1',
    'sip:desk@1.2.3',
    'sip:desk@0.0.0.0',
    'sip:desk@[1.2.3.4]',
    'sip:desk@[fe80::1%25eth0]',
    'sip:desk@2001:db8::1',
    'sip:desk@example.com:0',
    'sip:desk@example.com:65536',
    'sip:desk@example.com:',
    'sip:desk@example.com?Replaces=x',
    'sip:@example.com',
    'sip:example.com',
    'sip:a%zz@example.com',
    'tel:+15551234567',
    `sip:desk@${'a'.repeat(64)}.example`,
  ])('rejects %s', async (destination) => {
    expect((await refusals({ transferDestinations: [{ name: 'a', type: 'sip', destination }] }))[0]).toEqual([
      'transferDestinations.0.destination',
    ]);
  });
});

describe('the name of a provider key', () => {
  const store = async (values: object, key?: string) => {
    const body = { apiKey: 'sk-0123456789', ...values };
    const stored = await world.request('POST', '/api/provider-keys', { body, ...(key ? { key } : {}) });
    expect(stored.status).toBe(201);
  };

  it('must be a key of the same provider in the organization', async () => {
    await store({ provider: 'openai', name: 'main' });
    await store({ provider: 'deepgram', name: 'other' });
    await store({ provider: 'openai', name: 'theirs' }, (await world.foundOrganization()).key);
    const model = { provider: 'openai', model: 'm' };
    expect((await create({ model: { ...model, key: 'main' } })).status).toBe(201);
    for (const key of ['none', 'other', 'theirs', 'MAIN']) {
      expect(await refusals({ model: { ...model, key } })).toEqual([
        ['model.key'],
        'model.key: must be the name of one of the organization’s openai keys',
      ]);
    }
    const voice = { provider: 'openai', key: 'main', fallback: { provider: 'cartesia', key: 'none' } };
    const transcriber = {
      provider: 'openai',
      key: 'other',
      fallback: { provider: 'deepgram', key: 'other' },
    };
    expect((await refusals({ voice, transcriber }))[0]).toEqual(['voice.fallbacks.0.key', 'transcriber.key']);
  });

  it('is checked again when an agent is changed', async () => {
    const { agentId } = (await create({})).body;
    const voice = { provider: 'elevenlabs', key: 'none' };
    const answer = await world.request('PATCH', `/api/agents/${agentId}`, { body: { voice } });
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'voice.key']);
  });
});

describe('a language', () => {
  const firstMessage = 'Guten Tag.';
  it.each([
    [{ language: 'de-DE', firstMessage }, ['language']],
    [{ language: 'de', conversation: { recording: 'announced' } }, ['language']],
    [{ language: 'fr', model: { provider: 'openai', model: 'm' } }, ['language']],
    [{ language: 'de', voice: { provider: 'flite' } }, ['voice.provider']],
    [
      { language: 'de', voice: { provider: 'elevenlabs', fallback: { provider: 'flite' } } },
      ['voice.fallbacks.0.provider'],
    ],
    [
      { language: 'de', voice: { provider: 'openai' }, transcriber: { provider: 'pocketsphinx' } },
      ['transcriber.provider'],
    ],
    [
      { language: 'de', transcriber: { provider: 'deepgram', model: 'flux-general-en' } },
      ['transcriber.model'],
    ],
  ])('is rejected when a provider does not support it: %j', async (values, fields) => {
    const [refused, error] = await refusals(values);
    expect(refused).toEqual(fields);
    expect(error).toContain('supports only en, not');
  });

  it('is accepted when the providers support it or nothing is spoken', async () => {
    for (const values of [
      { language: 'en-GB', firstMessage: 'Hello.' },
      { language: 'EN', firstMessage: 'Hello.' },
      { firstMessage: 'Hello.' },
      { language: 'de-DE', firstMessage, voice: { provider: 'openai' } },
      { language: 'de-DE' },
    ]) {
      expect((await create(values)).status).toBe(201);
    }
  });

  it("is checked against the agent's other settings", async () => {
    const { agentId } = (await create({ firstMessage: 'Hello.' })).body;
    const patch = (body: object) => world.request('PATCH', `/api/agents/${agentId}`, { body });
    expect((await patch({ language: 'de' })).body.details).toMatchObject([{ field: 'language' }]);
    expect((await patch({ language: 'de', voice: { provider: 'openai' } })).status).toBe(200);
    expect((await patch({ voice: null })).body.details).toMatchObject([{ field: 'language' }]);
  });
});

it('rejects a blank prompt and a warning longer than the call', async () => {
  expect((await refusals({ prompt: ' \n\t' }))[0]).toEqual(['prompt']);
  const conversation = { durationWarning: { beforeSeconds: 60, message: 'One minute.' } };
  const refused = await refusals({ conversation, limits: { maxDurationSeconds: 60 } });
  expect(refused[0]).toEqual(['conversation.durationWarning.beforeSeconds']);
  expect((await create({ conversation, limits: { maxDurationSeconds: 61 } })).status).toBe(201);
});

it('a sound is uploaded, heard, renamed, and kept while an agent plays it', async () => {
  const upload = (query: string, options: object = soundUpload) =>
    world.request('POST', `/api/sounds${query}`, options);
  expect((await upload('')).body.details).toMatchObject([{ field: 'name' }]);
  expect(
    (await upload('?name=A', { ...soundUpload, headers: { 'content-type': 'audio/mpeg' } })).status,
  ).toBe(415);
  const mp3 = await upload('?name=A', { ...soundUpload, body: Buffer.from('ID3 no sound') });
  expect([mp3.status, mp3.body.details[0].field]).toEqual([400, 'body']);
  const { status, body: sound } = await upload('?name=Delivery');
  expect([status, sound.name, sound.durationSeconds]).toEqual([201, 'Delivery', 1]);
  const path = `/api/sounds/${sound.soundId}`;
  const renamed = await world.request('PATCH', path, { body: { name: 'Parcel' } });
  expect(renamed.body).toEqual({ ...sound, name: 'Parcel', updatedAt: expect.any(String) });
  expect((await world.request('GET', '/api/sounds?search=parc')).body.sounds).toEqual([renamed.body]);
  const heard = await world.request('GET', `${path}/audio`);
  expect(heard.headers).toMatchObject({ 'content-type': 'audio/wav', 'content-length': '32044' });
  const part = (range: string) => world.request('GET', `${path}/audio`, { headers: { range } });
  const [head, rest, beyond] = [
    await part('bytes=8-11'),
    await part('bytes=32000-'),
    await part('bytes=32044-'),
  ];
  expect([head.status, head.text, head.headers['content-range']]).toEqual([206, 'WAVE', 'bytes 8-11/32044']);
  expect([rest.status, rest.headers['content-length']]).toEqual([206, '44']);
  expect([beyond.status, beyond.body.code, beyond.headers['content-range']]).toEqual([
    ...[416, 'range.beyond_end'],
    'bytes */32044',
  ]);

  const conversation = { voicemailSoundId: sound.soundId };
  const { agentId } = (await create({ conversation })).body;
  const patch = (id: string | null, publish: boolean) =>
    world.request('PATCH', `/api/agents/${agentId}`, {
      body: { conversation: { voicemailSoundId: id }, publish },
    });
  const remove = async () => {
    const { status, body } = await world.request('DELETE', path);
    return status === 204 ? 'deleted' : `${body.code} ${body.error}`;
  };
  const inUse = `sound.in_use The sound is in use by agent ${agentId}.`;
  expect(await remove()).toBe(inUse);
  await patch(null, false);
  expect(await remove()).toBe(inUse);
  await patch(null, true);
  expect(await remove()).toBe('deleted');
  for (const [method, at] of [
    ['GET', ''],
    ['GET', '/audio'],
    ['PATCH', ''],
    ['DELETE', ''],
  ] as const)
    expect(
      (await world.request(method, path + at, method === 'PATCH' ? { body: { name: 'B' } } : {})).status,
    ).toBe(404);
  const log = await world.request('GET', '/api/audit-logs?resourceType=sounds');
  const entries = log.body.auditLogs.filter(
    ({ resourceReferenceId }: { resourceReferenceId: string }) => resourceReferenceId === sound.soundId,
  );
  expect(
    entries.map((entry: Record<string, string>) => `${entry.actionVerb} ${entry.resourceLabel}`),
  ).toEqual(['deleted Parcel', 'updated Parcel', 'created Delivery']);
});

it('rejects a sound that the organization does not have', async () => {
  const other = await world.foundOrganization();
  const theirs = await world.request('POST', '/api/sounds?name=A', { ...soundUpload, key: other.key });
  for (const voicemailSoundId of [theirs.body.soundId, 'sound_none'])
    expect((await refusals({ conversation: { voicemailSoundId } }))[0]).toEqual([
      'conversation.voicemailSoundId',
    ]);
});

describe('braces that are not closed', () => {
  const http = { type: 'http', name: 'look_up', description: 'Looks up', url: 'https://api.example.com/' };
  it.each([
    [{ firstMessage: 'Hello {{a' }, 'firstMessage'],
    [{ firstMessage: 'Hello {{a}, how are you?' }, 'firstMessage'],
    [{ prompt: 'Be {{kind {{name}}' }, 'prompt'],
    [{ prompt: 'Be {{kind}} to {{' }, 'prompt'],
    [{ conversation: { voicemailMessage: 'Call {{agentNumber' } }, 'conversation.voicemailMessage'],
    [{ conversation: { voicemailMessage: '{{a b}}' } }, 'conversation.voicemailMessage'],
    [{ tools: [{ ...http, url: 'https://api.example.com/{{id' }] }, 'tools.0.url'],
    [{ tools: [{ ...http, body: { a: [{ b: '{{id' }] } }] }, 'tools.0.body.a.0.b'],
    [
      { model: { provider: 'scripted', dialogue: { start: 'a', nodes: { a: { say: '{{a', end: true } } } } },
      'model.dialogue.nodes.a.say',
    ],
  ])('are rejected in %j', async (values, field) => {
    const [fields, error] = await refusals(values);
    expect(fields).toEqual([field]);
    expect(error).toMatch(/\{\{/);
  });

  it('accepts single braces, closing braces and braces around a variable', async () => {
    const prompt = 'Answer {"a": {"b": 1}}, {x} and {{{name}}}.';
    const { status, body } = await create({ prompt });
    expect([status, body.requiredVariables]).toEqual([201, ['name']]);
  });
});
